import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import { shell } from "electron";

/**
 * Opens a folder in the system's file manager, and nothing else: `shell.openPath` would run a program, also behind a link. To a Mac
 * a folder with an ending can be one (`.app`), so there it is shown in the folder that it lies in.
 *
 * @throws Error that says why it can't be shown
 */
export async function showFolder(path: string): Promise<void> {
  const folder = await realpath(path).catch(() => null);
  const found = folder === null ? null : await stat(folder).catch(() => null);
  if (folder === null || found?.isDirectory() !== true)
    throw new Error(`${path} is not there, or is no folder.`);
  if (process.platform === "darwin" && basename(folder).includes(".")) return shell.showItemInFolder(folder);
  const problem = await shell.openPath(folder);
  if (problem !== "") throw new Error(problem);
}
