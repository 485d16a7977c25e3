import { obstacleTo } from "../../server/is-there.ts";
import { defaultDataDir, findRunningCopy, locatorOf } from "../../server/locator.ts";
import { urlOf } from "../../server/url-of.ts";
import { CliError } from "../cli-error.ts";

/**
 * The address of the platform: UNDERSTUDY_PLATFORM_URL, else the copy that runs on the data folder; null where none does.
 *
 * @throws CliError where the variable is no address
 */
export async function findPlatform(dataDir: string = defaultDataDir()): Promise<string | null> {
  const { UNDERSTUDY_PLATFORM_URL: given } = process.env;
  if (given === undefined || given === "") return (await findRunningCopy(dataDir))?.platformUrl ?? null;
  const url = urlOf(given);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin;
  throw new CliError(
    `UNDERSTUDY_PLATFORM_URL must be an address such as http://127.0.0.1:4747, not "${given}".`,
  );
}

export const notRunning = (dataDir: string = defaultDataDir()): CliError =>
  new CliError(
    obstacleTo(locatorOf(dataDir), dataDir) ??
      `No Understudy runs on ${dataDir}. Start it with \`understudy open\` or \`understudy serve\`, or set UNDERSTUDY_PLATFORM_URL.`,
    { code: "not-running" },
  );
