import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const words = "This folder is a workspace of Understudy. Open this file to open it in the app.\n";

/**
 * Puts a file into a new workspace that opens it by a double click: an app can register for files, not for folders. Without
 * it the folder is a workspace all the same, so that it can't be written is no fault.
 */
export async function leaveWorkspaceFile(folder: string): Promise<void> {
  const name = `${basename(folder, ".understudy")}.understudy`;
  await writeFile(join(folder, name), words, { flag: "wx" }).catch(() => undefined);
}
