import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { selectorOf } from "../../../../src/core/targeting/selector.ts";
import type { IngestItem } from "../../../../src/server/store/events.ts";
import { faultOf, upgradeDatabase } from "../../../../src/server/store/sqlite/database-copy.ts";
import { rightRows } from "../../../../src/server/store/sqlite/foreign-rows.ts";
import { dbVersion, ofEnvironment } from "../../../../src/server/store/sqlite/schema.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { eventually } from "../../../helpers/eventually.ts";
import { writeOlder } from "../../../helpers/older-database.ts";
import { item } from "../../../store/stored-people.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const at = Date.parse("2026-11-20T12:00:00Z");
const person = { kind: "known", id: "ana" } as const;
const content = { id: "col_1", key: "c", name: "C", types: [], experiences: [], sections: [] };
let folder: string;
let path: string;

/** Something of everything that a store keeps. */
async function fill(store: SqliteStore): Promise<void> {
  const event = { id: "e1", name: "movie/watched", person, time: at };
  const refused: IngestItem = {
    kind: "refused",
    event: {
      ...{
        id: "r",
        name: null,
        person: null,
        code: "no-user",
        detail: "has no user",
        source: "sdk",
        sdk: null,
      },
      original: { odd: "\0\ud800" },
    },
  };
  await store.rules.count({
    spaceId: "spc_1",
    selectors: [
      selectorOf({
        ...{ event: "movie/watched", did: true, count: { op: "any" }, window: { anyTime: true } },
        where: [{ key: "genre", op: "in", value: ["drama", 7] }],
      }),
    ],
  });
  const three = [
    ["genre", "drama"],
    ["title", 'a "b" \\ 😀'],
    ["title", ""],
  ] as const;
  const items = [item({ ...event, pairs: three }), item({ ...event, id: "e2", pairs: [] }), refused];
  await store.log.append({ environment, receivedAt: at, items });
  const fields = { plan: "gold", list: ["a", 1.5, true], empty: [], "odd \0": false, n: -1e300 };
  const users = [{ ...person, fields, labels: ["vip"] }];
  await store.users.import({ environment, at, users });
  await store.users.startSession({
    ...{ environment, id: "ses_1", person, anonymousId: null, fields: {}, at },
    ...{ sdk: { name: "ios", version: "1" }, device: { id: "d", platform: "ios" } },
  });
  const publication = {
    ...{ id: "pub_1", collectionId: "col_1", environment: environment.environment, version: 1 },
    ...{ publishedAt: new Date(at).toISOString(), publishedBy: "Ana", note: null },
  };
  const publications = [{ publication, content: JSON.stringify(content) }];
  await store.publications.record({ environment, publications, justMade: true });
  const [last] = await store.log.last([environment]);
  await eventually(async () => {
    expect((await store.behind(Date.now())).events).toBe(0);
    expect(await store.rules.keptThrough(environment)).toBe(last);
  });
  await store.users.delete({ environment, person: { kind: "visitor", id: "nobody" }, precondition: null });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-foreign-"));
  const store = await SqliteStore.open(join(folder, "filled.db"));
  await fill(store);
  await store.close();
});
beforeEach(async () => {
  path = join(folder, randomUUID());
  await copyFile(join(folder, "filled.db"), path);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Nothing of it stays in the log, which would be taken in whenever statements of the one who closed the file before are collected. */
function change(sql: string): void {
  const db = new Database(path);
  db.exec(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
}

test("a database of ours can be used", async () => {
  expect(await faultOf(path)).toBeNull();
  change("UPDATE users SET created = 253402300799999, first_seen = -62167219200000, last_seen = NULL");
  expect(await faultOf(path)).toBeNull();
});

test("every column of every table is looked at", () => {
  const db = new Database(path);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").raw().all() as [string][];
  const columns = tables.map(([table]) => [
    table,
    (db.prepare(`PRAGMA table_info(${table})`).raw().all() as [number, string][])
      .map(([, name]) => name)
      .sort(),
  ]);
  db.close();
  const checked = Object.entries(rightRows).map(([table, row]) => [table, Object.keys(row).sort()]);
  expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(columns));
});

const notOurs = "it is none of Understudy's";

test.each([
  ["a table less", "DROP TABLE events", notOurs],
  ["a table more", "CREATE TABLE mine (a)", notOurs],
  ["a view", "CREATE VIEW mine AS SELECT 1", notOurs],
  ["a trigger", "CREATE TRIGGER mine AFTER INSERT ON users BEGIN SELECT 1; END", notOurs],
  ["another version", "PRAGMA user_version = 1", notOurs],
  ["another version's tables", `PRAGMA user_version = ${dbVersion - 1}`, notOurs],
  ["no version", "PRAGMA user_version = 0", notOurs],
  ["no version there can be", "PRAGMA user_version = -1", notOurs],
  [
    "a later version",
    `PRAGMA user_version = ${dbVersion + 1}`,
    `it was written by a newer Understudy (version ${dbVersion + 1}; this one knows ${dbVersion})`,
  ],
  ["no identity", "DELETE FROM facts WHERE name = 'identity'", notOurs],
])("one with %s can't", async (_, sql, want) => {
  change(sql);
  expect(upgradeDatabase(path)).toBe(false);
  expect(await faultOf(path)).toBe(want);
});

describe.each(Array.from({ length: dbVersion - 1 }, (_, at) => at + 1))("one of version %d", (version) => {
  beforeEach(async () => {
    await rm(path);
    writeOlder(path, version, join(folder, "filled.db"));
  });

  test("can be used once it is up to date: with all that it holds", async () => {
    expect(upgradeDatabase(path)).toBe(true);
    expect(await faultOf(path)).toBeNull();
    expect(upgradeDatabase(path)).toBe(false);
    const store = await SqliteStore.open(path);
    expect((await store.users.find({ environment, ...person }))?.labels).toEqual(["vip"]);
    expect(await store.figures(environment)).toMatchObject({ events: 2, rejected: 1 });
    await store.close();
  });

  test.each([
    ["a table more", "CREATE TABLE mine (a)"],
    ["a trigger", "CREATE TRIGGER mine AFTER UPDATE ON users BEGIN SELECT 1; END"],
  ])("can't with %s, and is left as it is", async (_, sql) => {
    change(sql);
    const before = await readFile(path);
    expect(upgradeDatabase(path)).toBe(false);
    expect(await faultOf(path)).toBe(notOurs);
    expect(await readFile(path)).toEqual(before);
  });

  test("can't where something in it can't be read", async () => {
    change("UPDATE users SET created = 9e18");
    expect(upgradeDatabase(path)).toBe(true);
    expect(await faultOf(path)).toBe("users.created holds something that can't be read");
  });
});

test("the publications of an older one stand by their time, behind the version before", async () => {
  await rm(path);
  writeOlder(path, 5, join(folder, "filled.db"));
  const times = [at, at + 5, at + 2, at + 9];
  for (const [more, time] of times.entries())
    if (more > 0)
      change(`INSERT INTO publications SELECT n, collection, ${more + 1}, 'pub_' || ${more + 1}, ${time}, published_by, note, content
        FROM publications WHERE version = 1`);
  expect(upgradeDatabase(path)).toBe(true);
  const db = new Database(path);
  const places = db.prepare("SELECT place FROM publications ORDER BY version").raw().all();
  db.close();
  expect(places).toEqual([[at], [at + 5], [at + 5], [at + 9]]);
});

test("one whose index lacks a row can't", async () => {
  const index = "CREATE INDEX users_by_created ON users (n, created, known, id)";
  change(`DROP INDEX users_by_created; ${index} WHERE 0; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = '${index}' WHERE name = 'users_by_created'`);
  expect(await faultOf(path)).toMatch("users_by_created");
});

describe("one can't be used where this can't be read:", () => {
  test.each([
    ["events.original", "'not json'"],
    ["events.original", "'[]' || char(0) || 'x'"],
    ["events.original", "x'5b5d'"],
    ["events.time", "9e18"],
    ["events.time", "1.5"],
    ["events.time", "'today'"],
    ["events.received", "-9000000000000000"],
    ["events.person", "x'ff'"],
    ["events.known", "2"],
    ["events.pairs", "'[1,null]'"],
    ["events.pairs", "'{}'"],
    ["events.pairs", `'[["a","b"],["c"]]'`],
    ["events.pairs", `'[["a","b",1]]'`],
    ["events.pairs", `'[["a","b"],["a","b"],["a",7]]'`],
    ["events.pairs", `'[["a","b"],["a","b"],["a","b"],["a","b"]]'`],
    ["rejected.original", "'{'"],
    ["rejected.code", "'mine'"],
    ["users.created", "9e18"],
    ["users.last_seen", "8640000000000001"],
    ["users.sessions", "-1"],
    ["users.fields", `'{"a":null}'`],
    ["users.fields", `'{"a":{"b":1}}'`],
    ["users.fields", `'{"a":["b",[1]]}'`],
    ["users.fields", `'{"a":["b",{}]}'`],
    ["users.fields", "'[]'"],
    ["users.labels", `'["a",1]'`],
    ["users.device", `'{"platform":[]}'`],
    ["sessions.device", "'null'"],
    ["sessions.started", "9e18"],
    ["selectors.filters", "'{'"],
    ["selectors.filters", "'[null]'"],
    ["selectors.filters", `'[{"key":"a","op":"between","value":1}]'`],
    ["publications.content", "'xx'"],
    ["publications.content", "'{}'"],
    ["publications.content", `'${JSON.stringify({ ...content, id: "col_2" })}'`],
    ["publications.published_at", "9e18"],
    ["moments.time", "9e18"],
    ["person_times.time", "'x'"],
    ["rule_times.time", "9e18"],
    ["index_marks.through", "'x'"],
    ["environments.last_sequence", "1099511627775"],
    ["environments.last_sequence", "0"],
    ["facts.value", "x'ff'"],
    ["facts.value", "CAST(x'ff' AS TEXT)"],
    ["environments.space", "CAST(x'ff' AS TEXT)"],
    ["index_marks.part", "CAST(x'ff41' || n || part AS TEXT)"],
    ["selectors.filters", `'[]' || CAST(x'ff' AS TEXT)`],
  ])("%s = %s", async (column, value) => {
    const [table, name] = column.split(".");
    change(`UPDATE ${table} SET ${name} = ${value}`);
    expect(await faultOf(path)).toBe(`${column} holds something that can't be read`);
  });
});

const numbered = [...ofEnvironment.n, "sessions", "index_marks"];
const tables = [...numbered, ...ofEnvironment.key];

test("every table that names an environment by its number is among those that are looked at for it", () => {
  const named = Object.entries(rightRows).flatMap(([table, columns]) => ("n" in columns ? [table] : []));
  expect([...numbered, "environments"].sort()).toEqual(named.sort());
});

test.each(tables)(
  "rows of %s without their environment can't be used: the next one of its number would have them",
  async (table) => {
    change("INSERT OR IGNORE INTO deleted_users VALUES (1, 1, 'gone', 0)");
    for (const other of tables) if (other !== table) change(`DELETE FROM ${other}`);
    change("DELETE FROM environments");
    const column = table === "events" || table === "rejected" ? "key" : "n";
    expect(await faultOf(path)).toBe(`${table}.${column} holds something that can't be read`);
  },
);
