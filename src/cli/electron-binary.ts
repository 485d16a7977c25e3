import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Electron as npm installed it: its program is fetched separately, and may be missing. */
export interface ElectronPackage {
  readonly folder: string;
  readonly version: string;
}

/** Electron's package; null where it is not installed. @param from a module's URL: it is looked for from there */
export function findElectronPackage(from: string = import.meta.url): ElectronPackage | null {
  try {
    const manifest = createRequire(from).resolve("electron/package.json");
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    return { folder: dirname(manifest), version: String(version) };
  } catch {
    return null;
  }
}

/**
 * The path of Electron's executable, or null where it is not there. Reads what Electron's installer left behind:
 * `require("electron")` would start a download. ELECTRON_OVERRIDE_DIST_PATH, which is Electron's own variable, names an
 * unpacked Electron elsewhere.
 */
export function findElectron(
  from: string = import.meta.url,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const unpacked = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (unpacked) return existing(join(unpacked, executableName()));
  const electron = findElectronPackage(from);
  if (electron === null) return null;
  // The installer writes it last: without it the program may be incomplete.
  const pathFile = join(electron.folder, "path.txt");
  if (!existsSync(pathFile)) return null;
  return existing(join(electron.folder, "dist", readFileSync(pathFile, "utf8").trim()));
}

const existing = (path: string): string | null => (existsSync(path) ? path : null);

function executableName(): string {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return process.platform === "win32" ? "electron.exe" : "electron";
}
