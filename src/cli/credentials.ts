import { defaultDataDir, findRunningCopy } from "../server/locator.ts";
import { CliError } from "./cli-error.ts";

/**
 * The token with which to call a platform: UNDERSTUDY_TOKEN, else that of the copy which runs on this machine.
 *
 * @param dataDir the data folder whose copy is asked for
 * @throws CliError that names `understudy login` where there is none
 */
export async function credentials(platformUrl: string, dataDir: string = defaultDataDir()): Promise<string> {
  const { UNDERSTUDY_TOKEN: given } = process.env;
  if (given !== undefined && given !== "") return given;
  const copy = await findRunningCopy(dataDir);
  if (copy !== null && new URL(copy.platformUrl).origin === new URL(platformUrl).origin) return copy.token;
  throw new CliError(
    `You are not signed in to ${platformUrl}. Run \`understudy login\`, or set UNDERSTUDY_TOKEN to a personal access token.`,
    { code: "not-signed-in" },
  );
}
