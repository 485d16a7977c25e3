import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EnvironmentTable } from "../../../../src/server/store/sqlite/environment-table.ts";
import { EventIndexer } from "../../../../src/server/store/sqlite/event-indexer.ts";
import { IndexMarks } from "../../../../src/server/store/sqlite/index-marks.ts";
import { historyParts } from "../../../../src/server/store/sqlite/index-parts.ts";
import { Retention } from "../../../../src/server/store/sqlite/retention.ts";
import { RuleTimes } from "../../../../src/server/store/sqlite/rule-times.ts";
import { type Db, eventKey, openForWriting } from "../../../../src/server/store/sqlite/schema.ts";
import { SelectorTable } from "../../../../src/server/store/sqlite/selector-table.ts";
import { SelectorUpkeep } from "../../../../src/server/store/sqlite/selector-upkeep.ts";

const spaceId = "spc_1";

/** Notes what is prepared. */
function noting(db: Db, statements: Set<string>): Db {
  const prepare = db.prepare.bind(db);
  return Object.assign(db, {
    prepare: (sql: string) => {
      statements.add(sql);
      return prepare(sql);
    },
  });
}

/** An environment of a Space that was deleted, with two rows of each kind, and a rule that nobody has any more. */
function lay(db: Db, n: number): void {
  for (const at of [1, 2]) {
    const key = eventKey(n, at);
    db.prepare(`INSERT INTO events VALUES (${Array(22).fill("?").join()})`).run([
      key,
      `e${at}`,
      "a/b",
      1,
      "maya",
      5,
      5,
      null,
      null,
      "[]",
      0,
      "x",
      "1",
      null,
      1,
      2,
      3,
      4,
      null,
      null,
      null,
      null,
    ]);
    db.prepare("INSERT INTO rule_times VALUES (1, 1, 'maya', 5, ?), (2, 1, 'maya', 5, ?)").run(key, key);
    db.prepare(
      "INSERT INTO users (n, known, id, fields, labels, created, sessions) VALUES (?, 1, ?, '{}', '{}', 5, 0)",
    ).run(n, `u${at}`);
    db.prepare(
      "INSERT INTO publications (n, collection, version, id, published_at, published_by, note, content) VALUES (?, 'c', ?, 'p', 5, '{}', '', '{}')",
    ).run(n, at);
  }
}

test("what is removed in the background is found by its whole key: no step walks what stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-keys-"));
  const statements = new Set<string>();
  const { db: plain } = openForWriting(join(folder, "data.db"), true);
  const { n } = new EnvironmentTable(plain).get({ spaceId, environment: "development" });
  lay(plain, n);
  const db = noting(plain, statements);
  const marks = new IndexMarks(db);
  const environments = new EnvironmentTable(db);
  const selectors = new SelectorTable(db, marks);
  selectors.set(environments.get({ spaceId, environment: "development" }), [
    { key: "k", name: "a/b", where: [] },
  ]);
  const times = new RuleTimes(db, selectors);
  const indexer = new EventIndexer(db, marks, [...historyParts(db), times]);
  for (const part of [...historyParts(db), times]) marks.move(n, part.name, 2);
  const left = () =>
    ["events", "users", "publications", "rule_times"].map(
      (table) => (db.prepare(`SELECT count(*) FROM ${table}`).raw().get() as [number])[0],
    );
  db.prepare(
    "INSERT INTO selectors SELECT 2, n, NULL, name, h_name, filters, since, filled FROM selectors",
  ).run();
  new SelectorUpkeep(db, marks, selectors, times).step([], true);
  expect(left()).toEqual([2, 2, 2, 2]);
  environments.dropSpace(spaceId);
  new Retention(db, environments, indexer, times, () => undefined).prune(0);
  expect(left()).toEqual([0, 0, 0, 0]);

  const walks = [...statements]
    .filter((sql) => /^DELETE/.test(sql.trim()))
    .filter((sql) => !isWholeKey(db, sql));
  expect(walks).toEqual([]);
  db.close();
  await rm(folder, { recursive: true, force: true });
});

/** Whether all columns of the table's key, or of an index, say which rows. */
function isWholeKey(db: Db, sql: string): boolean {
  const table = /DELETE FROM (\w+)/.exec(sql)?.[1] ?? "";
  const keys = (db.prepare(`PRAGMA table_info(${table})`).raw().all() as unknown[][])
    .filter((column) => Number(column[5]) > 0)
    .map((column) => String(column[1]));
  const asked = Array.from({ length: sql.split("?").length - 1 }, () => 1);
  const count = Math.max(0, ...[...sql.matchAll(/\?(\d)/g)].map(([, at]) => Number(at))) || asked.length;
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .raw()
    .all(...asked.slice(0, count)) as unknown[][];
  const how = String(plan[0]?.[3]);
  return /INTEGER PRIMARY KEY \(rowid/.test(how) || keys.every((key) => new RegExp(`\\b${key}\\b`).test(how));
}
