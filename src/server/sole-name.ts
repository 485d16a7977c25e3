import { constants } from "node:fs";
import { copyFile, open, rename, unlink } from "node:fs/promises";

/**
 * Gives a file that has a second name elsewhere (a hard link, as snapshots and tools that save space make them) a content of its
 * own: what is written into it from now on is not written there, too. Nothing is lost where it fails.
 */
export async function giveSoleName(path: string): Promise<void> {
  const copy = `${path}.copy`;
  try {
    // What an earlier attempt left.
    await unlink(copy).catch(() => undefined);
    await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = await open(copy, "r+");
    await file.sync().finally(() => file.close());
    await rename(copy, path);
  } catch (error) {
    await unlink(copy).catch(() => undefined);
    throw error;
  }
}
