import Database from "libsql";
import { makeTables } from "../../src/server/store/sqlite/schema.ts";

/** Writes a data.db as an older version would have it, with what there is of its columns in one of today. */
export function writeOlder(path: string, version: number, today: string): void {
  const db = new Database(path);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    makeTables(db, version);
    db.prepare("ATTACH ? AS today").run(today);
    const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").raw().all() as [
      string,
    ][];
    for (const [table] of tables) {
      const columns = (db.prepare(`PRAGMA main.table_info(${table})`).raw().all() as [number, string][])
        .map(([, name]) => name)
        .join(", ");
      db.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM today.${table}`,
      );
    }
    db.exec("DETACH today; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}
