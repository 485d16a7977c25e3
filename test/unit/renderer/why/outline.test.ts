import { describe, expect, it } from "vitest";
import type { Collection } from "../../../../src/core/collection.ts";
import type { ExplainedExperience, Explanation } from "../../../../src/core/explanation.ts";
import { differenceOf } from "../../../../src/renderer/preview/difference-words.ts";
import {
  changedIds,
  createExplainedStore,
  refreshExplained,
} from "../../../../src/renderer/why/explained-store.ts";
import { outlineOf } from "../../../../src/renderer/why/outline.ts";

const item = (id: string, more: Partial<ExplainedExperience> = {}): ExplainedExperience => ({
  id,
  key: `home.${id}`,
  collection: "home",
  enabled: true,
  data: {},
  scenario: { id: `${id}-default`, name: "Default" },
  reason: "default",
  tried: [],
  ...more,
});
const section = (id: string, children: readonly string[]) =>
  item(id, { children: children.map((child) => ({ id: child, typeId: "hero" })) });
const side = (...experiences: ExplainedExperience[]) =>
  ({ tribes: [], experiences }) as unknown as Explanation;
const experience = (id: string) => ({ id, key: id, name: id.toUpperCase(), scenarios: [] });
const home = {
  id: "c",
  key: "home",
  name: "Home",
  experiences: [experience("hero")],
  sections: [{ ...experience("body"), experiences: [experience("a"), experience("b")] }],
} as unknown as Collection;

describe("the outline", () => {
  it("puts a Section's Experiences below it in the order served, the left out last", () => {
    const [group] = outlineOf([side(item("hero"), section("body", ["b"]), item("a"), item("b"))], [home]);
    expect(group?.name).toBe("Home");
    expect(group?.rows.map(({ name, depth, cells }) => [name, depth, cells[0]?.shown])).toEqual([
      ["HERO", 0, true],
      ["BODY", 0, true],
      ["B", 1, true],
      ["A", 1, false],
    ]);
  });

  it("has what one side alone serves, and names what the model does not know", () => {
    const [group] = outlineOf([side(item("hero")), side(item("hero"), item("gone"))], []);
    expect(group?.rows.map(({ name, cells }) => [name, cells.map((cell) => cell.item !== null)])).toEqual([
      ["home.hero", [true, true]],
      ["home.gone", [false, true]],
    ]);
  });

  it("leaves Collections out that no side serves", () => expect(outlineOf([side()], [home])).toEqual([]));
});

describe("what differs between two sides", () => {
  const cell = (one: ExplainedExperience | null, shown = true) => ({ item: one, shown });
  const table: [string, { given: ReturnType<typeof cell>[]; want: string | null }][] = [
    ["one side", { given: [cell(item("a"))], want: null }],
    ["nothing", { given: [cell(item("a")), cell(item("a"))], want: null }],
    ["one is not there", { given: [cell(null), cell(item("a"))], want: "served on one side only" }],
    ["off", { given: [cell(item("a")), cell(item("a", { enabled: false }))], want: "differs: on or off" }],
    [
      "data and scenario",
      {
        given: [
          cell(item("a")),
          cell(item("a", { data: { headline: "x" }, scenario: { id: "s", name: "S" } })),
        ],
        want: "differs: headline, scenario",
      },
    ],
    [
      "left out by the Section",
      { given: [cell(item("a")), cell(item("a"), false)], want: "differs: in its Section on one side only" },
    ],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(differenceOf({ cells: given })).toBe(want));
});

describe("decisions that stay fresh", () => {
  it("marks what came out otherwise, not what was there first", () => {
    const before = [side(item("a"), item("b"))];
    const after = [side(item("a", { enabled: false }), item("b"))];
    expect([...changedIds(null, after)]).toEqual([]);
    expect([...changedIds(before, after)]).toEqual(["a"]);
  });

  it("keeps the last answer of the same subject where none comes, and none of another's", async () => {
    const store = createExplainedStore();
    const first = [side(item("a"))];
    await refreshExplained(store, "ana", async () => first);
    await refreshExplained(store, "ana", () => Promise.reject(new Error("gone")));
    expect([store.getState().sides, store.getState().problem !== null]).toEqual([first, true]);
    await refreshExplained(store, "mei", () => Promise.reject(new Error("gone")));
    expect(store.getState().sides).toBeNull();
  });

  it("drops the answer to a question that is no longer asked, and marks nothing of a new subject", async () => {
    const store = createExplainedStore();
    let answer: (sides: Explanation[]) => void = () => undefined;
    const late = refreshExplained(store, "ana", () => new Promise((done) => (answer = done)));
    const mei = [side(item("b"))];
    await refreshExplained(store, "mei", async () => mei);
    answer([side(item("a"))]);
    await late;
    expect([store.getState().sides, [...store.getState().changed]]).toEqual([mei, []]);
  });

  it("drops an answer that comes after that to a later question", async () => {
    const store = createExplainedStore();
    let answer: (sides: Explanation[]) => void = () => undefined;
    const late = refreshExplained(store, "ana", () => new Promise((done) => (answer = done)));
    const news = [side(item("a", { enabled: false }))];
    await refreshExplained(store, "ana", async () => news);
    answer([side(item("a"))]);
    await late;
    expect(store.getState().sides).toEqual(news);
  });
});
