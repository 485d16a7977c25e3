import { randomUUID } from "node:crypto";
import { chmod, open, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The bits by which others than the owner may do anything. */
export const others = 0o077;

/**
 * Whether the disk of this folder keeps modes. Some do not (FAT and exFAT, a Windows drive in WSL, some volumes): there modes say
 * nothing. One that can't be tried is taken to keep them.
 */
export async function keepsModes(folder: string): Promise<boolean> {
  const path = join(folder, `.modes-${randomUUID()}`);
  try {
    // Whoever may write to the folder could put another file in its place: the one that was made is looked at.
    const file = await open(path, "wx", 0o600);
    const { mode } = await file.stat().finally(() => file.close());
    await unlink(path);
    return (mode & others) === 0;
  } catch {
    return true;
  }
}

/** Gives what lies there this mode; on a disk that keeps none, which may refuse, it stays as it is. */
export async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch(async (error: unknown) => {
    if (await keepsModes(dirname(path))) throw error;
  });
}
