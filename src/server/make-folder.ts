import { mkdir, rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it, where they are not there; gives the uppermost that was made. Where one can't be made, none is
 * left. Node's own (`recursive`) never ends in a folder that takes none and says that it is not there, as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<string | undefined> {
  const path = resolve(folder);
  const first = await makeOne(path, mode);
  if (first !== "parent") return first === "made" ? path : undefined;
  const above = dirname(path);
  const made = await makeFolder(above, mode);
  try {
    const second = await makeOne(path, mode);
    if (second === "parent") throw new Error(`${above} keeps no files`);
    return made ?? (second === "made" ? path : undefined);
  } catch (error) {
    await removeMade(above, made);
    throw error;
  }
}

/** Takes away what `makeFolder` made, by what it gave; but for folders that hold something by now. */
export async function removeMade(folder: string, made: string | undefined): Promise<void> {
  if (made === undefined) return;
  for (let path = resolve(folder); await isRemoved(path); path = dirname(path)) if (path === made) return;
}

const isRemoved = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );

/** `parent`: there is nothing to make it in. */
async function makeOne(path: string, mode?: number): Promise<"made" | "there" | "parent"> {
  try {
    await mkdir(path, { mode });
    return "made";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && dirname(path) !== path) return "parent";
    // The root says EISDIR or EPERM, a disk that can't be written EROFS.
    const there = await stat(path).catch((why: NodeJS.ErrnoException) => {
      throw why.code === "ELOOP" ? why : error;
    });
    if (there.isDirectory()) return "there";
    throw error;
  }
}
