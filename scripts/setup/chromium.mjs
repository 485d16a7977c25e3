import { existsSync } from "node:fs";
import { aptInstall } from "./debian.mjs";
import { SetupError } from "./report.mjs";

/** The same browser without its window: the tests take two thirds of the processor's time in it. */
const SHELL = "/usr/bin/chromium-headless-shell";
export const knownPlaces = [
  SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, else one that is installed, else Debian's package,
 * installed now.
 *
 * @throws SetupError when there is none and none can be installed
 */
export async function ensureChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new SetupError(`CHROMIUM_PATH names ${asked}, which is not there.`);
  }
  const found = () => knownPlaces.find((path) => existsSync(path));
  // CI's machine is nobody's own, and the shell is installed in some seconds.
  const wantsShell = process.env.CI !== undefined && !existsSync(SHELL);
  const why = found() === undefined || wantsShell ? await installChromium() : "";
  const path = found();
  if (path !== undefined) return path;
  throw new SetupError(
    `The browser tests need Chromium, and none was found. Install it, or set CHROMIUM_PATH.${why}`,
  );
}

const installChromium = () =>
  aptInstall("Chromium for the browser tests", ["chromium-headless-shell", "chromium"]);
