import { statSync } from "node:fs";
import Database from "libsql";
import { isThere, obstacleTo } from "../../is-there.ts";
import { textOf } from "./damaged-text.ts";
import {
  closeCleanly,
  damageOf,
  dbVersion,
  factOf,
  migrate,
  newSchema,
  openForScanning,
  schemaOf,
  versionOf,
} from "./schema.ts";

/** What secrets.json calls the database; null where nobody can say. */
export function identityIn(path: string): string | null {
  const db = openForScanning(path);
  try {
    const identity = versionOf(db) === 0 ? undefined : factOf(db, "identity");
    return identity === undefined ? null : textOf(identity);
  } catch {
    return null;
  } finally {
    db.close();
  }
}

/** Copies the database of one moment, whoever writes it meanwhile; the copy has no log beside it. */
export function copyDatabase(from: string, to: string): void {
  const db = openForScanning(from);
  try {
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
  // Nobody else writes the copy.
  const copy = new Database(to);
  try {
    // With a log from the first write on: a journal beside the copy would belong to nobody.
    copy.exec("PRAGMA journal_mode = WAL");
    // From here on it has another history than the file that it was copied from.
    if (versionOf(copy) >= 5)
      copy.exec(
        "UPDATE facts SET value = '0' WHERE name = 'open'; INSERT OR REPLACE INTO facts VALUES ('epoch', lower(hex(randomblob(6))))",
      );
  } finally {
    copy.close();
  }
}

const factsOf = (db: Database.Database): number =>
  (db.prepare("SELECT count(*) FROM facts WHERE name IN ('identity', 'open')").raw().get() as [number])[0];

/** Has a database from elsewhere the tables of the version that it names, and no others? */
function isOurs(db: Database.Database): boolean {
  const version = versionOf(db);
  return version > 0 && version <= dbVersion && schemaOf(db) === newSchema(version);
}

/**
 * Brings a database from elsewhere up to date, where it is an older Understudy's and whole. Gives whether it did: what else is wrong with
 * it is for `faultOf` to say.
 */
export function upgradeDatabase(path: string): boolean {
  const db = openForScanning(path);
  try {
    if (versionOf(db) === dbVersion || !isOurs(db) || damageOf(db, "integrity_check") !== null) return false;
    migrate(db, path, false);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return true;
  } finally {
    db.close();
  }
}

const newer = (version: number): string =>
  `it was written by a newer Understudy (version ${version}; this one knows ${dbVersion})`;

/**
 * Why a database from elsewhere can't be used: it is damaged, of a newer version, has other tables than one of ours, or holds something
 * that can't be read. Null where it can. One of an older version has to be taken up to date before.
 */
export async function faultOf(path: string): Promise<string | null> {
  const db = openForScanning(path);
  try {
    const version = versionOf(db);
    if (version > dbVersion) return newer(version);
    if (!isOurs(db)) return "it is none of Understudy's";
    const damage = damageOf(db, "integrity_check");
    if (damage !== null) return damage;
    if (version < dbVersion || factsOf(db) !== 2) return "it is none of Understudy's";
    // Only what comes from elsewhere is held against the schemas, which take long to load.
    const { wrongColumn } = await import("./foreign-rows.ts");
    const wrong = wrongColumn(db);
    return wrong === null ? null : `${wrong} holds something that can't be read`;
  } finally {
    db.close();
  }
}

/** Takes a database from elsewhere, brought up to date: how much it holds, or why it can't be used. */
export async function takeDatabase(
  path: string,
): Promise<{ readonly wasUpgraded: boolean; readonly counts: Counts } | { readonly fault: string }> {
  const wasUpgraded = upgradeDatabase(path);
  const fault = await faultOf(path);
  return fault === null ? { wasUpgraded, counts: countsOf(path) } : { fault };
}

interface Counts {
  readonly events: number;
  readonly users: number;
}

/** How much a database holds that nobody has open. */
export function countsOf(path: string): Counts {
  const db = openForScanning(path);
  try {
    return counted(db);
  } finally {
    db.close();
  }
}

function counted(db: Database.Database): Counts {
  const [events, users] = db
    .prepare(
      "SELECT coalesce(sum(events), 0), coalesce(sum(users + visitors), 0) FROM environments WHERE space NOT LIKE 'deleted %'",
    )
    .raw()
    .get() as [number, number];
  return { events, users };
}

/** Makes a copy ready to take the place of the database in use: the same store, another history, with the sessions of now. */
export function readyCopy(path: string, { identity, inUse }: ReadyOptions): void {
  withCopy(path, (db) => {
    db.prepare("UPDATE facts SET value = ? WHERE name = 'identity'").run(identity);
    db.exec("INSERT OR REPLACE INTO facts VALUES ('epoch', lower(hex(randomblob(6))))");
    copySessions(db, inUse);
  });
}

interface ReadyOptions {
  readonly identity: string;
  /** The database in use, whose sessions go on in the copy. */
  readonly inUse: string;
}

/** Takes the sessions into a copy that have begun since it was made ready. */
export function takeSessions(path: string, inUse: string): void {
  withCopy(path, (db) => copySessions(db, inUse));
}

/** Does `work` with a copy that nobody else has open, and leaves no log beside it. */
function withCopy(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(path);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    work(db);
    closeCleanly(db);
  } catch (error) {
    if (db.open) db.close();
    throw error;
  }
}

/** All of them: whoever has one goes on with it, whatever time the platform clock said at its start. Retention removes old ones. */
function copySessions(db: Database.Database, inUse: string): void {
  db.prepare("ATTACH ? AS in_use").run(inUse);
  db.exec(
    `INSERT OR IGNORE INTO sessions
     SELECT s.id, mine.n, s.known, s.person, s.anonymous_id, s.started, s.sdk_name, s.sdk_version, s.device
     FROM in_use.sessions AS s JOIN in_use.environments AS theirs ON theirs.n = s.n
     JOIN main.environments AS mine ON mine.space = theirs.space AND mine.environment = theirs.environment`,
  );
  db.exec("DETACH in_use");
}

/** What a database holds, and what is wrong with it: `damage` is null where nothing is, or where there is none. */
export function lookAtDatabase(path: string): {
  readonly events: number;
  readonly users: number;
  readonly bytes: number;
  readonly damage: string | null;
} {
  const obstacle = obstacleTo(path);
  if (obstacle !== null || !isThere(path)) return { events: 0, users: 0, bytes: 0, damage: obstacle };
  const { size: bytes } = statSync(path);
  const empty = { events: 0, users: 0, bytes };
  try {
    const db = openForScanning(path);
    try {
      const version = versionOf(db);
      if (version > dbVersion) return { ...empty, damage: newer(version) };
      const damage = damageOf(db);
      if (damage !== null || version === 0) return { ...empty, damage };
      return { ...counted(db), bytes, damage: null };
    } finally {
      db.close();
    }
  } catch (error) {
    return { ...empty, damage: error instanceof Error ? error.message : String(error) };
  }
}
