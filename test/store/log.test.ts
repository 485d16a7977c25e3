import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UserKind } from "../../src/core/user.ts";
import { eventMatcher } from "../../src/server/store/event-matches.ts";
import type {
  EventCounts,
  EventCountsQuery,
  EventQuery,
  IngestItem,
  NewEvent,
  StoredEvent,
} from "../../src/server/store/events.ts";
import type { Store } from "../../src/server/store/ports.ts";
import { Random } from "../helpers/random.ts";
import { type OpenedStore, stores } from "./stores.ts";

describe.each(stores)("$name", ({ open }) => {
  const environment = { spaceId: "spc_1", environment: "development" } as const;
  const other = { spaceId: "spc_1", environment: "staging" } as const;
  const start = Date.parse("2026-11-01T00:00:00Z");
  const all: EventQuery = { environment, where: [] };

  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.remove());

  const event = (id: string, change: Partial<NewEvent> = {}): IngestItem & { kind: "event" } => ({
    kind: "event",
    event: {
      id,
      name: "movie/watched",
      person: { kind: "known", id: "u1" },
      time: start,
      sessionId: null,
      experienceId: null,
      pairs: [],
      source: "sdk",
      sdk: { name: "browser", version: "1.0.0" },
      ...change,
    },
  });
  const by = (id: string, person: string, kind: UserKind = "known") =>
    event(id, { person: { kind, id: person } });
  const refused = (name: string, person: string): IngestItem => ({
    kind: "refused",
    event: {
      id: "r",
      name,
      person: { kind: "known", id: person },
      code: "invalid-name",
      detail: "why",
      source: "sdk",
      sdk: null,
      original: null,
    },
  });
  const ingest = (items: readonly IngestItem[], receivedAt = start) =>
    store.log.append({ environment, receivedAt, items });
  const newestFirst = async (filter: EventQuery, limit: number, sequence = 2 ** 40 - 1) =>
    (await store.log.before({ filter, before: sequence, limit })).events;

  describe("events", () => {
    test("are numbered by arrival in each environment, and stored once an id", async () => {
      expect(await ingest([event("a"), event("b"), event("a")])).toEqual([1, 2, 0]);
      expect(await ingest([event("b"), event("c")])).toEqual([0, 3]);
      expect(await store.log.append({ environment: other, receivedAt: start, items: [event("a")] })).toEqual([
        1,
      ]);
      await opened.settled();
      expect(await ingest([event("c"), event("a"), event("d")])).toEqual([0, 0, 4]);
    });

    test("say more of their person once: not when they come again, and never of one deleted since", async () => {
      const identify = (id: string, plan: string): IngestItem => ({ ...by(id, "ana"), fields: { plan } });
      const plan = async () =>
        (await store.users.find({ environment, id: "ana", kind: "known" }))?.fields.plan;
      await ingest([identify("a", "gold"), identify("b", "silver"), identify("a", "bronze")]);
      expect(await plan()).toBe("silver");
      expect(await ingest([identify("a", "gold")])).toEqual([0]);
      expect(await plan()).toBe("silver");
      const person = { kind: "known", id: "ana" } as const;
      await store.users.delete({ environment, person, precondition: null });
      await ingest([identify("a", "gold"), identify("b", "silver")]);
      await opened.settled();
      expect(await plan()).toBeUndefined();
      await ingest([identify("c", "gold")]);
      expect(await plan()).toBe("gold");
    });

    test("are not looked for where whoever asked has gone before their turn, and are for all others", async () => {
      await ingest([event("a")]);
      const gone = AbortSignal.abort(new Error("gone"));
      const asked = [gone, undefined, gone, undefined].flatMap((signal) => [
        store.log.before({ filter: all, before: 10, limit: 5 }, signal),
        store.log.after({ filter: all, after: 0, limit: 5 }, signal),
      ]);
      const answers = asked.map((one) =>
        one.then(
          ({ events }) => events.length,
          ({ message }: Error) => message,
        ),
      );
      expect(await Promise.all(answers)).toEqual(["gone", "gone", 1, 1, "gone", "gone", 1, 1]);
    });

    test("keep their numbers and their ids across a restart", async () => {
      await ingest([event("a"), refused("bad", "u1"), event("b")]);
      await opened.reopen();
      store = opened.store;
      expect(await ingest([event("b"), event("c")])).toEqual([0, 4]);
      expect((await newestFirst(all, 10)).map((one) => one.sequence)).toEqual([4, 3, 2, 1]);
    });

    test("make the users that they name, and say when they were seen", async () => {
      await ingest([by("a", "ana")], start + 1000);
      await ingest([by("b", "ana"), by("c", "v1", "visitor")], start + 5000);
      await opened.settled();
      const ana = await store.users.find({ environment, id: "ana", kind: null });
      expect(ana).toMatchObject({
        kind: "known",
        firstSeenAt: new Date(start + 1000).toISOString(),
        lastSeenAt: new Date(start + 5000).toISOString(),
      });
      expect(await store.users.find({ environment, id: "v1", kind: null })).toMatchObject({
        kind: "visitor",
      });
      expect(await store.figures(environment)).toMatchObject({
        events: 3,
        users: 1,
        visitors: 1,
        lastSequence: 3,
      });
    });

    test("older than the retention go, index entries and all, and their numbers are not used again", async () => {
      await ingest([event("old-1"), event("old-2")], start);
      await ingest([event("new")], start + 10_000);
      await opened.settled();
      expect(await store.prune(start + 5000)).toEqual({ removed: 2, more: false });
      expect((await newestFirst({ ...all, name: "movie/watched" }, 10)).map((one) => one.id)).toEqual([
        "new",
      ]);
      expect(await ingest([event("old-1")], start + 20_000)).toEqual([4]);
      await opened.settled();
      expect(await store.prune(start + 30_000)).toMatchObject({ removed: 2 });
    });

    test("of a Space that was dropped are out of reach at once and removed bit by bit; the others stay", async () => {
      const second = { spaceId: "spc_2", environment: "development" } as const;
      await ingest(Array.from({ length: 2500 }, (_, index) => by(`a-${index}`, `u${index}`)));
      await ingest([refused("bad", "u1")]);
      await store.log.append({ environment: second, receivedAt: start, items: [event("b")] });
      await opened.settled();
      await store.dropSpace("spc_1");
      expect(await newestFirst(all, 10)).toEqual([]);
      expect(await store.users.find({ environment, id: "u1", kind: null })).toBeNull();
      let removed = 0;
      for (let more = true; more; ) {
        const step = await store.prune(0);
        removed += step.removed;
        more = step.more;
      }
      expect([removed, await opened.leftovers()]).toEqual([2500, 0]);
      expect(await ingest([event("a-1")])).toEqual([1]);
      expect((await newestFirst({ environment: second, where: [] }, 10)).map((one) => one.id)).toEqual(["b"]);
    });
  });

  test("rejected events are kept in a ring of 10,000 that leaves room for the newest", async () => {
    for (let part = 0; part < 11; part += 1)
      await ingest(Array.from({ length: 1000 }, () => refused("bad", "u1")));
    const rejected: EventQuery = { ...all, status: "rejected" };
    expect((await newestFirst(rejected, 1))[0]?.sequence).toBe(11_000);
    const { events } = await store.log.after({ filter: rejected, after: 0, limit: 20_000 });
    expect(events.length).toBeGreaterThanOrEqual(10_000);
    expect(events.length).toBeLessThan(10_300);
  });

  describe("filters", () => {
    const names = ["movie/watched", "movie/started", "order/completed", "movies/watched"];
    const people = ["u1", "u2", "u3"];
    const genres = [
      "drama",
      "comedy",
      'dra"ma',
      "dra:ma",
      "Drámä",
      "50%_off\\n",
      "Ночь в Москве",
      'É\\[a]*"Б"',
      "Irak",
      "ırak",
    ];
    const sources = ["sdk", "segment", "ofrep"] as const;
    const texts = [
      "DRAMA",
      "в москве",
      'é\\[A]*"б',
      "é?",
      "á",
      "Ä",
      "ıRAK",
      "irak",
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

    const randomItem = (random: Random, id: number): IngestItem => {
      if (random.below(12) === 0) return refused(random.pick(names), random.pick(people));
      const pairs = [{ key: "genre", value: random.pick(genres) }];
      if (random.below(2) === 0) pairs.push({ key: "title", value: `t${random.below(30)}` });
      const kind = random.below(4) === 0 ? "visitor" : "known";
      return event(`e${id}`, {
        name: random.pick(names),
        person: { kind, id: random.pick(people) },
        time: start + random.below(100_000),
        experienceId: random.below(3) === 0 ? "exp_1" : null,
        sessionId: random.below(3) === 0 ? `ses_${random.below(5)}` : null,
        source: random.pick(sources),
        sdk: { name: random.pick(["browser", "ios"]), version: "1.0.0" },
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
        ...rarely({ source: random.pick(sources) }),
        ...rarely({ q: random.pick(texts) }),
        ...(random.below(20) === 0 ? { sequence: 1 + random.below(3000) } : {}),
        ...(random.below(20) === 0 ? { id: `e${random.below(3000)}` } : {}),
        ...maybe({ from }),
        ...maybe({ to: from + random.below(50_000) }),
        ...maybe({ status: random.pick(["accepted", "rejected"] as const) }),
        where: [
          ...(random.below(3) === 0 ? [[["genre", random.pick(genres)] as const]] : []),
          ...(random.below(5) === 0 ? [[["title", `t${random.below(30)}`] as const]] : []),
          // Any of two pairs, of which an event may have both.
          ...(random.below(5) === 0
            ? [[["genre", random.pick(genres)] as const, ["title", `t${random.below(30)}`] as const]]
            : []),
        ],
      };
    };

    test("give what a plain look at every event gives, from the index, from its tail, and from both", async () => {
      const random = new Random(42);
      let id = 0;
      for (const size of [1500, 1200, 300]) {
        await ingest(
          Array.from({ length: size }, () => randomItem(random, id++)),
          start + 100_000,
        );
        const { events: everything } = await store.log.after({
          filter: all,
          after: 0,
          limit: 100_000,
        });
        expect(everything.length).toBe(id);
        for (let round = 0; round < 120; round += 1) await compare(random, everything);
        if (size === 1500) await opened.settled();
      }
    });

    async function compare(random: Random, everything: readonly StoredEvent[]): Promise<void> {
      const query = randomQuery(random);
      const limit = 1 + random.below(60);
      const cursor = random.below(3) === 0 ? random.below(everything.length) + 1 : 2 ** 40 - 1;
      const wanted = everything.filter(eventMatcher(query));
      const newest = wanted
        .filter((one) => one.sequence < cursor)
        .reverse()
        .slice(0, limit);
      expect(
        (await newestFirst(query, limit, cursor)).map((one) => one.sequence),
        JSON.stringify(query),
      ).toEqual(newest.map((one) => one.sequence));
      const after = random.below(everything.length);
      const page = await store.log.after({ filter: query, after, limit });
      expect(page.events.map((one) => one.sequence)).toEqual(
        wanted
          .filter((one) => one.sequence > after)
          .slice(0, limit)
          .map((one) => one.sequence),
      );
      const asked = { filter: query, from: query.from ?? start, step: 1 + random.below(20_000) };
      expect(await counted(asked, cursor), JSON.stringify(query)).toEqual(plainCounts(asked, wanted, cursor));
    }

    type Counted = Omit<EventCountsQuery, "through">;
    type Bars = Record<"accepted" | "rejected", Record<number, number>>;

    /** Of all before `end`, stretch by stretch. */
    async function counted(asked: Counted, end: number): Promise<Bars> {
      const bars: Bars = { accepted: {}, rejected: {} };
      for (let through: number | null = end > 3_000 ? null : end - 1; through !== 0; ) {
        const counts: EventCounts = await store.log.counts({ ...asked, through });
        for (const status of ["accepted", "rejected"] as const)
          for (const [bucket, count] of counts[status])
            bars[status][bucket] = (bars[status][bucket] ?? 0) + count;
        through = counts.older;
      }
      return bars;
    }

    function plainCounts({ from, step }: Counted, wanted: readonly StoredEvent[], end: number): Bars {
      const bars: Bars = { accepted: {}, rejected: {} };
      for (const { sequence, time, problem } of wanted) {
        if (sequence >= end) continue;
        const those = bars[problem === null ? "accepted" : "rejected"];
        const bucket = Math.floor((time - from) / step);
        those[bucket] = (those[bucket] ?? 0) + 1;
      }
      return bars;
    }
  });

  test("a job that can't be done fails alone; those beside it are stored", async () => {
    const broken = [event("x", { name: null as never })];
    const results = await Promise.allSettled([
      ingest([event("a")]),
      ingest([event("b")]),
      store.log.append({ environment, receivedAt: start, items: [null as never] }),
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
        store.log.append({ environment, receivedAt: start, items: batch(n) }),
      ),
    );
    const refusals = results.filter((one) => one.status === "rejected");
    expect(refusals.length).toBeGreaterThan(0);
    for (const one of refusals)
      expect(one.reason).toMatchObject({ code: "busy", headers: { "Retry-After": "1" } });
    const stored = results.filter((one) => one.status === "fulfilled").length * 500;
    expect(await store.figures(environment)).toMatchObject({ events: stored });
  });

  test("a store that is closed answers, and closes again without waiting for anybody", async () => {
    await ingest([event("a")]);
    await store.close();
    await expect(store.figures(environment)).rejects.toMatchObject({ code: "busy" });
    await expect(ingest([event("b")])).rejects.toMatchObject({ code: "busy" });
    await store.close();
  });
});
