import { existsSync } from "node:fs";
import { access, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "../core/problem.ts";
import { AuditFile } from "./audit/audit-file.ts";
import { AuditLog } from "./audit/audit-log.ts";
import type { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import { lockFolder } from "./folder-lock.ts";
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
import { clockKind, systemClock } from "./workspace/document-kinds.ts";
import { flushFolder } from "./workspace/durable-json-file.ts";
import { followDocuments } from "./workspace/follow-documents.ts";
import { JsonDocument } from "./workspace/json-document.ts";
import { forgetMoves, takeBackMoved } from "./workspace/moved-aside.ts";
import { finishRestore } from "./workspace/restore-files.ts";
import { Workspace } from "./workspace/workspace.ts";
import { dataDbOf } from "./workspace/workspace-files.ts";
import { watchWorkspace } from "./workspace/workspace-watcher.ts";

// Only this module knows how things are stored; whatever copies or checks a workspace imports it from here.
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

/** For how long a database that can't be reached is tried again at the start, in ms. */
const databasePatience = 30_000;

interface SharedStart {
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A database that several servers share; where it goes away meanwhile, all is opened anew.
 *
 * @throws StartError, and the reason of a `signal` that comes while it is waited for
 */
export async function openShared(
  url: string,
  clock: PlatformClock,
  closing: Closing,
  start: SharedStart,
): Promise<OpenedData> {
  return onceThere(start, async () => {
    const opened = new Closing();
    try {
      const data = await openSharedOnce(url, clock, opened, start);
      closing.add(() => opened.run());
      return data;
    } catch (error) {
      await opened.run().catch(() => undefined);
      throw error;
    }
  });
}

/** Does `work` of a start, again where the database goes away meanwhile. @throws what `work` does, the signal's reason */
async function onceThere<R>({ log, signal }: SharedStart, work: () => Promise<R>): Promise<R> {
  const until = Date.now() + databasePatience;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const isAway = error instanceof Problem && error.code === "not-ready";
      if (!isAway || Date.now() >= until) throw error;
      if (attempt === 1)
        log(`The database went away during the start. Trying again for ${databasePatience / 1000} s.`);
      await wait(Math.min(1_000, 100 * attempt), undefined, { signal }).catch(() => undefined);
    }
}

async function openSharedOnce(
  url: string,
  clock: PlatformClock,
  closing: Closing,
  start: SharedStart,
): Promise<OpenedData> {
  const { log, signal } = start;
  // The driver is loaded only for a database.
  const { PostgresStore } = await import("./store/postgres/postgres-store.ts");
  const store = await PostgresStore.open(url, { patience: databasePatience, onWaiting: log, signal });
  closing.add(() => store.close());
  const privateDir = await mkdtemp(join(tmpdir(), "understudy-server-"));
  closing.add(() => rm(privateDir, { recursive: true, force: true }));
  const place = store.documents;
  // A server whose own clock is wrong deletes nobody's events, and counts those of the others when they do.
  await place.head();
  clock.real = () => place.time.agreed();
  // One server makes the first Space; those that start at the same time wait for it.
  const releaseFirst = await store.waitForLease("start", signal);
  const workspace = await Workspace.in({ dir: "", privateDir, place }, clock.now()).finally(releaseFirst);
  closing.add(inTime(() => workspace.settled()));
  const setting = await JsonDocument.open({
    path: ".understudy/clock.json",
    kind: clockKind,
    absent: systemClock,
    place,
  });
  const setClock = () => clock.set(setting.data.clock);
  setClock();
  warnOfClock(workspace, clock);
  clock.keep = (wanted) =>
    setting.update((draft) => {
      draft.clock = wanted;
    });
  const documents = await followDocuments(workspace, store.documents, [
    { document: setting, onChange: setClock },
  ]);
  closing.add(documents.stop);
  return {
    workspace,
    store,
    audit: new AuditLog(store.audit),
    where: store.where,
    alone: async (work) => {
      const release = await onceThere(start, () => store.waitForLease("start", signal));
      try {
        await documents.look();
        await work();
      } finally {
        await release();
      }
    },
    announce: () => Promise.resolve(),
    follow: () => store.onDocuments(() => void documents.look()),
    fresh: inTime(documents.look),
  };
}

/** It outlives all servers: one that was left moved may have been forgotten, and as long no old events are deleted. */
function warnOfClock({ warnings }: Workspace, clock: PlatformClock): void {
  if (clock.isSystem) return;
  warnings.set(
    "clock",
    `The platform's clock of this database was moved (${clock.mode}) before this server started. Until it is set back, in Settings or by PUT /v2/clock {"mode":"system"}, no old events are deleted.`,
  );
  clock.onChange(() => {
    if (clock.isSystem) warnings.delete("clock");
  });
}

/** How long requests wait for the database before they are answered by what is known, in ms. */
const freshTime = 2_000;

/** Waits for `look`, but not long; and not again for one that was late, until one has come through. */
function inTime(look: () => Promise<void>): () => Promise<void> {
  let isLate = false;
  return async () => {
    const looked = look().then(() => {
      isLate = false;
    });
    if (isLate) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, freshTime);
    });
    await Promise.race([looked, late]);
    clearTimeout(timer);
  };
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
    throw new StartError(`The data folder ${obstacleTo(dataDir) ?? unusable(dataDir, error)}`);
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
    if (identity !== null) assertOwnDatabase(secrets.data, identity);
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
  if (secrets !== null && identity !== null) assertOwnDatabase(secrets, identity);
}

/** What secrets.json calls the data.db of a folder; null where there is none. @throws StartError where nobody can say whether there is */
const identityOf = async (dataDir: string): Promise<string | null> =>
  isThere(dataDbOf(dataDir)) ? identityIn(dataDbOf(dataDir)) : null;

/** Any reason for a start that failed, in words for the operator. */
export function asStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const cause = error instanceof Problem && error.cause !== undefined ? error.cause : error;
  const disk = diskError(cause, (cause as { readonly path?: string } | null)?.path ?? "The data folder");
  if (disk !== null) return disk;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentError)
    return new StartError(
      `${reason}\nNothing was changed. Repair the file, or restore a copy of it, and start again.`,
    );
  if (error instanceof Problem) return new StartError(reason);
  return new StartError(`The data folder can't be used: ${reason}`);
}
