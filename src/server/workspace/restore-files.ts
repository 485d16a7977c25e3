import { lstatSync, readdirSync } from "node:fs";
import { lstat, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { readPlain } from "./durable-json-file.ts";
import { type DocumentKind, parseDocument } from "./parse-document.ts";
import {
  type Documents,
  dataFile,
  documentsFile,
  manifestFile,
  mostDocuments,
  parts,
  readDocuments,
  snapshotsDir,
  sync,
  textOf,
  writeWhole,
} from "./snapshot-files.ts";
import { dataDbOf, workspaceFiles } from "./workspace-files.ts";

/**
 * The folder for what is to be restored: data.db, documents.json with what each document holds, `coming` with a file for each,
 * ready to be moved, and `going` for those that are there now; `reserve` is room for the store to open again on a full disk.
 * Nothing is written once a restore is decided: files are moved, and can be moved back.
 */
export const restoringDir = (dataDir: string): string => join(dataDir, ".understudy", "restoring");
/** Says that what is to be restored is complete. While it is there, the restore is finished before anything else. */
const restorePlan = (dataDir: string): string => join(dataDir, ".understudy", "restore.json");

const plan = z.strictObject({ kept: z.string().regex(/^snp_[0-9A-Za-z]{1,40}$/), at: z.number().int() });
type Plan = z.output<typeof plan>;

/**
 * What SQLite has beside a database: its log, empty by then, and the log's index in shared memory. Where another program has the file
 * open they stay when it is closed, and are moved out of the way: whatever comes to its name would be read by the old one's index.
 */
const besides = ["-wal", "-shm"] as const;
const besideOf = (from: string, end: (typeof besides)[number]): string => join(from, `before${end}`);

/** Whether a restore is not over: a running copy is at it, or it was cut off. Until it is, the folder holds half of each state. */
export const isRestoring = (dataDir: string): boolean => hasEntry(restorePlan(dataDir));

/** What whoever copies a folder is told of a restore that nobody is at. */
export const restoreCutOff = (dataDir: string): StartError =>
  new StartError(
    `A restore of a snapshot was cut off in ${dataDir}. Start Understudy there once, which finishes it, and try again.`,
  );

/** A restore that could neither be finished nor be taken back: the next start finishes it. */
export class UnfinishedRestore extends Error {
  constructor(why: unknown) {
    super(
      `a restore could not be finished (${(why as Error).message}); nothing can be changed until Understudy is started again, which finishes it`,
    );
  }
}

/** Writes what is to be restored beside what is there, complete. */
export async function stageDocuments(dataDir: string, documents: Documents): Promise<void> {
  const from = restoringDir(dataDir);
  for (const [path, text] of Object.entries(documents))
    await writeWhole(join(from, "coming", path), text, 0o644);
  for (const { name } of workspaceFiles(dataDir))
    await mkdir(dirname(join(from, "going", name)), { recursive: true });
  await writeWhole(join(from, documentsFile), JSON.stringify(documents));
}

/**
 * Puts what was made ready into place, and moves data.db to the snapshot `kept`; or leaves everything as it was, and throws why.
 *
 * @throws UnfinishedRestore where some of it is in place, and can't be taken back
 */
export async function putRestored(dataDir: string, kept: string): Promise<void> {
  const decided = { kept, at: Date.now() };
  try {
    const written = join(restoringDir(dataDir), "restore.json");
    await writeWhole(written, JSON.stringify(decided));
    await rename(written, restorePlan(dataDir));
    await sync(dirname(restorePlan(dataDir)));
    await putInPlace(dataDir, decided);
  } catch (error) {
    await takeBack(dataDir, decided).catch(() => {
      throw new UnfinishedRestore(error);
    });
    throw error;
  }
  await rm(restoringDir(dataDir), { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Finishes the restore that a process which was killed had decided. Without a plan nothing is restored, and what was made ready is
 * removed.
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const planned = restorePlan(dataDir);
  if (hasEntry(planned)) await putInPlace(dataDir, await readPlan(dataDir));
  await rm(restoringDir(dataDir), { recursive: true, force: true });
  await dropHalves(dataDir);
}

async function readPlan(dataDir: string): Promise<Plan> {
  const path = restorePlan(dataDir);
  try {
    return plan.parse(JSON.parse((await readPlain(dataDir, path)) ?? ""));
  } catch {
    throw new Error(`${path} is not of Understudy's making. Check where it comes from, then delete it.`);
  }
}

/** What is to be restored, or was kept, of all documents together; null where there is none. @throws Error where it can't be read */
async function documentsOf(dataDir: string, folder: string): Promise<Documents | null> {
  const text = await readPlain(dataDir, join(folder, documentsFile), mostDocuments);
  return text === null ? null : readDocuments(text);
}

/** Each step may be done already. @throws Error where a link leads elsewhere, and nothing was moved */
async function putInPlace(dataDir: string, { kept, at }: Plan): Promise<void> {
  const from = restoringDir(dataDir);
  const db = dataDbOf(dataDir);
  const documents = await documentsOf(dataDir, from);
  const paths = Object.keys(documents ?? {});
  const going = join(from, "going");
  // They are looked for there.
  await assertNoLinks(dataDir, [join(going, "spaces")]);
  const folders = [...workspaceFiles(dataDir), ...workspaceFiles(going)].map(({ name }) => dirname(name));
  await assertNoLinks(dataDir, [
    join(from, dataFile),
    join(snapshotsDir(dataDir), kept, dataFile),
    join(snapshotsDir(dataDir), kept, documentsFile),
    trashDir(dataDir),
    ...paths.flatMap((path) => [join(from, "coming", path), dirname(join(dataDir, path))]),
    ...[dataDir, going, editsDir(dataDir, at)].flatMap((place) =>
      folders.map((folder) => join(place, folder)),
    ),
  ]);
  if (hasEntry(join(from, dataFile))) {
    const keptDb = join(snapshotsDir(dataDir), kept, dataFile);
    if (hasEntry(db) && !hasEntry(keptDb)) await rename(db, keptDb);
    for (const end of besides) if (hasEntry(db + end)) await rename(db + end, besideOf(from, end));
    await rename(join(from, dataFile), db);
    await sync(dirname(db));
    await sync(dirname(keptDb));
  }
  if (documents !== null) await putDocuments(dataDir, documents, at);
  await keepEdits(dataDir, { kept, at });
  await endPlan(dataDir);
}

/** Documents that lay there and are not what was kept were edited from outside in that moment: they move to the trash. */
async function keepEdits(dataDir: string, { kept, at }: Plan): Promise<void> {
  const going = join(restoringDir(dataDir), "going");
  const gone = workspaceFiles(going);
  if (gone.length === 0) return;
  const keptFile = join(snapshotsDir(dataDir), kept, documentsFile);
  const documents = await readPlain(dataDir, keptFile, mostDocuments)
    .then((text): Documents => JSON.parse(text ?? "{}"))
    .catch((): Documents => ({}));
  for (const { name, kind, secret } of gone) {
    // A restore moves no secrets there.
    if (secret) continue;
    const text = await readPlain(dataDir, join(going, name)).catch(() => null);
    if (isSame(text ?? "", documents[name], kind)) continue;
    const saved = join(editsDir(dataDir, at), name);
    await mkdir(dirname(saved), { recursive: true });
    await rename(join(going, name), saved);
    await sync(dirname(saved));
  }
}

/** Whether a file says the same as what was kept of it, however it is written. */
function isSame(text: string, kept: string | undefined, kind: DocumentKind<unknown>): boolean {
  try {
    return text === kept || textOf(parseDocument("", text, kind).value) === kept;
  } catch {
    return false;
  }
}

/** Other Spaces move to the trash, whole; other files in a Space's folder stay. */
async function putDocuments(dataDir: string, documents: Documents, at: number): Promise<void> {
  const from = restoringDir(dataDir);
  const changed = new Set<string>();
  const move = async (source: string, target: string) => {
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await rename(source, target);
    changed.add(dirname(source)).add(dirname(target));
  };
  for (const { name: path, secret } of workspaceFiles(dataDir)) {
    if (secret || documents[path] !== undefined) continue;
    const [, key = ""] = path.split("/");
    if (documents[`spaces/${key}/space.json`] !== undefined)
      await move(join(dataDir, path), join(from, "going", path));
    else if (path.endsWith("/space.json"))
      await move(join(dataDir, "spaces", key), join(trashDir(dataDir), `${key}-${at}`));
  }
  for (const [path, text] of Object.entries(documents)) {
    const place = join(dataDir, path);
    const there = await readPlain(dataDir, place).catch(() => null);
    if (there === text) continue;
    const ready = join(from, "coming", path);
    if (!hasEntry(ready)) {
      // It was put in place, and edited from outside since. An older version made nothing ready: there it is written.
      if (!hasEntry(join(from, "coming"))) await writeWhole(place, text, 0o644);
      continue;
    }
    if (hasEntry(place)) await move(place, join(from, "going", path));
    await move(ready, place);
  }
  for (const folder of changed) if (hasEntry(folder)) await sync(folder);
}

/** Moves everything back. Killed on the way, the next start finishes the restore instead. */
async function takeBack(dataDir: string, { kept, at }: Plan): Promise<void> {
  const from = restoringDir(dataDir);
  const changed = new Set<string>();
  const move = async (source: string, target: string) => {
    await rename(source, target);
    changed.add(dirname(source)).add(dirname(target));
  };
  const documents = await documentsOf(dataDir, from);
  if (documents === null) throw new Error(`${join(from, documentsFile)} is not there`);
  const paths = Object.keys(documents);
  for (const path of paths) {
    const place = join(dataDir, path);
    const ready = join(from, "coming", path);
    if (!hasEntry(ready) && hasEntry(place)) await move(place, ready);
  }
  const edits = editsDir(dataDir, at);
  for (const moved of [join(from, "going"), edits])
    for (const { name: path } of workspaceFiles(moved)) await move(join(moved, path), join(dataDir, path));
  await rm(edits, { recursive: true, force: true }).catch(() => undefined);
  for (const path of paths) if (path.endsWith("/space.json")) await dropEmpty(dirname(join(dataDir, path)));
  const trash = trashDir(dataDir);
  for (const name of hasEntry(trash) ? readdirSync(trash) : [])
    if (name.endsWith(`-${at}`) && join(trash, name) !== edits)
      await move(join(trash, name), join(dataDir, "spaces", name.slice(0, -`-${at}`.length)));
  const db = dataDbOf(dataDir);
  const keptDb = join(snapshotsDir(dataDir), kept, dataFile);
  if (hasEntry(keptDb)) {
    if (hasEntry(db) && !hasEntry(join(from, dataFile))) await move(db, join(from, dataFile));
    for (const end of besides) if (hasEntry(besideOf(from, end))) await move(besideOf(from, end), db + end);
    if (!hasEntry(db)) await move(keptDb, db);
  }
  for (const folder of changed) if (hasEntry(folder)) await sync(folder);
  await endPlan(dataDir);
}

/** A folder that was cloned may bring links: nothing is moved through one. */
async function assertNoLinks(dataDir: string, paths: readonly string[]): Promise<void> {
  const looked = new Set([dataDir]);
  const assertNone = async (path: string): Promise<void> => {
    if (looked.has(path)) return;
    looked.add(path);
    await assertNone(dirname(path));
    const stats = await lstat(path).catch(() => null);
    if (stats?.isSymbolicLink()) throw new Error(`${path} is a link. Check where it leads, then delete it.`);
  };
  for (const path of paths) await assertNone(path);
}

async function endPlan(dataDir: string): Promise<void> {
  const planned = restorePlan(dataDir);
  await rm(planned, { force: true });
  // Once it is gone all is decided.
  await sync(dirname(planned)).catch(() => undefined);
}

/** Folders that were made for a Space that did not come. */
async function dropEmpty(spaceFolder: string): Promise<void> {
  for (const folder of ["published", "scenes", "."])
    await rmdir(join(spaceFolder, folder)).catch(() => undefined);
}

/** Removes what a killed process was writing: a snapshot takes its name once it is checked. */
async function dropHalves(dataDir: string): Promise<void> {
  const folder = snapshotsDir(dataDir);
  for (const entry of hasEntry(folder) ? readdirSync(folder) : []) {
    const isWhole =
      !entry.startsWith(".") && [manifestFile, ...parts].every((file) => hasEntry(join(folder, entry, file)));
    if (!isWhole) await rm(join(folder, entry), { recursive: true, force: true });
  }
}

const trashDir = (dataDir: string): string => join(dataDir, ".understudy", "trash");
/** A Space's key has no `_`, so none of its folders is called so. */
const editsDir = (dataDir: string, at: number): string => join(trashDir(dataDir), `edited_outside-${at}`);

/** Unlike `isThere`, a link counts, wherever it leads. @throws where nobody can say: it is not the same as nothing */
function hasEntry(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}
