import { readdirSync, readlinkSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openForWriting } from "../../../../src/server/store/sqlite/schema.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const ana = { kind: "known", id: "ana" } as const;
const watched = { key: "movie/watched", name: "movie/watched", where: [] };

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-migration-"));
  path = join(folder, "data.db");
  // Written by the schema of version 1: 40 events, a refused one, a session and two users.
  await copyFile(new URL("../../../fixtures/data-v1.db", import.meta.url), path);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function look(file: string, query: string): unknown {
  const db = new Database(file);
  try {
    return (db.prepare(query).raw().get() as unknown[])[0];
  } finally {
    db.close();
  }
}

test("a data.db of version 1 is brought up to date, with what it was beside it", async () => {
  const store = await SqliteStore.open(path);
  const stats = await store.figures(environment);
  expect(stats).toMatchObject({ events: 40, rejected: 1, users: 2, lastSequence: 41 });
  expect(await store.users.find({ environment, ...ana })).toMatchObject({
    id: "ana",
    fields: { plan: "gold" },
    sessions: 1,
    platform: null,
    locale: null,
    timeZone: null,
  });
  expect(await store.users.session({ spaceId: "spc_1", id: "ses_1" })).toMatchObject({
    person: ana,
    device: { platform: "web", locale: "en-GB", timeZone: null },
  });
  await store.close();
  const backup = `${path}.before-2.bak`;
  expect(look(path, "PRAGMA user_version")).toBe(6);
  expect(look(backup, "PRAGMA user_version")).toBe(1);
  expect(look(backup, "SELECT count(*) FROM events")).toBe(40);
});

/** The files of the folder that this process has open, also those that are deleted. */
const opened = (): string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(folder) ? [file.slice(folder.length + 1)] : [];
    } catch {
      return [];
    }
  });

test.runIf(process.platform === "linux")(
  "a new data.db is made so that no file which goes again is open, which Windows would not let go",
  () => {
    const made = join(folder, "new.db");
    const { db } = openForWriting(made, true);
    expect(opened().toSorted()).toEqual(["new.db", "new.db-shm", "new.db-wal"]);
    expect(db.prepare("PRAGMA auto_vacuum").raw().get()).toEqual([2]);
    db.close();
  },
);

test("rules count the events that were there before the store knew of rules", async () => {
  const store = await SqliteStore.open(path);
  const times = async () =>
    store.rules.times({
      environment,
      person: ana,
      selectors: [watched],
      since: 0,
      known: null,
    });
  const before = await times();
  expect(before.through).toBe(41);
  expect(before.times[0]).toHaveLength(16);
  await store.rules.count({ spaceId: "spc_1", selectors: [watched] });
  await expect.poll(() => look(path, "SELECT count(*) FROM rule_times")).toBe(20);
  expect(await times()).toEqual(before);
  await store.close();
});

test("the device of a person's last session is kept, whatever else becomes of them", async () => {
  const store = await SqliteStore.open(path);
  const session = (id: string, device: { platform: string; locale?: string; timeZone?: string }) =>
    store.users.startSession({
      environment,
      id,
      person: ana,
      anonymousId: null,
      fields: {},
      at: Date.parse("2026-11-02T00:00:00Z"),
      sdk: { name: "ios", version: "0.3.0" },
      device: { id: "d2", ...device },
    });
  await session("ses_2", { platform: "ios", locale: "de-DE" });
  await session("ses_3", { platform: "tv", timeZone: "Europe/Berlin" });
  const at = Date.parse("2026-11-03T00:00:00Z");
  await store.users.save({
    environment,
    mode: "replace",
    person: ana,
    fields: {},
    at,
    precondition: null,
  });
  expect(await store.users.find({ environment, ...ana })).toMatchObject({
    fields: {},
    sessions: 3,
    platform: "tv",
    locale: null,
    timeZone: "Europe/Berlin",
  });
  expect(await store.users.find({ environment, kind: "visitor", id: "ana" })).toBeNull();
  await store.close();
});

test("a data.db of a newer Understudy is left as it is", async () => {
  const db = new Database(path);
  db.exec("PRAGMA user_version = 99");
  db.close();
  await expect(SqliteStore.open(path)).rejects.toThrow(/newer Understudy/);
  expect(look(path, "PRAGMA user_version")).toBe(99);
});
