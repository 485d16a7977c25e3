import { statSync } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assertNotTooDeep, lockFolder } from "../folder-lock.ts";
import { goneWithUs } from "../gone-with-us.ts";
import { isThere, liesThere, unusable } from "../is-there.ts";
import { findRunningCopy } from "../locator.ts";
import { makeFolder } from "../make-folder.ts";
import { setMode } from "../modes.ts";
import { assertHasDatabase, copyDatabase, lookAtDatabase, startRefusal } from "../open-data.ts";
import { diskError, StartError, writesTo } from "../start-error.ts";
import { DocumentError } from "../workspace/document-error.ts";
import { filesIn } from "../workspace/document-place.ts";
import { asideOf, forgetMove, moveAside, takeBackMoved } from "../workspace/moved-aside.ts";
import { parseDocument } from "../workspace/parse-document.ts";
import { isRestoring, restoreCutOff } from "../workspace/restore-files.ts";
import {
  dataDbOf,
  type WorkspaceFile,
  wholeWorkspace,
  workspaceFiles,
} from "../workspace/workspace-files.ts";

export interface Backup {
  readonly folder: string;
  readonly spaces: number;
  readonly events: number;
  readonly users: number;
  /** Of data.db. */
  readonly bytes: number;
}

/** How often it begins anew where documents are edited in the moment that the database is copied of. */
const attempts = 5;
/** How often it looks whether the copy of the database has begun, in ms. */
const beginPause = 2;
/** How often it looks whether a running copy's restore is over, and how long it waits before it looks again, in ms. */
const mostLooks = 100;
const lookPause = 100;

/**
 * Copies a workspace of one moment into a new folder, also while Understudy runs on it. The copy is a workspace itself: it opens
 * with `--data`. It lands whole or not at all.
 *
 * @throws StartError in words for the operator
 */
export async function backUp(dataDir: string, to: string): Promise<Backup> {
  const [from, folder] = [resolve(dataDir), resolve(to)];
  if (!isThere(join(from, "workspace.json"))) throw new StartError(`There is no workspace in ${from}.`);
  const way = relative(from, folder);
  if (!isAbsolute(way) && !`${way}${sep}`.startsWith(`..${sep}`))
    throw new StartError(`${folder} is inside the workspace. Name a folder elsewhere.`);
  await assertNotTooDeep(folder);
  await assertMovable(folder);
  await assertVacant(folder);
  return inAside(folder, async (aside) => {
    await copyWhole(from, aside);
    await assertStarts(aside, from, "Repair the workspace, then back it up");
    const held = await contentsOf(aside);
    await moveInto(folder, aside);
    return { folder, ...held };
  });
}

/**
 * Restores a backup in a workspace's place. What was there is moved aside, whole, where `replace` says so.
 * Gives that folder's new name; null where nothing was there.
 *
 * @throws StartError where the backup is not whole, something is there, or a copy runs on it
 */
export async function restore(
  backup: string,
  dataDir: string,
  { replace, now }: { readonly replace: boolean; readonly now: number },
): Promise<{ readonly restored: Backup; readonly kept: string | null }> {
  const [from, folder] = [resolve(backup), resolve(dataDir)];
  if (!isThere(from)) throw new StartError(`There is no folder ${from}.`);
  if (!isThere(join(from, "workspace.json"))) throw new StartError(`${from} is not a backup of a workspace.`);
  await assertNotTooDeep(folder);
  await assertMovable(folder);
  await assertWhole(from);
  await takeBackMoved(folder);
  const isTaken = isThere(join(folder, "workspace.json"));
  if (isTaken && !replace)
    throw new StartError(`There is a workspace in ${folder}. With --replace it is moved aside.`);
  if (!isTaken) await assertVacant(folder);
  const kept = isTaken ? asideOf(folder, now) : null;
  return inAside(folder, async (aside) => {
    await copyWhole(from, aside);
    await assertStarts(aside, from, "Repair the backup, or take another one");
    const held = await contentsOf(aside);
    if (kept !== null) {
      // Where a copy runs on it, it stays. One that starts between the two moves takes it back, and this one is not moved over it.
      const release = await lockFolder(folder, 0);
      release();
      await moveAside(folder, kept).catch((error: unknown) => {
        throw errorOfMove(folder, error);
      });
    }
    await makeFolder(dirname(folder));
    await moveInto(folder, aside);
    if (kept !== null) await forgetMove(kept);
    return { restored: { folder, ...held }, kept };
  });
}

