import { afterEach, describe, expect, it, vi } from "vitest";
import type { Collection } from "../../../../src/core/collection.ts";
import type { Persona } from "../../../../src/core/persona.ts";
import type { Tribe } from "../../../../src/core/tribe.ts";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { withKept } from "../../../../src/renderer/parts/use-virtual-rows.ts";
import { type ListOrder, orderedTribes } from "../../../../src/renderer/tribes/list/list-order.ts";
import { ReachCounts } from "../../../../src/renderer/tribes/list/reach-counts.ts";
import { countsOfUses, type Model, usesOf } from "../../../../src/renderer/tribes/tribe-uses.ts";

const tribe = (id: string, rules: Tribe["rules"] = { label: "vip" }, updatedAt = "2026-11-20T00:00:00Z") =>
  ({
    id,
    key: id,
    name: id.toUpperCase(),
    audience: "everyone",
    rules,
    createdAt: updatedAt,
    updatedAt,
  }) as Tribe;

describe("the rows to draw", () => {
  const table: [string, { given: [number[], number]; want: number[] }][] = [
    ["those in sight", { given: [[3, 4], -1], want: [3, 4] }],
    ["and the one with the focus, above", { given: [[3, 4], 0], want: [0, 3, 4] }],
    ["or below", { given: [[3, 4], 9], want: [3, 4, 9] }],
    ["once", { given: [[3, 4], 4], want: [3, 4] }],
    ["not one that is no longer there", { given: [[3, 4], 10], want: [3, 4] }],
  ];
  it.each(table)("%s", (_, { given: [seen, kept], want }) => expect(withKept(seen, kept, 10)).toEqual(want));
});

describe("how many uses a Tribe has", () => {
  const audience = (anyOf: string[], noneOf: string[] = []) => ({ kind: "everyone", anyOf, noneOf });
  const model = {
    tribes: [
      tribe("a"),
      tribe("b", { all: [{ tribe: "a" }, { not: { tribe: "a" } }] }),
      tribe("c", { tribe: "c" }),
    ],
    collections: [
      {
        key: "home",
        experiences: [
          { key: "banner", name: "Banner", scenarios: [{ audience: audience(["a"], ["a"]) }, {}] },
        ],
        sections: [
          {
            key: "body",
            name: "Body",
            scenarios: [{ audience: audience([], ["b"]) }],
            experiences: [{ key: "promo", name: "Promo", scenarios: [{ audience: audience(["a", "b"]) }] }],
          },
        ],
      } as unknown as Collection,
    ],
    personas: [
      { key: "p", name: "P", expected: { tribes: [{ tribe: "a", member: true }] } } as unknown as Persona,
    ],
  } satisfies Model;

  it.each([
    ["a", ["home.banner", "home.body.promo", "b", "p"]],
    ["b", ["home.body", "home.body.promo"]],
    ["c", []],
  ])("%s", (id, want) => {
    expect(usesOf(id, model).map(({ key }) => key)).toEqual(want);
    expect(countsOfUses(model).get(id) ?? 0).toBe(want.length);
  });

  it("leads into a Collection with the key “types” by its id", () => {
    const [home] = model.collections;
    const types = { ...home, id: "col_1", key: "types" } as Collection;
    const [use] = usesOf("a", { tribes: [], personas: [], collections: [types] });
    expect([use?.key, use?.below]).toEqual(["types.banner", ["col_1", "banner"]]);
  });
});

