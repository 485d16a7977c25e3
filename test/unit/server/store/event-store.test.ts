import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordMatches } from "../../../../src/server/store/event-conditions.ts";
import { EventStore } from "../../../../src/server/store/event-store.ts";
import type { EventQuery, EventRecord, EventRow, StoredItem } from "../../../../src/server/store/messages.ts";
import { Random } from "../../../helpers/random.ts";
import { settled as storeSettled } from "./stored-people.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const other = { spaceId: "spc_1", environment: "staging" } as const;
const start = Date.parse("2026-11-01T00:00:00Z");
const all: EventQuery = { environment, where: [] };

let folder: string;
let store: EventStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-store-"));
  store = await EventStore.open(join(folder, "data.db"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const row = (
  id: string,
  change: Partial<{
    name: string;
    known: 0 | 1;
    person: string;
    time: number;
    session: string | null;
    experience: string | null;
    pairs: [string, string][];
    source: number;
    sdk: string;
  }> = {},
): EventRow => [
  id,
  change.name ?? "movie/watched",
  change.known ?? 1,
  change.person ?? "u1",
  change.time ?? start,
  change.session ?? null,
  change.experience ?? null,
  change.pairs === undefined ? null : JSON.stringify(change.pairs),
  change.source ?? 0,
  change.sdk ?? "browser",
  "1.0.0",
  null,
];
const event = (...args: Parameters<typeof row>): StoredItem => ({ kind: "event", row: row(...args) });
const refused = (name: string, person: string): StoredItem => ({
  kind: "refused",
  row: [null, name, 1, person, "invalid-name", "why", 0, null, null, null],
});
const ingest = (items: readonly StoredItem[], receivedAt = start) =>
  store.write("ingest", { environment, receivedAt, items });
const newestFirst = async (filter: EventQuery, limit: number, sequence = 2 ** 40 - 1) =>
  (await store.read("eventsBefore", { filter, before: sequence, limit })).events;

/** Until the index has taken in what is there: it works behind the writer. */
const settled = () => storeSettled(join(folder, "data.db"));

describe("events", () => {
  test("are numbered by arrival in each environment, and stored once an id", async () => {
    expect(await ingest([event("a"), event("b"), event("a")])).toEqual([1, 2, 0]);
    expect(await ingest([event("b"), event("c")])).toEqual([0, 3]);
    expect(
      await store.write("ingest", { environment: other, receivedAt: start, items: [event("a")] }),
    ).toEqual([1]);
    await settled();
    expect(await ingest([event("c"), event("a"), event("d")])).toEqual([0, 0, 4]);
  });

  test("keep their numbers and their ids across a restart", async () => {
    await ingest([event("a"), refused("bad", "u1"), event("b")]);
    await store.close();
    store = await EventStore.open(join(folder, "data.db"));
    expect(await ingest([event("b"), event("c")])).toEqual([0, 4]);
    expect((await newestFirst(all, 10)).map((one) => one.sequence)).toEqual([4, 3, 2, 1]);
  });

  test("make the users that they name, and say when they were seen", async () => {
    await ingest([event("a", { person: "ana" })], start + 1000);
    await ingest([event("b", { person: "ana" }), event("c", { known: 0, person: "v1" })], start + 5000);
    await settled();
    const ana = await store.read("user", { environment, id: "ana", kind: null });
    expect(ana).toMatchObject({
      kind: "known",
      firstSeenAt: new Date(start + 1000).toISOString(),
      lastSeenAt: new Date(start + 5000).toISOString(),
    });
    expect(await store.read("user", { environment, id: "v1", kind: null })).toMatchObject({
      kind: "visitor",
    });
    expect(await store.read("stats", environment)).toMatchObject({
      events: 3,
      users: 1,
      visitors: 1,
      lastSequence: 3,
    });
  });

  test("older than the retention go, index entries and all, and their numbers are not used again", async () => {
    await ingest([event("old-1"), event("old-2")], start);
    await ingest([event("new")], start + 10_000);
    await settled();
    expect(await store.write("prune", { before: start + 5000 })).toEqual({ removed: 2, more: false });
    expect((await newestFirst({ ...all, name: "movie/watched" }, 10)).map((one) => one.id)).toEqual(["new"]);
    expect(await ingest([event("old-1")], start + 20_000)).toEqual([4]);
    expect(await store.write("prune", { before: start + 30_000 })).toMatchObject({ removed: 1 });
  });

  test("of a Space that was dropped are out of reach at once and removed bit by bit; the others stay", async () => {
    const second = { spaceId: "spc_2", environment: "development" } as const;
    await ingest(Array.from({ length: 2500 }, (_, index) => event(`a-${index}`, { person: `u${index}` })));
    await ingest([refused("bad", "u1")]);
    await store.write("ingest", { environment: second, receivedAt: start, items: [event("b")] });
    await settled();
    await store.write("dropSpace", { spaceId: "spc_1" });
    expect(await newestFirst(all, 10)).toEqual([]);
    expect(await store.read("user", { environment, id: "u1", kind: null })).toBeNull();
    expect(await store.write("prune", { before: 0 })).toEqual({ removed: 2000, more: true });
    expect(await store.write("prune", { before: 0 })).toEqual({ removed: 500, more: false });
    const db = new Database(join(folder, "data.db"));
    const left = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).raw().get() as [number];
    expect([left("users"), left("rejected"), left("person_times")]).toEqual([[1], [0], [1]]);
    db.close();
    expect(await ingest([event("a-1")])).toEqual([1]);
    expect((await newestFirst({ environment: second, where: [] }, 10)).map((one) => one.id)).toEqual(["b"]);
  });
});

test("rejected events are kept in a ring of 10,000 that leaves room for the newest", {
  timeout: 60_000,
}, async () => {
  for (let part = 0; part < 11; part += 1)
    await ingest(Array.from({ length: 1000 }, () => refused("bad", "u1")));
  const rejected: EventQuery = { ...all, status: "rejected" };
  expect((await newestFirst(rejected, 1))[0]?.sequence).toBe(11_000);
  const { events } = await store.read("eventsAfter", { filter: rejected, after: 0, limit: 20_000 });
  expect(events.length).toBeGreaterThanOrEqual(10_000);
  expect(events.length).toBeLessThan(10_300);
});

describe("filters", () => {
  const names = ["movie/watched", "movie/started", "order/completed", "movies/watched"];
  const people = ["u1", "u2", "u3"];
  const genres = ["drama", "comedy", 'dra"ma', "dra:ma", "Drámä", "50%_off\\n"];
  const texts = [
    "DRAMA",
    "á",
    "Ä",
    "watch",
    '"',
    ",",
    "%",
    "_off",
    "\\n",
    "\\",
    "u1",
    "ses_",
    "t1",
    "nothing",
  ];

  const randomItem = (random: Random, id: number): StoredItem => {
    if (random.below(12) === 0) return refused(random.pick(names), random.pick(people));
    const pairs: [string, string][] = [["genre", random.pick(genres)]];
    if (random.below(2) === 0) pairs.push(["title", `t${random.below(30)}`]);
    const known = random.below(4) === 0 ? 0 : 1;
    return event(`e${id}`, {
      name: random.pick(names),
      known,
      person: random.pick(people),
      time: start + random.below(100_000),
      experience: random.below(3) === 0 ? "exp_1" : null,
      session: random.below(3) === 0 ? `ses_${random.below(5)}` : null,
      source: random.below(3),
      sdk: random.pick(["browser", "ios"]),
      pairs,
    });
  };
  const randomQuery = (random: Random): EventQuery => {
    const maybe = <T extends object>(part: T): T | object => (random.below(3) === 0 ? part : {});
    const rarely = <T extends object>(part: T): T | object => (random.below(5) === 0 ? part : {});
    const from = start + random.below(100_000);
    return {
      environment,
      ...maybe({ name: random.pick(names) }),
      ...maybe({ group: random.pick(["movie", "order", "movies"]) }),
      ...maybe({ person: { kind: random.pick(["known", "visitor"] as const), id: random.pick(people) } }),
      ...maybe({ experience: "exp_1" }),
      ...rarely({ session: `ses_${random.below(5)}` }),
      ...rarely({ sdk: "ios" }),
      ...rarely({ source: random.below(3) }),
      ...rarely({ q: random.pick(texts) }),
      ...(random.below(20) === 0 ? { sequence: 1 + random.below(3000) } : {}),
      ...(random.below(20) === 0 ? { id: `e${random.below(3000)}` } : {}),
      ...maybe({ from }),
      ...maybe({ to: from + random.below(50_000) }),
      ...maybe({ status: random.pick(["accepted", "rejected"] as const) }),
      where: [
        ...(random.below(3) === 0 ? [["genre", random.pick(genres)] as const] : []),
        ...(random.below(5) === 0 ? [["title", `t${random.below(30)}`] as const] : []),
      ],
    };
  };

  test("give what a plain look at every event gives, from the index, from its tail, and from both", {
    timeout: 60_000,
  }, async () => {
    const random = new Random(42);
    let id = 0;
    for (const size of [1500, 1200, 300]) {
      await ingest(
        Array.from({ length: size }, () => randomItem(random, id++)),
        start + 100_000,
      );
      const { events: everything } = await store.read("eventsAfter", {
        filter: all,
        after: 0,
        limit: 100_000,
      });
      expect(everything.length).toBe(id);
      for (let round = 0; round < 120; round += 1) await compare(random, everything);
      if (size === 1500) await settled();
    }
  });

  async function compare(random: Random, everything: readonly EventRecord[]): Promise<void> {
    const query = randomQuery(random);
    const limit = 1 + random.below(60);
    const cursor = random.below(3) === 0 ? random.below(everything.length) + 1 : 2 ** 40 - 1;
    const wanted = everything.filter((one) => recordMatches(query, one));
    const newest = wanted
      .filter((one) => one.sequence < cursor)
      .reverse()
      .slice(0, limit);
    expect(
      (await newestFirst(query, limit, cursor)).map((one) => one.sequence),
      JSON.stringify(query),
    ).toEqual(newest.map((one) => one.sequence));
    const after = random.below(everything.length);
    const page = await store.read("eventsAfter", { filter: query, after, limit });
    expect(page.events.map((one) => one.sequence)).toEqual(
      wanted
        .filter((one) => one.sequence > after)
        .slice(0, limit)
        .map((one) => one.sequence),
    );
  }
});

test("a job that can't be done fails alone; those beside it are stored", async () => {
  const broken = [{ kind: "event", row: [...row("x").slice(0, 4), "not a time"] } as unknown as StoredItem];
  const results = await Promise.allSettled([
    ingest([event("a")]),
    ingest([event("b")]),
    store.write("ingest", { environment, receivedAt: start, items: [null as never] }),
    ingest([event("c")]),
  ]);
  expect(results.map((one) => one.status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  await expect(ingest(broken)).rejects.toMatchObject({ code: "storage-failed" });
  expect((await newestFirst(all, 10)).map((one) => one.id)).toEqual(["c", "b", "a"]);
});

test("more than the queue holds is refused with busy, and what was taken is stored", async () => {
  const batch = (n: number) => Array.from({ length: 500 }, (_, index) => event(`${n}-${index}`));
  const results = await Promise.allSettled(
    Array.from({ length: 140 }, (_, n) =>
      store.write("ingest", { environment, receivedAt: start, items: batch(n) }, 500),
    ),
  );
  const refusals = results.filter((one) => one.status === "rejected");
  expect(refusals.length).toBeGreaterThan(0);
  for (const one of refusals)
    expect(one.reason).toMatchObject({ code: "busy", headers: { "Retry-After": "1" } });
  const stored = results.filter((one) => one.status === "fulfilled").length * 500;
  expect(await store.read("stats", environment)).toMatchObject({ events: stored });
});

test("a store that is closed answers, and closes again without waiting for anybody", async () => {
  await ingest([event("a")]);
  await store.close();
  await expect(store.read("stats", environment)).rejects.toMatchObject({ code: "busy" });
  await expect(ingest([event("b")])).rejects.toMatchObject({ code: "busy" });
  await store.close();
});