/** Does `work` with the name of a folder beside this one, of which nothing is left, however it ends. */
async function inAside<T>(folder: string, work: (aside: string) => Promise<T>): Promise<T> {
  const aside = `${folder}.part-${process.pid}`;
  const forget = goneWithUs(aside);
  try {
    return await writesTo(folder, work(aside), "a folder on another disk");
  } finally {
    await rm(aside, { recursive: true, force: true });
    forget();
  }
}

/** Takes the place of a folder that is not there, or empty: whatever has come into it meanwhile stays. */
async function moveInto(folder: string, aside: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw errorOfMove(folder, error);
  });
  await rename(aside, folder);
}

/** Nothing takes the place of a folder where a disk is mounted, as of a container's volume. @throws StartError */
async function assertMovable(folder: string): Promise<void> {
  const [own, above] = await Promise.all(
    [folder, dirname(folder)].map((one) => lstat(one).catch(() => undefined)),
  );
  if (own !== undefined && above !== undefined && own.dev !== above.dev) throw mounted(folder);
}

const mounted = (folder: string): StartError =>
  new StartError(
    `A disk or a container's volume is mounted at ${folder}, so nothing else can take its place. Name a folder in it, such as ${join(folder, "workspace")}.`,
  );

/** What is mounted from the same disk is known only once it is to be moved. */
function errorOfMove(folder: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EBUSY") return mounted(folder);
  if (code === "ENOTEMPTY" || code === "EEXIST")
    return new StartError(`${folder} is no longer empty. Nothing was put there.`);
  return new StartError(`${folder} can't be moved: ${message}. Nothing was changed.`);
}

/** @throws StartError where no moment can be had, or its event store is not there */
async function copyWhole(from: string, aside: string): Promise<void> {
  await awaitRestore(from);
  const tryCopy = async () => {
    try {
      await assertHasDatabase(from);
      return await copyOnce(from, aside);
    } catch (error) {
      // Something was moved, or taken away, while it was read.
      const isGone = error instanceof DocumentError && !liesThere(resolve(from, error.file));
      if (isGone || isRestoring(from)) return false;
      throw error;
    }
  };
  for (let attempt = 1; !(await tryCopy()); attempt += 1) {
    if (attempt === attempts)
      throw new StartError(`${from} is being edited all the time, so it could not be copied. Try again.`);
    await awaitRestore(from);
  }
  // A restore that began and ended meanwhile may have taken it along.
  await assertHasDatabase(aside, from);
}

/** Waits for a running copy that restores a snapshot. @throws StartError where that takes long, or nobody is at it */
async function awaitRestore(from: string): Promise<void> {
  for (let look = 1; isRestoring(from); look += 1) {
    if ((await findRunningCopy(from)) === null) throw restoreCutOff(from);
    if (look > mostLooks)
      throw new StartError(`A snapshot is being restored in ${from}. Try again once that is over.`);
    await wait(lookPause);
  }
}

/**
 * False where a document changed in the moment that the database is copied of, or the place of the database did: the two copies would
 * not be of one moment. That moment has passed once there is something of the copy.
 */
