import { existsSync } from "node:fs";
import { access, constants, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../core/problem.ts";
import { AuditFile } from "./audit/audit-file.ts";
import { AuditLog } from "./audit/audit-log.ts";
import type { PlatformClock } from "./clock/platform-clock.ts";
import type { Closing } from "./closing.ts";
import { assertNotTooDeep, lockFolder } from "./folder-lock.ts";
import { isThere, obstacleTo, unusable } from "./is-there.ts";
import { type Locator, lockOf, removeLocator, writeLocator } from "./locator.ts";
import { makeFolder } from "./make-folder.ts";
import { assertOwnDatabase, assertTogether, isLacking, lookForDamage, secretsIn } from "./own-database.ts";
import { keepOwn, keepOwnFolder, refusedIn } from "./own-folder.ts";
import { diskError, StartError, writesTo } from "./start-error.ts";
import type { Store } from "./store/ports.ts";
import { identityIn } from "./store/sqlite/file-thread.ts";
import { SqliteStore } from "./store/sqlite/sqlite-store.ts";
import type { StoreSource, StoreTarget } from "./store/store-end.ts";
import { DocumentError } from "./workspace/document-error.ts";
import { flushFolder } from "./workspace/durable-json-file.ts";
import { forgetMoves, takeBackMoved } from "./workspace/moved-aside.ts";
import { finishRestore } from "./workspace/restore-files.ts";
import { Workspace } from "./workspace/workspace.ts";
import { dataDbOf } from "./workspace/workspace-files.ts";
import { watchWorkspace } from "./workspace/workspace-watcher.ts";

// Only this module and open-shared.ts know how things are stored; whatever copies or checks a workspace imports it from here.
export {
  copyDatabase,
  countsOf,
  lookAtDatabase,
  readyCopy,
  takeDatabase,
  takeSessions,
} from "./store/sqlite/file-thread.ts";

export { fileSource, fileTarget } from "./store/sqlite/store-end.ts";

/** Brings what is kept behind the log up to it, and gives the identity of the data.db. */
export async function settledStore(path: string): Promise<string> {
  const store = await SqliteStore.open(path);
  try {
    while ((await store.behind(Date.now())).events > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return store.opened.identity;
  } finally {
    await store.close();
  }
}

/** The driver is loaded only for a database. */
const databaseEnd = () => import("./store/postgres/store-end.ts");
export async function withDatabaseSource<T>(
  url: string,
  work: (source: StoreSource) => Promise<T>,
): Promise<T> {
  return (await databaseEnd()).withDatabaseSource(url, work);
}
export async function withDatabaseTarget<T>(
  url: string,
  identity: string,
  work: (target: StoreTarget) => Promise<T>,
): Promise<T> {
  return (await databaseEnd()).withDatabaseTarget(url, identity, work);
}

/** What a server runs on. */
export interface OpenedData {
  readonly workspace: Workspace;
  readonly store: Store;
  readonly audit: AuditLog;
  /** Its address, for the operator. */
  readonly where: string;
  /** Does what only one server may do at a time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Says where this server is, for other programs of this machine. */
  announce(locator: Locator): Promise<void>;
  /** Takes in what others change from now on. */
  follow(): void;
  /** Resolves once what others have changed by now is taken in; null where nobody else does. */
  readonly fresh: (() => Promise<void>) | null;
}

/**
 * Where a file may grow no further (`ulimit -f`), the system ends the process unless it listens for this signal; then the write
 * fails.
 */
function refuseLongFiles(): void {
  if (process.platform !== "win32" && process.listenerCount("SIGXFSZ") === 0)
    process.on("SIGXFSZ", () => undefined);
}

/** A workspace folder, for this process alone. @throws StartError, DocumentError */
export async function openFolder(
  folder: string,
  clock: PlatformClock,
  closing: Closing,
): Promise<OpenedData> {
  const dataDir = resolve(folder);
  await assertNotTooDeep(dataDir);
  await assertFolderIsWritable(dataDir);
  const takenBack = await takeBackMoved(dataDir);
  const privateDir = join(dataDir, ".understudy");
  // A first start that would be refused makes nothing.
  if (!existsSync(privateDir)) await Workspace.look(dataDir, clock.now());
  await writesTo(privateDir, keepOwnFolder(dataDir));
  refuseLongFiles();
  closing.add(await writesTo(lockOf(dataDir), lockFolder(dataDir)));
  await writesTo(privateDir, keepOwn(dataDir));
  closing.add(() => removeLocator(dataDir));
  await forgetMoves(dataDir);
  await writesTo(dataDir, finishRestore(dataDir));
  const [workspace, store] = await openBoth(dataDir, clock.now());
  closing.add(() => store.close());
  closing.add(() => workspace.settled());
  if (takenBack !== null)
    workspace.warnings.set(
      "restore",
      "A restore of a backup was cut off, so the workspace from before was put back in its place. Restore the backup again.",
    );
  // Again, for the files that were made just now.
  await keepOwn(dataDir, true);
  return {
    workspace,
    store,
    audit: new AuditLog(new AuditFile(join(workspace.privateDir, "audit.log"))),
    where: dataDir,
    alone: (work) => work(),
    announce: (locator) => writesTo(join(privateDir, "server.json"), writeLocator(dataDir, locator)),
    follow: () => {
      const watching = watchWorkspace(workspace);
      closing.add(async () => (await watching)());
    },
    fresh: null,
  };
}

/**
 * Waits until the copy that has a folder says where it is. Changes nothing, and says nothing of a folder that can't be used.
 *
 * @throws StartError that says where it is; as `lockFolder`
 */
export async function assertUnused(folder: string): Promise<void> {
  const dataDir = resolve(folder);
  if (!existsSync(lockOf(dataDir)) || (await refusedIn(dataDir)) !== null) return;
  const release = await lockFolder(dataDir);
  release();
}

/** @throws StartError where the folder can't be made or written */
async function assertFolderIsWritable(dataDir: string): Promise<void> {
  try {
    const made = await makeFolder(dataDir, 0o700);
    // After a power cut a new folder exists only if the one above it was flushed.
    for (let folder = dataDir; made !== undefined && folder !== dirname(made); folder = dirname(folder))
      await flushFolder(dirname(folder));
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${obstacleTo(dataDir) ?? unusable(dataDir, error)} --data names the folder.`,
    );
  }
}

/** Opens documents and database at once: they work in different threads. */
async function openBoth(dataDir: string, now: number): Promise<[Workspace, Store]> {
  const [workspace, store] = await Promise.allSettled([
    Workspace.open(dataDir, now),
    writesTo(dataDbOf(dataDir), SqliteStore.open(dataDbOf(dataDir))),
  ]);
  if (workspace.status === "rejected") {
    if (store.status === "fulfilled") await closeUnused(store.value, dataDir);
    throw workspace.reason;
  }
  if (store.status === "rejected") throw store.reason;
  try {
    await assertTogether(workspace.value, store.value.opened);
  } catch (error) {
    await store.value.close();
    throw error;
  }
  if (store.value.opened.wasCut) lookForDamage(workspace.value, store.value);
  return [workspace.value, store.value];
}

/** A start that fails removes the data.db that it made: the next one would take it for another workspace's. */
async function closeUnused(store: SqliteStore, dataDir: string): Promise<void> {
  await store.close();
  if (store.opened.isNew) await rm(dataDbOf(dataDir), { force: true });
}

/** Why a start would refuse what is in a folder; null where it would take it. Changes nothing. */
export async function startRefusal(dataDir: string): Promise<string | null> {
  try {
    const { secrets } = await Workspace.look(dataDir, Date.now());
    const identity = await identityOf(dataDir);
    if (identity !== null) assertOwnDatabase(dataDir, secrets.data, identity);
    return null;
  } catch (error) {
    return asStartError(error).message;
  }
}

/**
 * For whoever copies a folder: without its data.db it would be copied as if it had no users and events.
 *
 * `named`: what the message calls the folder, where it is a copy under another name.
 *
 * @throws StartError
 */
export async function assertHasDatabase(dataDir: string, named = dataDir): Promise<void> {
  const secrets = await secretsIn(dataDir);
  if (isLacking(dataDir, secrets))
    throw new StartError(
      `${named} is not whole: the event store that its .understudy/secrets.json names, .understudy/data.db, is not there. Nothing was changed.\nPut it back; or, to go on without its users and events, start Understudy there once.`,
    );
  const identity = await identityOf(dataDir);
  if (secrets !== null && identity !== null) assertOwnDatabase(named, secrets, identity);
}

/** What secrets.json calls the data.db of a folder; null where there is none. @throws StartError where nobody can say whether there is */
const identityOf = async (dataDir: string): Promise<string | null> =>
  isThere(dataDbOf(dataDir)) ? identityIn(dataDbOf(dataDir)) : null;

/** Any reason for a start that failed, in words for the operator. */
export function asStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const cause = error instanceof Problem && error.cause !== undefined ? error.cause : error;
  const { code, path } = (cause ?? {}) as NodeJS.ErrnoException;
  const disk = diskError(cause, path ?? "The data folder");
  if (disk !== null) return disk;
  if (path !== undefined && (code === "EACCES" || code === "EPERM"))
    return new StartError(unusable(path, cause));
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentError)
    return new StartError(
      `${reason}\nNothing was changed. Repair the file, or restore a copy of it, and start again.`,
    );
  if (error instanceof Problem) return new StartError(reason);
  return new StartError(`The data folder can't be used: ${reason}`);
}
