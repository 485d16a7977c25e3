import type { Stats } from "node:fs";
import { lstat, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { homeFolder } from "./home-folder.ts";
import { keepsModes, others } from "./modes.ts";

/** A server without a window, or the desktop app's. */
export type ServerKind = "headless" | "desktop";

/** What `.understudy/server.json` says of the copy that runs on a data folder. */
export interface Locator {
  readonly pid: number;
  readonly platformUrl: string;
  readonly sdkUrl: string;
  readonly startedAt: string;
  readonly version: string;
  /** What runs the copy; left out by versions that did not say. */
  readonly host?: ServerKind;
  /** Lets another process of the same person ask the running copy for a console address. The file is 0600. */
  readonly token: string;
}

/** The locator of a data folder. */
export const locatorOf = (dataDir: string): string => join(dataDir, ".understudy", "server.json");
/** How long a copy may take to answer before it counts as gone, in ms: it has its folder's lock, and may have much to do. */
export const answerTime = 5_000;

/**
 * The lock of a data folder, which a copy holds for as long as it runs. Only this person can open it, while anybody may have a
 * dead copy's number and port.
 */
export const lockOf = (dataDir: string): string => join(dataDir, ".understudy", "owner.lock");

/** The copy that runs on this data folder and answers, or null; a stale locator counts as none. */
export async function findRunningCopy(dataDir: string): Promise<Locator | null> {
  const locator = await readLocator(dataDir);
  if (locator === null || !isAlive(locator.pid) || !(await isHeld(lockOf(dataDir)))) return null;
  return (await answers(locator)) ? locator : null;
}

async function isHeld(lock: string): Promise<boolean> {
  // SQLite would make it.
  if ((await lstat(lock).catch(() => null)) === null) return false;
  const { tryLock } = await import("./file-lock.ts");
  const release = await tryLock(lock).catch(() => undefined);
  release?.();
  return release === null;
}

/** In one step, so that nobody finds half of it and takes this copy for gone. */
export async function writeLocator(dataDir: string, locator: Locator): Promise<void> {
  // Writing into an old file would keep its owner; writing through a link would change its target.
  await forgetLocator(dataDir);
  const aside = `${locatorOf(dataDir)}.${process.pid}`;
  await rm(aside, { force: true });
  try {
    await writeFile(aside, `${JSON.stringify(locator, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(aside, locatorOf(dataDir));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Takes away what a copy that is gone has left. */
export const forgetLocator = (dataDir: string): Promise<void> =>
  unlink(locatorOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });

/** Takes the locator away, if it is still this process's. */
export async function removeLocator(dataDir: string): Promise<void> {
  const pid = await readFile(locatorOf(dataDir), "utf8")
    .then((text) => (JSON.parse(text) as Partial<Locator> | null)?.pid)
    .catch(() => undefined);
  if (pid === process.pid) await rm(locatorOf(dataDir), { force: true });
}

/** The path of a locator that is there and not believed; null where there is none, or it is one's own. */
export async function distrustedLocator(dataDir: string): Promise<string | null> {
  const path = locatorOf(dataDir);
  const stats = await lstat(path).catch(() => null);
  return stats === null || (await isOwn(path, stats)) ? null : path;
}

/** Null also for a file that this person's own copy would not have written: a folder may come from anywhere. */
async function readLocator(dataDir: string): Promise<Locator | null> {
  try {
    const path = locatorOf(dataDir);
    if (!(await isOwn(path, await lstat(path)))) return null;
    const found = JSON.parse(await readFile(path, "utf8")) as Locator;
    return typeof found.pid === "number" && isLoopback(found.platformUrl) && typeof found.token === "string"
      ? found
      : null;
  } catch {
    return null;
  }
}

/** Whether a file is reached by another name, too (a hard link). Folders always are. */
export const hasSecondName = (stats: Stats): boolean => stats.isFile() && stats.nlink > 1;

/** A file and no link to one, and without a second name, by which something else would be read or written. */
export const isPlainFile = (stats: Stats): boolean => stats.isFile() && !hasSecondName(stats);

/** A plain file of this person's, that nobody else may read, where the disk keeps modes. Windows has neither owners nor modes like these. */
async function isOwn(path: string, stats: Stats): Promise<boolean> {
  if (!isPlainFile(stats) || process.platform === "win32") return isPlainFile(stats);
  const isClosed = (stats.mode & others) === 0 || !(await keepsModes(dirname(path)));
  return stats.uid === process.getuid?.() && isClosed;
}

const isLoopback = (url: unknown): boolean =>
  typeof url === "string" && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(url);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Another process may have the number by now, so it is asked who it is. */
async function answers(locator: Locator): Promise<boolean> {
  try {
    const response = await fetch(new URL("/v2/status", locator.platformUrl), {
      headers: { authorization: `Bearer ${locator.token}` },
      signal: AbortSignal.timeout(answerTime),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** The OS's data folder for the app, e.g. ~/.local/share/understudy. */
export function defaultDataDir(): string {
  if (process.platform === "win32")
    return join(process.env.APPDATA || join(homeFolder(), "AppData", "Roaming"), "Understudy");
  if (process.platform === "darwin")
    return join(homeFolder(), "Library", "Application Support", "Understudy");
  // One that is empty or relative counts as none (XDG Base Directory Specification).
  const { XDG_DATA_HOME: data = "" } = process.env;
  return join(isAbsolute(data) ? data : join(homeFolder(), ".local", "share"), "understudy");
}