async function copyOnce(from: string, to: string): Promise<boolean> {
  await rm(to, { recursive: true, force: true });
  await makeFolder(join(to, ".understudy"), 0o700).catch((error: unknown) => {
    throw new StartError(unusable(to, error));
  });
  const documents = await readAll(from);
  const hasDatabase = isThere(dataDbOf(from));
  const copying = hasDatabase ? copyDatabase(dataDbOf(from), dataDbOf(to)) : Promise.resolve();
  const reading = hasBegun(dataDbOf(to), copying).then(() => readAll(from));
  // Nothing is removed while it is written.
  await Promise.allSettled([copying, reading]);
  await copying;
  const after = await reading;
  if (hasDatabase) await setMode(dataDbOf(to), 0o600);
  if (isRestoring(from) || isThere(dataDbOf(from)) !== hasDatabase) return false;
  const isSame = ({ file, text }: ReadDocument) => {
    const later = after.get(file.name);
    return later !== undefined && (file.secret || later.text === text);
  };
  if (documents.size !== after.size || ![...documents.values()].every(isSame)) return false;
  await mkdir(join(to, "spaces"), { recursive: true, mode: 0o755 });
  // Those of that moment, whatever has come and gone since.
  for (const { file, text } of documents.values()) await writeText(join(to, file.name), text, file);
  return true;
}

/** Resolves once something of a copy is there, or it has come to its end, whichever. */
async function hasBegun(path: string, copying: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  copying.then(end, end);
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  while (!hasEnded && size() === 0) await wait(beginPause);
}

interface ReadDocument {
  readonly file: WorkspaceFile;
  readonly text: string;
}

/** All documents, by name; each was parsed, so that it can be opened. @throws DocumentError, StartError where one can't be read */
async function readAll(dataDir: string): Promise<Map<string, ReadDocument>> {
  const documents = new Map<string, ReadDocument>();
  for (const file of await wholeWorkspace(dataDir)) {
    const { name, kind } = file;
    const path = join(dataDir, name);
    const text = await filesIn(dataDir)
      .text(path)
      .catch((error: unknown) => {
        throw error instanceof DocumentError ? error : new StartError(unusable(path, error));
      });
    parseDocument(name, text, kind);
    documents.set(name, { file, text });
  }
  return documents;
}

async function writeText(path: string, text: string, { secret }: WorkspaceFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  await writeFile(path, text, { mode: secret ? 0o600 : 0o644 });
  const file = await open(path, "r");
  await file.sync();
  await file.close();
}

async function assertWhole(backup: string): Promise<void> {
  isThere(dataDbOf(backup));
  const { damage } = await lookAtDatabase(dataDbOf(backup));
  if (damage === null) return;
  // SQLite puts a file beside the database to read it: a disk that is full says no more than one that fails.
  if (diskError(damage, dataDbOf(backup)) !== null)
    throw new StartError(
      `${dataDbOf(backup)} could not be read: ${damage}. Where its disk is full, make room there, or copy the backup to another and restore that; otherwise take another backup.`,
    );
  throw new StartError(`${dataDbOf(backup)} is damaged: ${damage.replace(/\.$/, "")}. Take another backup.`);
}

/** Each of the documents can be read; what stands against another is found as a start finds it. `advice`: what to do then. */
async function assertStarts(copy: string, from: string, advice: string): Promise<void> {
  const [reason] = (await startRefusal(copy))?.split("\n", 1) ?? [];
  if (reason !== undefined)
    throw new StartError(`${reason.replaceAll(copy, from)}\nNothing was changed. ${advice}.`);
}

async function assertVacant(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartError(unusable(folder, error));
  });
  if (there.length > 0) throw new StartError(`${folder} is not empty. Name another folder.`);
}

/** Looked at before it lands: the folder whose place it takes may be the one that the command was called in, which is gone then. */
async function contentsOf(folder: string): Promise<Omit<Backup, "folder">> {
  const { events, users, bytes } = await lookAtDatabase(dataDbOf(folder));
  const spaces = workspaceFiles(folder).filter(({ name }) => name.endsWith("/space.json")).length;
  return { spaces, events, users, bytes };
}
