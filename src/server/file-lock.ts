import { lstat } from "node:fs/promises";
import Database from "libsql";

/**
 * Holds a lock until the returned function is called or the process ends, however it ends: SQLite's exclusive lock on an
 * empty file of its own. Null where another one has it.
 *
 * @throws Error naming what lies there instead of that file: SQLite would act on what a stranger put there
 */
export async function tryLock(path: string): Promise<(() => void) | null> {
  const there = await lstat(path).catch(() => null);
  if (there !== null && (!there.isFile() || there.size > 0)) throw foreign(path);
  for (const beside of ["-journal", "-wal", "-shm"])
    if ((await lstat(path + beside).catch(() => null)) !== null) throw foreign(path + beside);
  const db = new Database(path);
  try {
    db.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => db.close();
  } catch (error) {
    db.close();
    if ((error as { readonly code?: string }).code === "SQLITE_BUSY") return null;
    throw error;
  }
}

const foreign = (path: string): Error =>
  new Error(`${path} is not a lock of Understudy's. Check where it comes from, then delete it.`);
