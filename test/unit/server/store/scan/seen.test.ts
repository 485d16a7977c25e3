import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScanThread } from "../../../../../src/server/store/sqlite/scan/scan-thread.ts";
import { SqliteStore } from "../../../../../src/server/store/sqlite/sqlite-store.ts";
import { settled } from "../../../../store/sqlite.ts";
import { ingest, type MadeEvent } from "../../../../store/stored-people.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const start = Date.parse("2026-11-20T12:00:00Z");

const long = "x".repeat(8_000);

let folder: string;
let store: SqliteStore;
let population: ScanThread;

const event = (id: string, name: string, pairs: MadeEvent["pairs"] = []): MadeEvent => ({
  id,
  name,
  person: { kind: "known", id: "ana" },
  time: start,
  pairs,
});
const events = (count: number, name: string, pairsOf: (index: number) => MadeEvent["pairs"] = () => []) =>
  Array.from({ length: count }, (_, index) => event(`${name}-${index}`, name, pairsOf(index)));

async function add(made: readonly MadeEvent[], at: number): Promise<void> {
  for (let from = 0; from < made.length; from += 4_000)
    await ingest(store, environment, made.slice(from, from + 4_000), at);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-seen-"));
  store = await SqliteStore.open(join(folder, "data.db"));
  population = new ScanThread(join(folder, "data.db"));
  await add(events(50, "old/one"), start);
  await add(
    events(26_000, "movie/watched", (index) => [
      ["genre", index % 3 === 0 ? "drama" : "comedy"],
      ["title", `t${index % 40}`],
    ]),
    start + 1,
  );
  await settled(join(folder, "data.db"));
  // Not in the index yet.
  await add([event("last", "order/completed", [["say", 'a "quote"']])], start + 2);
  await store.users.import({
    environment,
    at: start,
    users: [
      { kind: "known", id: "ana", fields: { plan: "gold", tags: ["a", "b"], age: 3 }, labels: ["vip"] },
      {
        kind: "known",
        id: "ben",
        fields: { plan: "gold", age: "three", ok: false },
        labels: ["vip", "press"],
      },
      { kind: "visitor", id: "ana", fields: { plan: "free", long: "x".repeat(201) } },
      // Together too long to be looked at.
      { kind: "visitor", id: "eva", fields: { one: long, two: long, three: long } },
    ],
  });
  await store.users.startSession({
    environment,
    id: "ses_1",
    person: { kind: "known", id: "ana" },
    anonymousId: null,
    fields: {},
    at: start,
    sdk: { name: "ios", version: "0.3.0" },
    device: { id: "d", platform: "ios", locale: "pt" },
  });
}, 60_000);
afterAll(async () => {
  await population.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe("what was seen", () => {
  test("in events: every name with the count of all of its events, the frequent first, values too", async () => {
    const found = await population.seen({ environment });
    expect(found.events.map(({ name, count, lastAt }) => [name, count, Date.parse(lastAt) - start])).toEqual([
      ["movie/watched", 26_000, 1],
      ["old/one", 50, 0],
      ["order/completed", 1, 2],
    ]);
    const [watched, old, order] = found.events;
    expect(watched?.pairs[0]).toEqual({ key: "genre", values: ["comedy", "drama"] });
    expect(watched?.pairs[1]?.values).toHaveLength(20);
    expect([old?.pairs, order?.pairs]).toEqual([[], [{ key: "say", values: ['a "quote"'] }]]);
    expect(found.sdks).toEqual([{ name: "browser", versions: ["1.0.0"] }]);
  });

  test("in people: fields with their types and values, labels, devices", async () => {
    const { fields, labels, platforms, locales, timeZones } = await population.seen({ environment });
    expect(
      fields
        .slice(0, 2)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(["age", "plan"]);
    const byKey = Object.fromEntries(fields.map(({ key, ...rest }) => [key, rest]));
    expect(byKey).toEqual({
      plan: { types: ["string"], values: ["gold", "free"] },
      tags: { types: ["list"], values: ["a", "b"] },
      age: {
        types: expect.arrayContaining(["number", "string"]),
        values: expect.arrayContaining([3, "three"]),
      },
      ok: { types: ["boolean"], values: [false] },
      long: { types: ["string"], values: [] },
    });
    expect(labels).toEqual(["vip", "press"]);
    expect([platforms, locales, timeZones]).toEqual([["ios"], ["pt"], []]);
  });

  test("is nothing in an environment that nobody has used", async () => {
    const found = await population.seen({ environment: { spaceId: "spc_none", environment: "staging" } });
    expect(Object.values(found)).toEqual(Array(7).fill([]));
  });

  test("is not asked to the end where nobody waits for it", async () => {
    const asked = population.seen({ environment }, AbortSignal.abort(new Error("gone")));
    await expect(asked).rejects.toThrow("gone");
  });
});
