import { access, constants, lstat, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { manifestName } from "../../core/codegen/folder/manifest.ts";
import { inMoveOrder } from "../../core/codegen/folder/move-order.ts";
import { isSafePath } from "../../core/codegen/folder/safe-path.ts";
import { makeFolder, removeMade } from "../make-folder.ts";
import { FolderError } from "./folder-error.ts";
import { endJournal, type Journal, lockRoot, noteMoves, readJournal } from "./journal.ts";
import { assertRealFolders } from "./safe-path.ts";

/** A file that moves into its place, or out of it where `text` is null. */
export interface Move {
  readonly path: string;
  readonly text: string | null;
  /** A file is there now. */
  readonly replaces: boolean;
  /** The text that is there, where it is known: it must still be there when the file is moved. */
  readonly before: string | null;
}

/**
 * Where an update is prepared, on the root's own disk so that moving is renaming: beside it, or in it where nothing
 * outside of it may be touched. Its name is fixed: an update that was killed is found by the next one.
 */
export type Staging = "beside" | "inside";
const stagingOf = async (root: string, staging: Staging): Promise<string> =>
  staging === "inside" || (await isMounted(root))
    ? join(root, ".understudy-update")
    : join(dirname(root), `.${basename(root)}.understudy-update`);

/** Whether it is a disk of its own: from beside it nothing can be moved into it. */
async function isMounted(root: string): Promise<boolean> {
  const [own, above] = await Promise.all([root, dirname(root)].map((one) => lstat(one).catch(() => null)));
  return own != null && above != null && own.dev !== above.dev;
}

const place = (folder: string, path: string): string => join(folder, ...path.split("/"));

/**
 * Lands all of the moves or none of them: everything is written apart first, then renamed into place, and
 * renamed back where one fails. What a killed process left half done is undone by the next.
 *
 * @throws FolderError where the folder can't be written to, or another update is at it
 */
export async function land(root: string, moves: readonly Move[], where: Staging = "beside"): Promise<void> {
  const staging = await stagingOf(root, where);
  const made = await makeFolder(root).catch((error: unknown) => {
    throw notWritable(root, error);
  });
  try {
    await access(dirname(staging), constants.W_OK).catch((error: unknown) => {
      throw notWritable(root, error);
    });
    await alone(root, () => landAlone(root, staging, moves));
  } catch (error) {
    await removeMade(root, made);
    throw error;
  }
}

async function landAlone(root: string, staging: string, moves: readonly Move[]): Promise<void> {
  const ordered = inMoveOrder(moves);
  await undoLast(root, staging);
  await prepare(root, staging, ordered);
  try {
    for (const move of ordered) await moveOne(root, staging, move);
  } catch (error) {
    await undoLast(root, staging);
    throw notWritable(root, error);
  }
  await leave(root, staging);
  for (const { path, text } of moves) if (text === null) await removeEmptyFolders(root, path);
}

async function prepare(root: string, staging: string, moves: readonly Move[]): Promise<void> {
  try {
    // From now on the staging folder holds this update's files.
    await noteMoves(root, []);
    await mkdir(staging);
    await stage(staging, moves);
    // Only now: before all is there, nothing moves, so that there is nothing to undo.
    await noteMoves(
      root,
      moves.map(({ path, replaces }) => ({ path, replaces })),
    );
  } catch (error) {
    // The first failure is the one to tell.
    await leave(root, staging).catch(() => undefined);
    throw notWritable(root, error);
  }
}

/** Works on the root while no other update does. */
async function alone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const release = await lockRoot(root);
  if (release === null)
    throw new FolderError(`Another update of ${root} is running. Wait for it, or stop it.`);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Removes the note and the staging folder: after this nothing is to be undone. */
async function leave(root: string, staging: string): Promise<void> {
  await noteMoves(root, []);
  await rm(staging, { recursive: true, force: true });
  await endJournal(root);
}

async function stage(staging: string, moves: readonly Move[]): Promise<void> {
  for (const { path, text } of moves) {
    const staged = place(join(staging, "new"), path);
    await mkdir(dirname(staged), { recursive: true });
    await mkdir(dirname(place(join(staging, "old"), path)), { recursive: true });
    if (text !== null) await writeFile(staged, text);
  }
}

async function moveOne(root: string, staging: string, { path, text, replaces, before }: Move): Promise<void> {
  await assertRealFolders(root, path);
  if (replaces) {
    const old = place(join(staging, "old"), path);
    await rename(place(root, path), old);
    if (before !== null && (await readFile(old, "utf8")) !== before) throw changedMeanwhile(root, path);
  } else if (await exists(place(root, path))) throw changedMeanwhile(root, path);
  if (text === null) return;
  await mkdir(dirname(place(root, path)), { recursive: true });
  await rename(place(join(staging, "new"), path), place(root, path));
}

/**
 * Undoes an update of this person's that did not come to its end. What looks like one and is not noted in their own folder
 * came from elsewhere: it is left alone.
 *
 * @throws FolderError where another update is at the root, or something foreign is in the way
 */
export const recover = (root: string, where: Staging = "beside"): Promise<void> =>
  alone(root, async () => undoLast(root, await stagingOf(root, where)));

async function undoLast(root: string, staging: string): Promise<void> {
  const journal = await readJournal(root);
  const found = await lstat(staging).catch(() => null);
  if (found !== null && (journal === null || !found.isDirectory()))
    throw new FolderError(
      `${staging} is in the way, and is not from an update of yours. Check what is in it (its folder "old" has files that an update put aside), then move it away.`,
    );
  if (journal === null) return;
  for (const move of journal.moves.toReversed()) await undo(root, staging, move);
  await leave(root, staging);
}

/** Undoes each move: what was new goes, with its folder where that is empty then, what was old comes back. Where `new` is still there, nothing was moved. */
async function undo(
  root: string,
  staging: string,
  { path, replaces }: Journal["moves"][number],
): Promise<void> {
  if (!isJournalPath(path)) return;
  await assertRealFolders(root, path);
  const old = place(join(staging, "old"), path);
  const hasOld = replaces && (await exists(old));
  const landed = !(await exists(place(join(staging, "new"), path)));
  if (landed && (hasOld || !replaces)) await rm(place(root, path), { force: true });
  if (hasOld) await rename(old, place(root, path));
  else if (!replaces) await removeEmptyFolders(root, path);
}

/** The manifest moves with the files. */
const isJournalPath = (path: string): boolean => path === manifestName || isSafePath(path);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Removes folders that are empty now, up to the root. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  const segments = path.split("/").slice(0, -1);
  for (let length = segments.length; length > 0; length -= 1) {
    const removed = await rmdir(join(root, ...segments.slice(0, length))).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

const changedMeanwhile = (root: string, path: string): FolderError =>
  new FolderError(`${join(root, path)} was changed during the update. Nothing was changed; run it again.`);

function notWritable(root: string, error: unknown): FolderError {
  if (error instanceof FolderError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const denied = code === "EACCES" || code === "EPERM" || code === "EROFS";
  const why = denied ? "you may not write to the folder" : message;
  return new FolderError(`Nothing was changed in ${root}: ${why}.`, denied ? "not-writable" : "write-failed");
}
