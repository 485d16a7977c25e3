import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { tryLock } from "./file-lock.ts";
import { distrustedLocator, findRunningCopy, forgetLocator, lockOf } from "./locator.ts";
import { StartError } from "./start-error.ts";

/** The longest path that SQLite opens a file by, in bytes, with its journal's ending; Windows has another limit. */
const longestPath = 512;
/** What lies the deepest of it in a data folder: the database of a snapshot that is being made. */
const deepest = "/.understudy/snapshots/.snp_0123456789abcdef/data.db-journal";

/** Nothing is begun in a folder in which a file could not be opened later. @throws StartError */
export async function assertNotTooDeep(dataDir: string): Promise<void> {
  // SQLite follows links first.
  const path = await realpath(dataDir).catch(() => resolve(dataDir));
  const [bytes, most] = [Buffer.byteLength(path), longestPath - deepest.length];
  if (process.platform !== "win32" && bytes > most)
    throw new StartError(
      `${dataDir} can't be used: its path has ${bytes} bytes, and its databases can be opened with ${most} at the most. Name a folder nearer to the root.`,
    );
}

/** How long a copy that holds the folder may take to say where it is, in ms: it may be starting or stopping. */
const usualPatience = 10_000;
const pause = 100;
/** How often is looked whether the lock's file is still there, in ms. */
const lookEvery = 1000;

/**
 * Makes this process the only one that works on a data folder, before anything in it is opened. The lock is SQLite's on a
 * file of its own, so the system takes it back from a process that is gone, however it went; a suspended one keeps it.
 * Gives what releases it.
 *
 * @throws StartError saying where the copy is that has the folder
 */
export async function lockFolder(dataDir: string, patience = usualPatience): Promise<() => void> {
  await assertNotTooDeep(dataDir);
  await mkdir(join(dataDir, ".understudy"), { recursive: true, mode: 0o700 });
  const giveUp = performance.now() + patience;
  for (;;) {
    const release = await tryLock(lockOf(dataDir));
    if (release !== null) {
      // What a dead copy has left would be believed while this process has the lock.
      await forgetLocator(dataDir).catch((error: unknown) => {
        release();
        throw error;
      });
      return keepLocked(dataDir, release);
    }
    const running = await findRunningCopy(dataDir);
    if (running !== null)
      throw new StartError(
        `A copy already runs on ${dataDir}, at ${running.platformUrl} (pid ${running.pid}).`,
      );
    const distrusted = await distrustedLocator(dataDir);
    if (distrusted !== null)
      throw new StartError(
        `A copy already runs on ${dataDir}. Its address is not trusted: ${distrusted} is not your own, or others may read it.`,
      );
    if (performance.now() > giveUp)
      throw new StartError(
        `Another process has ${dataDir} open and does not answer. It may be starting or stopping; if it is suspended, resume it.`,
      );
    await wait(pause);
  }
}

/**
 * Locks the file anew where somebody deleted it, taking it for a stale one, or put another in its place: the lock has gone with it.
 * Gives what releases it.
 */
async function keepLocked(dataDir: string, release: () => void): Promise<() => void> {
  const folder = await inode(join(dataDir, ".understudy"));
  let file = await inode(lockOf(dataDir));
  let held = release;
  let isOver = false;
  const look = async () => {
    const isGone = (await inode(lockOf(dataDir))) !== file;
    // Not in another folder that has the name by now.
    const again =
      isGone && (await inode(join(dataDir, ".understudy"))) === folder
        ? await tryLock(lockOf(dataDir)).catch(() => null)
        : null;
    if (isOver) return again?.();
    if (again !== null) {
      held();
      held = again;
      file = await inode(lockOf(dataDir));
    }
    timer = setTimeout(look, lookEvery).unref();
  };
  let timer = setTimeout(look, lookEvery).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
    held();
  };
}

const inode = (path: string): Promise<number | null> =>
  lstat(path).then(
    ({ ino }) => ino,
    () => null,
  );
