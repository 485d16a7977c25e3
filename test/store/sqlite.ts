import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { historyParts } from "../../src/server/store/sqlite/index-parts.ts";
import { SqliteStore } from "../../src/server/store/sqlite/sqlite-store.ts";
import type { OpenedStore } from "./stores.ts";

export const sqlite = { name: "SQLite", open };

async function open(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-store-"));
  const path = join(folder, "data.db");
  let store = await SqliteStore.open(path);
  const look = async (query: string): Promise<unknown[][]> => {
    const db = new Database(path);
    try {
      return db.prepare(query).raw().all() as unknown[][];
    } finally {
      db.close();
    }
  };
  return {
    get store() {
      return store;
    },
    reopen: async () => {
      await store.close();
      store = await SqliteStore.open(path);
    },
    settled: () => settled(path),
    keptTimes: async () => {
      const rows = await look(
        `SELECT s.key, t.known, t.person, t.time, t.key % (1 << 40) FROM rule_times AS t JOIN selectors AS s ON s.id = t.selector`,
      );
      return (rows as [string, number, string, number, number][]).map(
        ([selector, known, id, time, sequence]) => ({
          selector,
          person: { kind: known === 1 ? "known" : "visitor", id },
          time,
          sequence,
        }),
      );
    },
    leftovers: async () => {
      const ofEnvironments = ["users", "publications", "sessions", "moments"].map(
        (table) =>
          `(SELECT count(*) FROM ${table} WHERE n IN (SELECT n FROM environments WHERE space LIKE 'deleted %'))`,
      );
      const ofKeys = ["events", "rejected", "terms", "person_times"].map(
        (table) =>
          `(SELECT count(*) FROM ${table} WHERE key >> 40 IN (SELECT n FROM environments WHERE space LIKE 'deleted %'))`,
      );
      const ofRules = [
        "(SELECT count(*) FROM selectors WHERE key IS NULL)",
        "(SELECT count(*) FROM rule_times WHERE selector NOT IN (SELECT id FROM selectors WHERE key IS NOT NULL))",
      ];
      const [[left]] = (await look(`SELECT ${[...ofEnvironments, ...ofKeys, ...ofRules].join(" + ")}`)) as [
        [number],
      ];
      return left;
    },
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Until nothing is left to do behind the writer: index, back-fill, removals, and when people were seen. */
export async function settled(path: string): Promise<void> {
  const db = new Database(path);
  const left = db
    .prepare(
      `SELECT (SELECT count(*) FROM selectors WHERE key IS NULL OR filled < since)
         + (SELECT count(*) FROM environments WHERE seen_through < last_sequence AND space NOT LIKE 'deleted %')
         + (SELECT count(*) FROM environments AS e JOIN selectors AS s ON s.n = e.n
            LEFT JOIN index_marks AS m ON m.n = e.n AND m.part = 'selectors' WHERE ifnull(m.through, 0) < e.last_sequence)
         + (SELECT count(*) FROM environments AS e WHERE e.last_sequence > 0 AND ? > (SELECT count(*) FROM index_marks AS m
            WHERE m.n = e.n AND m.part <> 'selectors' AND m.through >= e.last_sequence))`,
    )
    .raw();
  const parts = historyParts(db).length;
  try {
    const until = Date.now() + 30_000;
    while ((left.get(parts) as [number])[0] > 0) {
      if (Date.now() > until) throw new Error("the store did not come to rest");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    db.close();
  }
}
