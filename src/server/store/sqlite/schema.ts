import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { asBytes, neededRow, neededText, textOf } from "./damaged-text.ts";

export type Db = InstanceType<typeof Database>;
export type Statement = Database.Statement<unknown[]>;

/**
 * An event's key is its environment's number and its sequence in one integer, so that each environment's events lie
 * together in order of arrival, and one integer names an event everywhere. 2^40 events an environment, `lastEnvironment` of those.
 */
export const keySpan = 2 ** 40;
/** The highest number of an environment: JavaScript holds all of its keys exactly, and the first of the one after it. */
export const lastEnvironment = Math.floor(Number.MAX_SAFE_INTEGER / keySpan) - 1;
/** The tables whose rows are of an environment: by its number `n`, or by the one in their `key`. The index goes with the events. */
export const ofEnvironment = {
  n: ["users", "publications", "selectors", "deleted_users", "moments"],
  key: ["events", "rejected"],
} as const;
export const eventKey = (environment: number, sequence: number): number => environment * keySpan + sequence;
export const sequenceOf = (key: number): number => key % keySpan;

/** Numbered steps: `user_version` says how many a data.db has had. Never change one that has shipped; add another. */
const migrations: readonly string[] = [
  `
  CREATE TABLE environments (
    n INTEGER PRIMARY KEY, space TEXT NOT NULL, environment TEXT NOT NULL,
    last_sequence INTEGER NOT NULL DEFAULT 0,
    events INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0,
    users INTEGER NOT NULL DEFAULT 0, visitors INTEGER NOT NULL DEFAULT 0,
    seen_through INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, environment)
  );
  CREATE TABLE events (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, known INTEGER NOT NULL, person TEXT NOT NULL,
    time INTEGER NOT NULL, received INTEGER NOT NULL, session TEXT, experience TEXT, pairs TEXT,
    source INTEGER NOT NULL, sdk_name TEXT, sdk_version TEXT, original TEXT,
    h_id INTEGER, h_name INTEGER, h_group INTEGER, h_person INTEGER, h_experience INTEGER,
    h_pair1 INTEGER, h_pair2 INTEGER, h_pair3 INTEGER
  );
  CREATE TABLE terms (term INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (term, key)) WITHOUT ROWID;
  CREATE TABLE person_times (
    person INTEGER NOT NULL, name INTEGER NOT NULL, time INTEGER NOT NULL, key INTEGER NOT NULL,
    PRIMARY KEY (person, name, time, key)
  ) WITHOUT ROWID;
  CREATE TABLE moments (n INTEGER NOT NULL, time INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (n, time, key)) WITHOUT ROWID;
  CREATE TABLE index_marks (n INTEGER NOT NULL, part TEXT NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (n, part)) WITHOUT ROWID;
  CREATE TABLE rejected (
    key INTEGER PRIMARY KEY, id TEXT, name TEXT, known INTEGER, person TEXT, received INTEGER NOT NULL,
    code TEXT NOT NULL, detail TEXT NOT NULL, source INTEGER NOT NULL, sdk_name TEXT, sdk_version TEXT, original TEXT
  );
  CREATE TABLE users (
    n INTEGER NOT NULL, known INTEGER NOT NULL, id TEXT NOT NULL, fields TEXT NOT NULL, labels TEXT NOT NULL,
    created INTEGER NOT NULL, first_seen INTEGER, last_seen INTEGER, sessions INTEGER NOT NULL,
    PRIMARY KEY (n, known, id)
  ) WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, n INTEGER NOT NULL, known INTEGER NOT NULL, person TEXT NOT NULL, anonymous_id TEXT,
    started INTEGER NOT NULL, sdk_name TEXT NOT NULL, sdk_version TEXT NOT NULL, device TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  // selectors.key is null where the selector's times are being removed; events after `since` are counted as they come,
  // those up to it are back-filled, through `filled` so far. rule_times names people by their ids, in the order of users.
  `
  CREATE TABLE selectors (
    id INTEGER PRIMARY KEY, n INTEGER NOT NULL, key TEXT, name TEXT NOT NULL, h_name INTEGER NOT NULL,
    filters TEXT NOT NULL, since INTEGER NOT NULL, filled INTEGER NOT NULL, UNIQUE (n, key)
  );
  CREATE TABLE rule_times (
    selector INTEGER NOT NULL, known INTEGER NOT NULL, person TEXT NOT NULL, time INTEGER NOT NULL, key INTEGER NOT NULL,
    PRIMARY KEY (selector, known, person, time, key)
  ) WITHOUT ROWID;
  CREATE TABLE publications (
    n INTEGER NOT NULL, collection TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL,
    published_at INTEGER NOT NULL, published_by TEXT NOT NULL, note TEXT, content TEXT NOT NULL,
    PRIMARY KEY (n, collection, version)
  ) WITHOUT ROWID;
  ALTER TABLE users ADD COLUMN device TEXT;
  `,
  // Users in the order of a time, either way; those who have none (last_seen) together.
  `
  CREATE INDEX users_by_created ON users (n, created, known, id);
  CREATE INDEX users_by_last_seen ON users (n, last_seen, known, id);
  `,
  // Who was deleted while events up to through were not in users yet: those make nobody any more.
  `
  CREATE TABLE deleted_users (
    n INTEGER NOT NULL, known INTEGER NOT NULL, id TEXT NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (n, known, id)
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_start ON sessions (started);
  CREATE INDEX rejected_by_time ON rejected (received);
  `,
  // identity: secrets.json names it too. open: 1 while somebody writes, so that a start knows of a stop that was none.
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  INSERT INTO facts VALUES ('identity', lower(hex(randomblob(16)))), ('open', '0');
  `,
  // Where a publication stands among those of its Collection; for those that are there by their time, behind the version before.
  // In one walk: a stranger's file, which may have any number of them, is brought up to date, too.
  `
  ALTER TABLE publications ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
  UPDATE publications SET place = o.place FROM (
    SELECT n, collection, version, max(published_at) OVER (PARTITION BY n, collection ORDER BY version) AS place FROM publications
  ) AS o WHERE o.n = publications.n AND o.collection = publications.collection AND o.version = publications.version;
  `,
];

/** What was found when a data.db was opened. */
export interface OpenedDb {
  readonly identity: string;
  /** See `Store.epoch`. */
  readonly epoch: string;
  /** There was none, or an empty file. */
  readonly isNew: boolean;
  /** The last writer did not close it: it was killed, or the machine went down. */
  readonly wasCut: boolean;
}

/**
 * Opens data.db for writing and brings its schema up to date; before each change of an existing one a backup is put beside it.
 * Only at the start is a missing one made: later it was taken away, and may come back.
 */
export function openForWriting(path: string, mayMake: boolean): OpenedDb & { readonly db: Db } {
  assertOwnFile(path);
  const isNew = isEmpty(path);
  if (isNew) {
    assertNoLog(path);
    if (mayMake) make(path);
  }
  const db = openExisting(path);
  // A thread of its own moves the log (`SqliteStore`); beyond so many pages that one could not keep up.
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000; PRAGMA journal_size_limit = 67108864;",
  );
  migrate(db, path, true);
  const identity = neededText(factOf(db, "identity"), "which workspace it belongs to");
  for (const [bytes] of db
    .prepare(`SELECT ${asBytes("space, environment")} FROM environments`)
    .raw()
    .all() as [Uint8Array][])
    neededRow(bytes, "the name of an environment");
  const epoch = textOf(factOf(db, "epoch") ?? new Uint8Array());
  const open = textOf(factOf(db, "open") ?? new Uint8Array());
  db.exec("UPDATE facts SET value = '1' WHERE name = 'open'");
  return { db, identity, epoch, isNew, wasCut: open === "1" };
}

