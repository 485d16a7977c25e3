import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  openForReading,
  openForScanning,
  openForWriting,
} from "../../../../src/server/store/sqlite/schema.ts";

// The log of a data.db that was taken away for a moment holds what was acknowledged last. SQLite by itself makes an
// empty file, and then throws the log away.
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-away-"));
  path = join(folder, "data.db");
  await writeFile(`${path}-wal`, "what was acknowledged last");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["reads", openForReading],
  ["scans", openForScanning],
  ["writes, at the start", (at: string) => openForWriting(at, true).db],
  ["writes, again", (at: string) => openForWriting(at, false).db],
])("who %s makes no file where data.db was, and leaves its log", async (_name, open) => {
  // A connection that is made first touches the file with its first question.
  expect(() => open(path).prepare("SELECT count(*) FROM sqlite_master").get()).toThrow();
  expect(await readdir(folder)).toEqual(["data.db-wal"]);
  expect(await readFile(`${path}-wal`, "utf8")).toBe("what was acknowledged last");
});

test("without a log a start makes a new one, and nobody else does", async () => {
  await rm(`${path}-wal`);
  expect(() => openForWriting(path, false)).toThrow();
  expect(await readdir(folder)).toEqual([]);
  const { db, isNew } = openForWriting(path, true);
  expect(isNew).toBe(true);
  db.close();
});

test("a path is taken as it is, whatever is in it", () => {
  const odd = join(folder, "ä #?%20&mode=memory.db");
  openForWriting(odd, true).db.close();
  const db = openForReading(odd);
  expect(db.prepare("SELECT count(*) FROM events").raw().get()).toEqual([0]);
  db.close();
});

test("what processes share about the log of a new one lies beside it", async () => {
  await rm(`${path}-wal`);
  const { db } = openForWriting(path, true);
  expect((await readdir(folder)).sort()).toEqual(["data.db", "data.db-shm", "data.db-wal"]);
  db.close();
});
