import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { settled } from "../../../store/sqlite.ts";
import { item } from "../../../store/stored-people.ts";

// One byte that is no UTF-8 ended the whole process, at each look at its row.
const environment = { spaceId: "spc_1", environment: "development" } as const;
const start = Date.parse("2026-11-01T00:00:00Z");
const watched = { key: "movie/watched", name: "movie/watched", where: [] };
const dramas = {
  key: "dramas",
  name: "movie/watched",
  where: [{ key: "genre", op: "equals", value: "drama" } as const],
};

let folder: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-damaged-"));
  const path = join(folder, "data.db");
  store = await SqliteStore.open(path);
  const people = ["ana", "bo", "cy"].map((id) => ({ kind: "known" as const, id }));
  const items = people.map((person, at) =>
    item({ id: `e${at}`, name: "movie/watched", person, time: start, pairs: [["genre", "drama"]] }),
  );
  await store.users.import({
    environment,
    at: start,
    users: people.map((person) => ({ ...person, fields: { city: "Porto" } })),
  });
  await store.log.append({ environment, receivedAt: start, items });
  await settled(path);
  await store.close();
  const db = new Database(path);
  const bad = (text: string) => `CAST(replace(CAST(${text} AS BLOB), 'o', X'FF') AS TEXT)`;
  db.exec(`UPDATE events SET pairs = ${bad("pairs")}, name = ${bad("name")} WHERE person = 'bo';
    UPDATE users SET fields = ${bad("fields")} WHERE id = 'bo'`);
  db.close();
  store = await SqliteStore.open(path);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("a damaged event is told by its number, and all others are read", async () => {
  const filter = { environment, where: [] };
  const { events } = await store.log.after({ filter, after: 0, limit: 10 });
  expect(events.map(({ sequence, name, problem }) => [sequence, name, problem?.detail])).toEqual([
    [1, "movie/watched", undefined],
    [2, null, expect.stringContaining("Event 2 is damaged")],
    [3, "movie/watched", undefined],
  ]);
  const before = await store.log.before({ filter, before: 4, limit: 10 });
  expect(before.events.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
});

test("whoever is damaged is read as far as can be, and nobody else is concerned", async () => {
  const { users } = await store.users.list({
    environment,
    kind: null,
    q: null,
    label: null,
    after: null,
    limit: 9,
  });
  expect(users.map(({ id, fields }) => [id, fields.city])).toEqual([
    ["ana", "Porto"],
    ["bo", "P\uFFFDrt\uFFFD"],
    ["cy", "Porto"],
  ]);
  const saved = await store.users.save({
    environment,
    mode: "merge",
    person: { kind: "known", id: "bo" },
    fields: { plan: "gold" },
    at: start,
    precondition: null,
  });
  expect(saved).toMatchObject({ outcome: "updated", user: { fields: { plan: "gold" } } });
});

test("an event whose pairs are no JSON keeps nobody else's from being counted, and goes with its time", async () => {
  const path = join(folder, "data.db");
  await store.close();
  const db = new Database(path);
  db.exec("UPDATE events SET pairs = replace(pairs, ']]', ']') WHERE person = 'cy'");
  db.close();
  store = await SqliteStore.open(path);
  await store.rules.count({ spaceId: "spc_1", selectors: [dramas] });
  await settled(path);
  const times = async (id: string) => {
    const person = { kind: "known" as const, id };
    const query = { environment, person, selectors: [dramas], since: 0, known: null };
    return (await store.rules.times(query)).times.map((list) => list.length);
  };
  expect([await times("ana"), await times("cy")]).toEqual([[1], [0]]);
  expect((await store.people.seen({ environment })).events.map(({ name }) => name)).toContain(
    "movie/watched",
  );
  expect(await store.prune(start + 1)).toEqual({ removed: 3, more: false });
});

test("rules count all others, before and after their times are kept, and scans go through", async () => {
  const times = async (id: string) => {
    const person = { kind: "known" as const, id };
    const query = { environment, person, selectors: [watched, dramas], since: 0, known: null };
    return (await store.rules.times(query)).times.map((list) => list.length);
  };
  expect([await times("ana"), await times("bo")]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  await store.rules.count({ spaceId: "spc_1", selectors: [watched, dramas] });
  await settled(join(folder, "data.db"));
  expect([await times("ana"), await times("bo")]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const count = { environment, tribes: [], tribeId: null, now: start, kind: null, q: "ana", label: null };
  expect(await store.people.count(count)).toEqual({ users: 1, visitors: 0 });
  expect(await store.people.members({ ...count, q: null, after: null, limit: 2 })).toMatchObject({
    users: [{ id: "ana" }, { id: "bo" }],
  });
});