/** The bytes of what data.db says of itself. */
export const factOf = (db: Db, name: "identity" | "epoch" | "open"): Uint8Array | undefined =>
  (
    db.prepare("SELECT CAST(value AS BLOB) FROM facts WHERE name = ?").raw().get(name) as
      | [Uint8Array]
      | undefined
  )?.[0];

const isEmpty = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;

/** The log holds what was acknowledged last. SQLite would throw it away beside an empty file, or play it into another one. */
function assertNoLog(path: string): void {
  if (!isEmpty(`${path}-wal`))
    throw new Error(
      `${path} is gone and its log, ${path}-wal, is still there. Put the file back; or, to begin with an empty one, delete the log.`,
    );
}

/** SQLite itself would make an empty file where there is none, and throw away the log beside it. */
function openExisting(path: string): Db {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "rw");
  return new Database(url.href);
}

/**
 * Made in memory, and then written aside and moved into its place, whole. Until there is a log SQLite keeps a journal, which a killed
 * process would leave in the way of the next start. libsql keeps a file open after `close` for as long as a prepared statement of it
 * is anywhere: then Windows neither moves nor deletes it, and SQLite, which knows files by inode, would go on by the old name. So
 * nothing is prepared on the file.
 */
function make(path: string): void {
  const aside = `${path}.new`;
  for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(aside + end, { force: true });
  const made = new Database(":memory:");
  // Only a new database can be told to give back pages one by one.
  made.exec("PRAGMA auto_vacuum = INCREMENTAL");
  migrate(made, aside, false);
  made.prepare("VACUUM INTO ?").run(aside);
  made.close();
  const db = new Database(aside);
  db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL");
  db.close();
  const file = openSync(aside, "r+");
  fsyncSync(file);
  closeSync(file);
  renameSync(aside, path);
}

/** The log after some of it was moved, in pages: how many it holds, and how many of them are in the database by now. */
export interface Log {
  readonly pages: number;
  readonly moved: number;
}

/**
 * Moves the log into the database, as far as nobody reads an older state of it. Once all of it is moved, the next transaction
 * begins the log anew.
 */
