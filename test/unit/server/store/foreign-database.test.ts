import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { faultOf } from "../../../../src/server/store/sqlite/database-copy.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-foreign-"));
  path = join(folder, "data.db");
  await (await SqliteStore.open(path)).close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a database of ours can be used", () => {
  expect(faultOf(path)).toBeNull();
});

const notOurs = "it is none of this version of Understudy";

test.each([
  ["a table less", "DROP TABLE events", notOurs],
  ["a table more", "CREATE TABLE mine (a)", notOurs],
  ["a view", "CREATE VIEW mine AS SELECT 1", notOurs],
  ["a trigger", "CREATE TRIGGER mine AFTER INSERT ON users BEGIN SELECT 1; END", notOurs],
  ["another version", "PRAGMA user_version = 1", notOurs],
  ["no identity", "DELETE FROM facts WHERE name = 'identity'", notOurs],
  [
    "filters that are no JSON",
    "INSERT INTO selectors VALUES (1, 1, 'k', 'n', 0, '{', 0, 0)",
    "selectors.filters holds something that can't be read",
  ],
])("one with %s can't", (_, change, want) => {
  const db = new Database(path);
  db.exec(change);
  db.close();
  expect(faultOf(path)).toBe(want);
});