describe("the list's order", () => {
  const lines = [
    {
      tribe: tribe("b", undefined, "2026-11-21T00:00:00Z"),
      text: "They have the label vip",
      used: 1,
      reach: 3,
    },
    { tribe: tribe("a"), text: "Their plan is gold", used: 1, reach: null },
    { tribe: tribe("c"), text: "They have the label new", used: 2, reach: 5 },
  ];
  const table: [string, { given: [string, ListOrder]; want: string[] }][] = [
    ["by name", { given: ["", "name"], want: ["a", "b", "c"] }],
    ["by reach, those not counted last", { given: ["", "reach"], want: ["c", "b", "a"] }],
    ["by use, then by name", { given: ["", "used"], want: ["c", "a", "b"] }],
    ["by change, newest first", { given: ["", "changed"], want: ["b", "a", "c"] }],
    ["found by a word of the rule", { given: [" LABEL ", "name"], want: ["b", "c"] }],
  ];
  it.each(table)("%s", (_, { given: [find, order], want }) =>
    expect(orderedTribes(lines, find, order).map((line) => line.tribe.id)).toEqual(want),
  );
});

describe("reach, counted for what is on screen", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const setUp = () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const client = {
      call: (_: string, { params, signal }: { params: { tribeId: string }; signal: AbortSignal }) => {
        asked.push(params.tribeId);
        signals.push(signal);
        return new Promise((done) =>
          answers.push(() => done({ users: 1, visitors: 0, matched: {}, at: "" })),
        );
      },
    } as unknown as ApiClient;
    const counts = new ReachCounts(client, { spaceId: "s", environment: "development" });
    const answer = async () => {
      answers.shift()?.();
      await new Promise((done) => setImmediate(done));
    };
    return { counts, asked, answer, signals };
  };

  it("asks for two at once, and not for those that left before their turn", async () => {
    const { counts, asked, answer } = setUp();
    counts.show(["a", "b", "c", "d"]);
    expect(asked).toEqual(["a", "b"]);
    counts.show(["d", "e"]);
    await answer();
    await answer();
    await answer();
    await answer();
    expect(asked).toEqual(["a", "b", "d", "e"]);
    expect(Object.keys(counts.store.getState())).toEqual(["a", "b", "d", "e"]);
  });

  it("goes on past two that are not answered, with four under way at most", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { counts, asked, answer } = setUp();
    counts.show(["a", "b", "c", "d", "e", "f"]);
    vi.advanceTimersByTime(2999);
    expect(asked).toEqual(["a", "b"]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual(["a", "b", "c", "d"]);
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual(["a", "b", "c", "d"]);
    await answer();
    expect(asked).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("asks anew for what is under way only once that was answered", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { counts, asked, answer } = setUp();
    counts.show(["a", "b"]);
    counts.again();
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual(["a", "b"]);
    await answer();
    expect(asked).toEqual(["a", "b", "a"]);
  });

  it("takes back what is under way where the list is left", () => {
    const { counts, signals } = setUp();
    counts.show(["a", "b", "c"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    counts.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("asks again only for what is on screen", async () => {
    const { counts, asked, answer } = setUp();
    counts.show(["a"]);
    counts.show(["b"]);
    await answer();
    await answer();
    counts.again();
    expect(asked).toEqual(["a", "b", "b"]);
  });

  it("counts all others too where the list is sorted by it, those on screen first, each once", async () => {
    const { counts, asked, answer } = setUp();
    counts.show(["a", "b", "c"]);
    counts.alsoCount(["a", "b", "c", "d", "e"]);
    await answer();
    counts.show(["b", "c", "e"]);
    for (let count = 0; count < 5; count += 1) await answer();
    expect(asked.toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(asked.slice(-2)).toEqual(["e", "d"]);
    expect(Object.keys(counts.store.getState()).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("counts all others before it asks again for what is on screen", async () => {
    const { counts, asked, answer } = setUp();
    counts.show(["a", "b"]);
    counts.alsoCount(["a", "b", "c", "d", "e", "f"]);
    await answer();
    await answer();
    counts.again();
    for (let count = 0; count < 6; count += 1) await answer();
    expect(asked).toEqual(["a", "b", "c", "d", "e", "f", "a", "b"]);
  });

  it("stops counting the others once the list is sorted by something else", async () => {
    const { counts, asked, answer } = setUp();
    counts.alsoCount(["a", "b", "c", "d"]);
    counts.alsoCount([]);
    await answer();
    await answer();
    expect(asked).toEqual(["a", "b"]);
  });
});
