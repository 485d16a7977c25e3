import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { Collection } from "../../../../src/core/collection.ts";
import type { ExplainedExperience, Explanation } from "../../../../src/core/explanation.ts";
import { ApiProblem } from "../../../../src/renderer/api/api-problem.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import { differenceOf } from "../../../../src/renderer/preview/preview-sides.ts";
import { outlineOf } from "../../../../src/renderer/rules/outline.ts";
import { changedIds, explainedQuery } from "../../../../src/renderer/rules/use-explained.ts";

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
  const place = { spaceId: "s", environment: "development" } as const;
  /** Somebody who looks at the decisions about a subject, answered by hand. */
  const looking = (queries = createQueryClient()) => {
    const answers: { readonly give: (sides: Explanation[]) => void; readonly refuse: () => void }[] = [];
    const about = (subject: string) =>
      explainedQuery(
        place,
        subject,
        () =>
          new Promise((give, fail) => answers.push({ give, refuse: () => fail(new ApiProblem(refused)) })),
      );
    const observer = new QueryObserver(queries, about("ana"));
    observer.subscribe(() => undefined);
    const shown = () => observer.getCurrentResult();
    return { answers, about, observer, shown };
  };
  const refused = { type: "about:blank", title: "No", status: 404, code: "x", detail: "No.", instance: "/" };
  const again = async ({ observer, answers }: ReturnType<typeof looking>, sides: Explanation[] | null) => {
    const asked = observer.refetch();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    const answer = answers.pop();
    if (sides === null) answer?.refuse();
    else answer?.give(sides);
    await asked;
  };

  it("marks what came out otherwise, not what was there first", async () => {
    const user = looking();
    const before = [side(item("a"), item("b"))];
    user.answers.pop()?.give(before);
    await expect.poll(() => user.shown().data?.sides).toEqual(before);
    expect([...(user.shown().data?.changed ?? [])]).toEqual([]);
    await again(user, [side(item("a", { enabled: false }), item("b"))]);
    expect([...(user.shown().data?.changed ?? [])]).toEqual(["a"]);
    expect([...changedIds(before, before)]).toEqual([]);
  });

  it("is the same object while the same is decided at another time", async () => {
    const user = looking();
    user.answers.pop()?.give([{ ...side(item("a")), at: "2026-11-20T00:00:00Z" }]);
    await expect.poll(() => user.shown().data).toBeDefined();
    const { data } = user.shown();
    await again(user, [{ ...side(item("a")), at: "2026-11-20T00:00:05Z" }]);
    expect(user.shown().data).toBe(data);
  });

  it("keeps the last answer of the same subject where none comes, and none of another's", async () => {
    const user = looking();
    const first = [side(item("a"))];
    user.answers.pop()?.give(first);
    await expect.poll(() => user.shown().data?.sides).toEqual(first);
    await again(user, null);
    expect([user.shown().data?.sides, user.shown().error?.message]).toEqual([first, "No."]);
    user.observer.setOptions(user.about("mei"));
    await expect.poll(() => user.answers.length).toBe(1);
    user.answers.pop()?.refuse();
    await expect.poll(() => user.shown().status).toBe("error");
    expect(user.shown().data).toBeUndefined();
  });

  it("drops the answer to a question that is no longer asked", async () => {
    const user = looking();
    await expect.poll(() => user.answers.length).toBe(1);
    user.observer.setOptions(user.about("mei"));
    await expect.poll(() => user.answers.length).toBe(2);
    const [late, latest] = user.answers;
    const mei = [side(item("b"))];
    latest?.give(mei);
    late?.give([side(item("a"))]);
    await expect.poll(() => user.shown().data?.sides).toEqual(mei);
    expect([...(user.shown().data?.changed ?? [])]).toEqual([]);
  });
});
