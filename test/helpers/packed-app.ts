import { createRequire } from "node:module";
import { join } from "node:path";
import { buildApp } from "../../scripts/packaging/build-app.mjs";
import { standInElectron } from "../../scripts/packaging/stand-in.mjs";
import { root } from "./built-program.ts";

/** Only what the builder itself brings: no package of ours names it. */
interface Asar {
  readonly extractAll: (archive: string, to: string) => void;
  readonly listPackage: (archive: string) => string[];
}
const builderRequire = createRequire(createRequire(import.meta.url).resolve("app-builder-lib/package.json"));
export const loadAsar = async (): Promise<Asar> => import(builderRequire.resolve("@electron/asar"));

/** The app as the builder packs it, only Electron itself being a dummy. */
export interface PackedApp {
  readonly folder: string;
  readonly binary: string;
  readonly archive: string;
}

export async function packApp(folder: string): Promise<PackedApp> {
  const electron = standInElectron();
  const output = join(folder, "dist");
  await buildApp(root, { electronDist: electron.folder, folderOnly: true, platform: "linux", output });
  electron.remove();
  const packed = join(output, "linux-unpacked");
  return {
    folder: packed,
    binary: join(packed, "understudy-desktop"),
    archive: join(packed, "resources/app.asar"),
  };
}
