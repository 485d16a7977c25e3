import { existsSync } from "node:fs";
import { knownPlaces } from "../../scripts/setup/chromium.mjs";

/** The Chromium of the browser tests: the one named by CHROMIUM_PATH, else the first that is installed. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...knownPlaces].find((place) => place !== undefined && existsSync(place));

export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Pages of one origin and context share what is compiled, as long as one of them is there.
  "--process-per-site",
];
