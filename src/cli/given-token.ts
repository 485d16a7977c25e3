import { CliError } from "./cli-error.ts";

/**
 * The token that UNDERSTUDY_TOKEN holds, without a line's end that came with it; undefined where there is none.
 *
 * @throws CliError, without the token, where no request could carry it
 */
export function givenToken(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const token = env.UNDERSTUDY_TOKEN?.trim();
  if (token === undefined || token === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CliError(
    "UNDERSTUDY_TOKEN holds a space, a line's end or a letter beyond ASCII, which no request can carry.",
  );
}
