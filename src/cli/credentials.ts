import { defaultDataDir, findRunningCopy } from "../server/locator.ts";
import { CliError } from "./cli-error.ts";
import { freshToken } from "./sign-in/fresh-token.ts";

export type CredentialKind = "variable" | "sign-in" | "local-copy";
export interface Credential {
  readonly token: string;
  /** Where it comes from: UNDERSTUDY_TOKEN, `understudy login`, or the copy that runs on this machine. */
  readonly kind: CredentialKind;
}

/**
 * The token with which to call a platform: UNDERSTUDY_TOKEN, else that of the sign-in, else that of the copy which runs on
 * this machine.
 *
 * @param dataDir the data folder whose copy is asked for
 * @throws CliError that names `understudy login` where there is none, or where the sign-in has ended
 */
export async function credentials(platformUrl: string, dataDir?: string): Promise<string> {
  return (await findCredential(platformUrl, dataDir)).token;
}

/** The same, with where it comes from. */
export async function findCredential(
  platformUrl: string,
  dataDir: string = defaultDataDir(),
): Promise<Credential> {
  const { UNDERSTUDY_TOKEN: given } = process.env;
  if (given !== undefined && given !== "") return { token: given, kind: "variable" };
  const token = await freshToken(platformUrl);
  if (token !== null) return { token, kind: "sign-in" };
  const copy = await findRunningCopy(dataDir);
  if (copy !== null && new URL(copy.platformUrl).origin === new URL(platformUrl).origin)
    return { token: copy.token, kind: "local-copy" };
  throw new CliError(
    `You are not signed in to ${platformUrl}. Run \`understudy login\`, or set UNDERSTUDY_TOKEN to a personal access token.`,
    { code: "not-signed-in" },
  );
}
