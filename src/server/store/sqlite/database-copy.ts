import { existsSync, statSync } from "node:fs";
import Database from "libsql";
import { damageOf, dbVersion, openForScanning, versionOf } from "./schema.ts";

/** Copies the database of one moment, whoever writes it meanwhile; the copy has no log beside it. */
export function copyDatabase(from: string, to: string): void {
  const db = openForScanning(from);
  try {
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
  // Nobody writes the copy.
  const copy = new Database(to);
  try {
    // With a log from the first write on: a journal beside it would be nobody's.
    copy.exec("PRAGMA journal_mode = WAL");
    // What it goes on with is another history than that of what it was copied from.
    if (versionOf(copy) >= 5)
      copy.exec(
        "UPDATE facts SET value = '0' WHERE name = 'open'; INSERT OR REPLACE INTO facts VALUES ('epoch', lower(hex(randomblob(6))))",
      );
  } finally {
    copy.close();
  }
}

/** What a database holds, and what is wrong with it: `damage` is null where nothing is, or where there is none. */
export function lookAtDatabase(path: string): {
  readonly events: number;
  readonly users: number;
  readonly bytes: number;
  readonly damage: string | null;
} {
  if (!existsSync(path)) return { events: 0, users: 0, bytes: 0, damage: null };
  const { size: bytes } = statSync(path);
  const empty = { events: 0, users: 0, bytes };
  try {
    const db = openForScanning(path);
    try {
      const version = versionOf(db);
      if (version > dbVersion)
        return {
          ...empty,
          damage: `it was written by a newer Understudy (version ${version}; this one knows ${dbVersion})`,
        };
      const damage = damageOf(db);
      if (damage !== null || version === 0) return { ...empty, damage };
      const [events, users] = db
        .prepare(
          "SELECT coalesce(sum(events), 0), coalesce(sum(users + visitors), 0) FROM environments WHERE space NOT LIKE 'deleted %'",
        )
        .raw()
        .get() as [number, number];
      return { events, users, bytes, damage: null };
    } finally {
      db.close();
    }
  } catch (error) {
    return { ...empty, damage: error instanceof Error ? error.message : String(error) };
  }
}
