import type { Stats } from "node:fs";
import { access, constants, lstat, mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasSecondName } from "./locator.ts";
import { keepsModes, others, setMode } from "./modes.ts";
import { giveSoleName } from "./sole-name.ts";

/** Windows has neither such owners nor such modes: there the profile's folder keeps others out. */
const hasModes = process.platform !== "win32";

/** Written for its owner alone from the first byte on: one that others may read was not written here. */
const neverShared = new Set(["secrets.json", "oauth.json"]);

const isFileName = /\.(json|lock|log|db)\b/;

/** The folder itself, before anything lies in it. @throws Error where it is a link, or somebody else's */
export async function keepOwnFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, ".understudy");
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const stats = await lstat(folder);
  assertOwn(folder, stats, "folder");
  await close(folder, stats);
}

/**
 * Makes what is in `.understudy` the person's own before it is opened: a folder that was cloned, copied or shared may bring
 * links, other people's files, and secrets that somebody else knows. What is only open to others is closed. Called by who holds
 * the lock. A file with a second name elsewhere, as snapshots make them (`cp -al`), gets a content of its own, unless the store
 * is `inUse`: otherwise the snapshot would change with it.
 *
 * @throws Error naming what is not theirs
 */
export async function keepOwn(dataDir: string, inUse = false): Promise<void> {
  const folder = join(dataDir, ".understudy");
  const { uid } = await lstat(folder);
  const modes = hasModes && (await keepsModes(folder));
  for (const name of await readdir(folder))
    if (!looksItself.has(name)) {
      await separate(join(folder, name), uid, inUse);
      await own(folder, name, modes);
    }
  const logs = join(folder, "logs");
  for (const name of await readdir(logs).catch(noneThere)) await own(logs, name, modes);
  await ignoreItself(join(folder, ".gitignore"));
}

/** What of `.understudy` a start would refuse, in words for the operator; null where it would refuse nothing. Changes nothing. */
export async function refusedIn(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, ".understudy");
  const there = await lstat(folder).catch(() => null);
  if (there === null) return null;
  try {
    assertOwn(folder, there, "folder");
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => null);
      if (stats === null) continue;
      // A disk without modes shows every file as executable: then they say nothing.
      if (!looksItself.has(name)) assertKept(path, stats, name, hasModes && (stats.mode & 0o111) === 0);
    }
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * What of `.understudy` is this person's and closed to them, as by a copy that kept no modes: a start opens it again, and before that
 * nobody can say what is in it. The first that is found; null where nothing is. Changes nothing.
 */
export async function closedIn(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, ".understudy");
  if (await isClosed(folder)) return folder;
  for (const name of await readdir(folder).catch(() => []))
    if (!looksItself.has(name) && (await isClosed(join(folder, name)))) return join(folder, name);
  return null;
}

async function isClosed(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || !(stats.isFile() || stats.isDirectory()) || stats.uid !== process.getuid?.())
    return false;
  const { R_OK, W_OK, X_OK } = constants;
  return access(path, R_OK | W_OK | (stats.isDirectory() ? X_OK : 0)).then(
    () => false,
    () => true,
  );
}

/** Whoever opens these checks them itself, and replaces what is not its own. */
const looksItself = new Set(["server.json", "owner.lock", ".gitignore"]);

/** `uid`: whose the folder is. Logs are left out: whoever writes or reads one looks at it itself. */
async function separate(path: string, uid: number, inUse: boolean): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || !hasSecondName(stats)) return;
  if (stats.uid !== uid)
    throw new Error(`${path} belongs to another user and is a link to a file elsewhere. Delete ${path}.`);
  if (!inUse) await giveSoleName(path);
}

async function own(folder: string, name: string, modes: boolean): Promise<void> {
  const path = join(folder, name);
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return;
  assertKept(path, stats, name, modes);
  await close(path, stats);
}

/** `modes`: whether the disk keeps them. */
function assertKept(path: string, stats: Stats, name: string, modes: boolean): void {
  if (modes && neverShared.has(name) && stats.isFile() && (stats.mode & others) !== 0)
    throw new Error(
      `${path} can be read by others, which Understudy never allows: it may have come with the folder, and its author may know what is in it. If it is yours, run: chmod 600 "${path}"; else delete it.`,
    );
  assertOwn(path, stats, stats.isDirectory() && !isFileName.test(name) ? "folder" : "file");
}

/** Refuses what is a link or somebody else's. */
function assertOwn(path: string, stats: Stats, kind: "folder" | "file"): void {
  if (kind === "folder" ? !stats.isDirectory() : !stats.isFile())
    throw new Error(`${path} is not a plain ${kind}. Check where it leads, then delete it.`);
  if (!hasModes) return;
  // In a container root works on a volume of the user who mounted it.
  const uid = process.getuid?.();
  if (uid !== 0 && stats.uid !== uid) throw new Error(`${path} belongs to somebody else.`);
}

/** Closes to others what is open to them, and opens to its owner what is not: SQLite gives what it makes beside data.db its mode. */
async function close(path: string, stats: Stats): Promise<void> {
  if (!hasModes) return;
  // Closing it would close its other name, too.
  if (hasSecondName(stats)) return;
  const mode = stats.mode & 0o777;
  const wanted = (mode & ~others) | (stats.isDirectory() ? 0o700 : 0o600);
  if (mode !== wanted) await setMode(path, wanted).catch(unlessGone);
}

function noneThere(error: NodeJS.ErrnoException): [] {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  return [];
}

/** SQLite's files come and go. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

const ignoreAll = "*\n";

/** Git must see nothing of the folder, whatever a commit has put there: also a link to what never ends. */
export async function ignoreItself(path: string): Promise<void> {
  const there = await lstat(path).catch(() => null);
  const mayBeOurs = there?.isFile() === true && there.size === ignoreAll.length;
  if (mayBeOurs && (await readFile(path, "utf8").catch(() => null)) === ignoreAll) return;
  await unlink(path).catch(() => undefined);
  await writeFile(path, ignoreAll, { flag: "wx", mode: 0o600 });
}