export function moveLog(db: Db): Log {
  const [, pages, moved] = db.prepare("PRAGMA wal_checkpoint(PASSIVE)").raw().get() as [
    number,
    number,
    number,
  ];
  return { pages, moved };
}

/** Says that nobody writes any more, and moves the log into the database. */
export function closeCleanly(db: Db): void {
  db.exec("UPDATE facts SET value = '0' WHERE name = 'open'; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Moves a copy's log into it. */
export function settleCopy(path: string): void {
  const db = new Database(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  closeCleanly(db);
}

/** What SQLite finds wrong with the file; null where nothing is. Reads all of it. */
export function damageOf(db: Db, check: "quick_check" | "integrity_check" = "quick_check"): string | null {
  const [found] = db.prepare(`PRAGMA ${check}(1)`).raw().get() as [string];
  return found === "ok" ? null : found;
}

/**
 * Removes the first rows of a table, `limit` of them at the most: those whose key, by the names of its columns, begins with
 * `of`. Gives how many. One after the other: `(a, b) IN (SELECT …)` and `<=` would walk all that begin so.
 */
export function removeFirst(db: Db, table: string, key: string, of: number, limit: number): number {
  const [head] = key.split(", ");
  const first = `SELECT ${key} FROM ${table} WHERE ${head} = ? ORDER BY ${key} LIMIT 1`;
  const remove = prepared(db, `DELETE FROM ${table} WHERE (${key}) = (${first})`);
  let removed = 0;
  while (removed < limit && remove.run(of).changes > 0) removed += 1;
  return removed;
}

/** How many steps its schema has had; 0 for one that is empty. */
export const versionOf = (db: Db): number => (db.prepare("PRAGMA user_version").raw().get() as [number])[0];

/** Its tables and indexes as they were made, as one text. */
export const schemaOf = (db: Db): string =>
  JSON.stringify(
    db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").raw().all(),
  );

/** Makes the tables of a version in an empty database. */
export function makeTables(db: Db, version: number): void {
  for (const step of migrations.slice(0, version)) db.exec(step);
  db.exec(`PRAGMA user_version = ${version}`);
}

/** The schema of a new data.db of a version. */
export function newSchema(version: number): string {
  const db = new Database(":memory:");
  try {
    makeTables(db, version);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** What this build writes; a data.db of a later version is refused. */
export const dbVersion = migrations.length;

/** SQLite would play back a log that a stranger put beside the database. Ours is a WAL; it leaves no journal. */
function assertOwnFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile())
    throw new Error(`${path} is not a plain file. Nothing was changed.`);
  if (lstatSync(`${path}-journal`, { throwIfNoEntry: false }) !== undefined)
    throw new Error(
      `${path}-journal is not of Understudy's making, so the database was not opened. Check where it comes from, then delete it.`,
    );
}

export function openForReading(path: string): Db {
  assertOwnFile(path);
  const db = openExisting(path);
  db.exec("PRAGMA query_only = 1; PRAGMA cache_size = -4000;");
  return db;
}

/** For long scans: rows may be put aside in a temporary table, and nothing else is changed. */
export function openForScanning(path: string): Db {
  assertOwnFile(path);
  const db = openExisting(path);
  db.exec("PRAGMA cache_size = -8000; PRAGMA temp_store = FILE;");
  return db;
}

const kept = new WeakMap<Db, Map<string, Statement>>();

/** A prepared statement, kept for the next time: preparing one takes longer than running it. Rows are lists. */
export function prepared(db: Db, sql: string): Statement {
  const all = kept.get(db) ?? new Map<string, Statement>();
  kept.set(db, all);
  const known = all.get(sql);
  if (known !== undefined) return known;
  const made = db.prepare(sql);
  all.set(sql, made.reader ? made.raw() : made);
  return made;
}

/** One transaction; undone whole where `work` throws. */
export function transaction<T>(db: Db, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/**
 * As `transaction`, for work that is done again where it is lost: index, upkeep. It does not wait for the disk; the next
 * transaction that somebody waits for writes it too. After a crash the database is still whole.
 */
export function repeatable<T>(db: Db, work: () => T): T {
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return transaction(db, work);
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

/** Brings its schema up to date; `existed`: before each step a backup is put beside it. @throws where it is a newer one */
export function migrate(db: Db, path: string, existed: boolean): void {
  const version = versionOf(db);
  if (version > migrations.length) {
    db.close();
    throw new Error(
      `${path} was written by a newer Understudy (version ${version}; this one knows ${migrations.length}). Nothing was changed.`,
    );
  }
  for (let step = version; step < migrations.length; step += 1) {
    if (existed) backup(db, `${path}.before-${step + 1}.bak`);
    transaction(db, () => {
      db.exec(migrations[step] ?? "");
      db.exec(`PRAGMA user_version = ${step + 1}`);
    });
  }
}

function backup(db: Db, to: string): void {
  rmSync(to, { force: true });
  db.prepare("VACUUM INTO ?").run(to);
}
