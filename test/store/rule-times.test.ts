import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PersonRef } from "../../src/core/refs.ts";
import type { Selector } from "../../src/core/targeting/subject.ts";
import type { Store } from "../../src/server/store/ports.ts";
import { Random } from "../helpers/random.ts";
import { CountedTimes, dramas, ever, orders, selectors, watched } from "./counted-times.ts";
import { type MadeEvent, people } from "./stored-people.ts";
import { type OpenedStore, stores } from "./stores.ts";
import { environment, start } from "./writes.ts";

describe.each(stores)("$name", ({ open }) => {
  let opened: OpenedStore;
  let store: Store;
  const counted = new CountedTimes(() => store);
  const { setSelectors, ingest, some, expected, compare } = counted;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    counted.stored = [];
  });
  afterEach(() => opened.remove());

  const settled = () => opened.settled();

  /** Every kept time is that of an event that counts, each once: the table against a plain look. */
  async function expectKept(wanted: readonly Selector[]): Promise<void> {
    if (opened.keptTimes === null) return;
    const kept = (await opened.keptTimes()).map((one) =>
      JSON.stringify([one.selector, one.person.kind, one.person.id, one.time, one.sequence]),
    );
    const right = wanted.flatMap((one) =>
      people.flatMap((person) =>
        expected(person, one, ever, Number.MAX_SAFE_INTEGER).map((event) =>
          JSON.stringify([one.key, person.kind, person.id, event.time, event.sequence]),
        ),
      ),
    );
    expect(kept.sort()).toEqual(right.sort());
  }

  describe("the times that rules count are those of a plain look at every event", () => {
    test("while selectors are new, while they are back-filled, from the index and from its tail", async () => {
      const random = new Random(7);
      await ingest(some(random, 700));
      await compare(selectors, null);
      await setSelectors(selectors.slice(0, 2));
      await compare(selectors, null);
      await ingest(some(random, 500));
      await compare(selectors, null, start);
      await settled();
      await compare(selectors, null);
      await ingest(some(random, 300));
      await compare(selectors, null);
      await setSelectors(selectors);
      await ingest(some(random, 200));
      await compare(selectors, null, start - 60_000);
      await settled();
      await compare(selectors, null);
      await expectKept(selectors);
    });

    test("but those of a stretch that the caller knows, where they are not at hand", async () => {
      const random = new Random(8);
      await setSelectors(selectors.slice(0, 3));
      for (const size of [400, 300, 200]) {
        await ingest(some(random, size));
        const last = counted.stored.length;
        for (const from of [1, 2, last - 100, last, last + 1])
          for (const through of [last, last - 1, last - 150])
            await compare(selectors, { from: Math.max(1, Math.min(from, through + 1)), through });
        if (size === 400) await settled();
      }
    });

    test("for events that are sent twice, for late ones and for future ones", async () => {
      const person = people[0] as PersonRef;
      const one = (id: string, time: number): MadeEvent => ({
        id,
        name: "movie/watched",
        person,
        time,
        pairs: [],
      });
      await setSelectors([watched]);
      await ingest([one("now", start), one("future", start + 86_400_000), one("now", start)]);
      await settled();
      await ingest([one("late", start - 86_400_000), one("future", start + 86_400_000)]);
      await compare([watched], null);
      await settled();
      await compare([watched], null);
      await expectKept([watched]);
      if (opened.keptTimes !== null) expect(await opened.keptTimes()).toHaveLength(3);
    });

    test("with selectors that come and go while events pour in", async () => {
      const random = new Random(9);
      const flow = async () => {
        for (let round = 0; round < 40; round += 1) await ingest(some(random, 150));
      };
      const change = async () => {
        for (let round = 0; round < 25; round += 1) {
          await setSelectors(selectors.filter(() => random.below(2) === 0));
          await new Promise((resolve) => setTimeout(resolve, random.below(60)));
        }
        await setSelectors(selectors.slice(1));
      };
      await Promise.all([flow(), change()]);
      await compare(selectors, null);
      await settled();
      await compare(selectors, null);
      await expectKept(selectors.slice(1));
    });
  });

  test("the events counted are told newest first, with how many there are", async () => {
    const random = new Random(12);
    await setSelectors([dramas]);
    await ingest(some(random, 600));
    await settled();
    await ingest(some(random, 200));
    const requests = [
      { selector: dramas, after: start - 3_600_000, until: start + 3_600_000, limit: 5 },
      { selector: dramas, after: ever, until: start, limit: 1000 },
      { selector: orders, after: start, until: Number.MAX_SAFE_INTEGER, limit: 0 },
      { selector: orders, after: start, until: start, limit: 10 },
    ];
    for (const person of people) {
      const answers = await store.rules.events({ environment, person, requests });
      for (const [index, { selector: asked, after, until, limit }] of requests.entries()) {
        const right = expected(person, asked, after, Number.MAX_SAFE_INTEGER).filter(
          (one) => one.time <= until,
        );
        expect(answers[index]?.count).toBe(right.length);
        const newest = right.reverse().slice(0, limit);
        expect(answers[index]?.events).toEqual(newest.map(({ id, name, time }) => ({ id, name, time })));
      }
    }
  });

  test("times go with their events, and with their Space", async () => {
    const random = new Random(13);
    await setSelectors(selectors);
    await ingest(some(random, 500), start);
    const newer = some(random, 300);
    await ingest(newer, start + 10_000);
    await settled();
    // The history's parts are ready by then too; what they do not hold is not pruned yet.
    while ((await store.prune(start + 5000)).removed > 0);
    counted.stored = counted.stored.filter((one) => one.sequence > 500);
    expect((await store.figures(environment)).events).toBe(300);
    await expectKept(selectors);
    await compare(selectors, null);
    await store.dropSpace(environment.spaceId);
    while ((await store.prune(0)).removed > 0);
    await settled();
    expect([(await opened.keptTimes?.()) ?? [], await opened.leftovers()]).toEqual([[], 0]);
    counted.stored = [];
    await setSelectors(selectors);
    await ingest([
      { id: "e1", name: "movie/watched", person: people[0] as PersonRef, time: start, pairs: [] },
    ]);
    await compare(selectors, null);
  });

  test("a change of selectors that shares a transaction with a job that fails is made all the same", async () => {
    await ingest(some(new Random(14), 50));
    // The first takes a transaction of its own; the others wait for it, and then go together.
    const results = await Promise.allSettled([
      setSelectors([]),
      setSelectors(selectors),
      setSelectors(selectors),
      store.log.append({ environment, receivedAt: start, items: [null as never] }),
    ]);
    expect(results.map((one) => one.status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    await settled();
    await compare(selectors, null);
    await expectKept(selectors);
  });

  test("an environment that nobody has used yet has no events of anybody", async () => {
    const person = people[0] as PersonRef;
    const nowhere = { spaceId: "spc_none", environment: "staging" } as const;
    const query = { environment: nowhere, person, selectors, since: 0, known: null };
    expect(await store.rules.times(query)).toEqual({ through: 0, last: 0, times: [[], [], [], []] });
    const requests = [{ selector: watched, after: 0, until: 1, limit: 1 }];
    expect(await store.rules.events({ environment: nowhere, person, requests })).toEqual([
      { count: 0, events: [] },
    ]);
  });

  test("the mark moves by itself where rules count no events", async () => {
    const random = new Random(11);
    expect(await store.rules.keptThrough(environment)).toBe(0);
    await ingest(some(random, 10));
    expect(await store.rules.keptThrough(environment)).toBe(10);
    await setSelectors(selectors);
    await ingest(some(random, 10));
    await settled();
    expect(await store.rules.keptThrough(environment)).toBe(20);
    await setSelectors([]);
    await settled();
    expect([(await opened.keptTimes?.()) ?? [], await opened.leftovers()]).toEqual([[], 0]);
    await ingest(some(random, 5));
    expect(await store.rules.keptThrough(environment)).toBe(25);
  });
});
