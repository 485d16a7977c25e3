import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The path of Electron's executable, or null where it is not there. Reads what Electron's installer left behind:
 * `require("electron")` would start a download.
 *
 * @param from a module's URL; Electron is looked for from there
 */
export function findElectron(from: string = import.meta.url): string | null {
  const folder = electronFolder(from);
  if (folder === null) return null;
  const pathFile = join(folder, "path.txt");
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, "dist", readFileSync(pathFile, "utf8").trim());
  return existsSync(binary) ? binary : null;
}

function electronFolder(from: string): string | null {
  try {
    return dirname(createRequire(from).resolve("electron/package.json"));
  } catch {
    return null;
  }
}
