import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildApp } from "../../scripts/packaging/build-app.mjs";
import { root } from "./built-program.ts";
import { writeProgram } from "./fake-program.ts";

/** Only what the builder itself brings: no package of ours names it. */
interface Asar {
  readonly extractAll: (archive: string, to: string) => void;
  readonly listPackage: (archive: string) => string[];
}
const builderRequire = createRequire(createRequire(import.meta.url).resolve("app-builder-lib/package.json"));
export const loadAsar = async (): Promise<Asar> => import(builderRequire.resolve("@electron/asar"));

/** What Electron's fuses look like in its binary: a sentinel, their version and number, and one character each. */
const fuseWire = (states: string) =>
  `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001${String.fromCharCode(states.length)}${states}`;

/** As no app of ours would have them: `1` is on. */
const shippedFuses = "101100010";

/** A folder that the builder takes for an unpacked Electron for Linux. */
function fakeElectronDist(folder: string): string {
  mkdirSync(join(folder, "locales"), { recursive: true });
  mkdirSync(join(folder, "resources"));
  writeProgram(join(folder, "electron"), `// ${fuseWire(shippedFuses)}`);
  const { version } = createRequire(import.meta.url)("electron/package.json");
  writeFileSync(join(folder, "version"), version);
  for (const name of [
    "LICENSE",
    "LICENSES.chromium.html",
    "chrome-sandbox",
    "locales/en-US.pak",
    "locales/de.pak",
  ])
    writeFileSync(join(folder, name), name);
  return folder;
}

/** The app as the builder packs it, only Electron itself being a dummy. */
export interface PackedApp {
  readonly folder: string;
  readonly binary: string;
  readonly archive: string;
}

export async function packApp(folder: string): Promise<PackedApp> {
  const electronDist = fakeElectronDist(join(folder, "electron"));
  await buildApp(root, { electronDist, folderOnly: true, platform: "linux", output: join(folder, "dist") });
  const packed = join(folder, "dist/linux-unpacked");
  return {
    folder: packed,
    binary: join(packed, "understudy-desktop"),
    archive: join(packed, "resources/app.asar"),
  };
}
