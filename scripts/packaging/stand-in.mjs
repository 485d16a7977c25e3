import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What Electron's fuses look like in its program: a sentinel, their version and number, and one character each. */
const fuseWire = (states) =>
  `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001${String.fromCharCode(states.length)}${states}`;

/** As no app of ours would have them: `1` is on. */
const shippedFuses = "101100010";

/**
 * Makes a folder that the builder takes for an unpacked Electron for Linux, where there is none: with it everything of ours is
 * packed. `left` are the files of it that end up in the app's folder, by the names that they have there.
 *
 * @returns {{ folder: string, left: string[], remove: () => void }}
 */
export function standInElectron() {
  const folder = mkdtempSync(join(tmpdir(), "understudy-no-electron-"));
  mkdirSync(join(folder, "locales"));
  mkdirSync(join(folder, "resources"));
  writeFileSync(join(folder, "electron"), `#!/bin/sh\n# ${fuseWire(shippedFuses)}\nexit 1\n`);
  chmodSync(join(folder, "electron"), 0o755);
  const { version } = createRequire(import.meta.url)("electron/package.json");
  writeFileSync(join(folder, "version"), version);
  const files = [
    "LICENSE",
    "LICENSES.chromium.html",
    "chrome-sandbox",
    "locales/en-US.pak",
    "locales/de.pak",
  ];
  for (const name of files) writeFileSync(join(folder, name), name);
  return {
    folder,
    left: [
      "understudy-desktop",
      "LICENSE.electron.txt",
      "LICENSES.chromium.html",
      "chrome-sandbox",
      "locales",
      "version",
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
