import { constants } from "node:fs";
import { copyFile, lstat, open, rename, unlink } from "node:fs/promises";

/**
 * Gives a file that has a second name elsewhere, as snapshots and tools that save space make them, a content of its
 * own: what is written into it from now on is not written there, too. Nothing is lost where it fails.
 */
export async function giveSoleName(path: string): Promise<void> {
  const copy = `${path}.copy`;
  try {
    // What an earlier attempt left.
    await unlink(copy).catch(() => undefined);
    await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = await open(copy, "r+");
    try {
      const { uid, gid } = await lstat(path);
      // Root in a container works on a volume of whoever mounted it.
      if (process.getuid?.() === 0) await file.chown(uid, gid);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(copy, path);
  } catch (error) {
    await unlink(copy).catch(() => undefined);
    throw error;
  }
}
