import { describe, expect, it } from "vitest";
import type { Why } from "../../../../src/core/explanation.ts";
import { asksNothing, conditionOf, type ReasonRule } from "../../../../src/renderer/rules/condition.ts";
import { clockWords, factWords } from "../../../../src/renderer/rules/decision-words.ts";
import { remedyOf } from "../../../../src/renderer/rules/remedy.ts";
import { ruleWords } from "../../../../src/renderer/rules/rule-words.ts";
import { followClock } from "../../../../src/renderer/text/platform-clock.ts";

const nameOf = (id: string) => (id === "trb_1" ? "Gold members" : id);
const drama = {
  event: "movie/watched",
  did: true,
  count: { op: "moreThan", value: 2 },
  window: { last: { days: 7 } },
  where: [{ key: "genre", op: "equals", value: "drama" }],
} as const;

describe("a rule in words", () => {
  const table: [string, { given: ReasonRule; want: string }][] = [
    ["a field", { given: { field: "plan", op: "equals", value: "gold" }, want: "their plan equals gold" }],
    ["a label", { given: { label: "vip" }, want: "they have the label vip" }],
    ["a Tribe", { given: { tribe: "trb_1" }, want: "in Gold members" }],
    ["a kind", { given: { audience: "visitors" }, want: "a visitor" }],
    ["a rollout", { given: { rollout: 25 }, want: "in the rollout to 25 %" }],
    ["everyone", { given: { all: [] }, want: "everyone" }],
    [
      "an event",
      {
        given: drama,
        want: "they did movie/watched more than 2 times in the last 7 days, where genre equals drama",
      },
    ],
    [
      "a negation of two",
      {
        given: { not: { any: [{ label: "a" }, { label: "b" }] } },
        want: "not: they have the label a or they have the label b",
      },
    ],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(ruleWords(given, nameOf)).toBe(want));
});

describe("what there is, in words", () => {
  const table: [string, { given: Why; want: string | null }][] = [
    [
      "another value",
      {
        given: { rule: { field: "plan", op: "equals", value: "gold" }, matched: false, actual: "silver" },
        want: "plan is “silver”",
      },
    ],
    [
      "no value",
      {
        given: { rule: { field: "plan", op: "equals", value: "gold" }, matched: false, actual: null },
        want: "there is no plan",
      },
    ],
    ["no labels", { given: { rule: { label: "vip" }, matched: false, actual: [] }, want: "has no labels" }],
    ["labels", { given: { rule: { label: "vip" }, matched: false, actual: ["press"] }, want: "has “press”" }],
    [
      "a bucket",
      {
        given: { rule: { rollout: 25 }, matched: false, actual: 34.5 },
        want: "drew 34.50; below 25 % is in",
      },
    ],
    ["nothing to say", { given: { rule: { all: [] }, matched: true }, want: null }],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(factWords(given)).toBe(want));

  it("reads the clocks of a schedule's zone", () => {
    expect(clockWords("sat 2026-11-21T18:20:15+01:00")).toMatch(/^Saturday, .*2026, 18:20 \(\+01:00\)$/);
    expect(clockWords("something else")).toBe("something else");
  });
});

const leaf = (matched: boolean, value = "gold"): Why => ({
  rule: { field: "plan", op: "equals", value },
  matched,
  actual: "silver",
});

describe("a reason as it is read", () => {
  it("leaves brackets of one out, and a scenario's audience is its parts", () => {
    const tribe: Why = { rule: { tribe: "trb_1" }, matched: false, children: [leaf(false)] };
    const given: Why = {
      rule: { all: [] },
      matched: false,
      children: [
        {
          rule: { audience: { kind: "everyone", anyOf: ["trb_1"], noneOf: [] } },
          matched: false,
          children: [{ rule: { any: [] }, matched: false, children: [tribe] }],
        },
      ],
    };
    const read = conditionOf(given);
    expect(read.joint).toBe("tribe");
    expect(read.parts.map(({ rule }) => rule)).toEqual([leaf(false).rule]);
  });

  it("knows that everyone is asked nothing", () => {
    expect(asksNothing(conditionOf({ rule: { all: [] }, matched: true }))).toBe(true);
    expect(asksNothing(conditionOf(leaf(true)))).toBe(false);
  });
});

const at = Date.parse("2026-11-21T12:00:00Z");
const hoursAgo = (hours: number) => new Date(at - hours * 3_600_000).toISOString();
const watched = (rule: object, hours: readonly number[], matched: boolean): Why => ({
  rule,
  matched,
  count: hours.length,
  events: hours.map((one) => ({ id: String(one), name: "movie/watched", time: hoursAgo(one) })),
});
const remedy = (why: Why) => remedyOf(conditionOf(why), { nameOf, at });

describe("what would change a verdict", () => {
  const table: [string, { given: Why; want: ReturnType<typeof remedy> }][] = [
    ["nothing, where it holds", { given: leaf(true), want: null }],
    ["a field", { given: leaf(false), want: { need: "all", steps: ["their plan equals gold"] } }],
    [
      "all that do not hold",
      {
        given: {
          rule: { all: [] },
          matched: false,
          children: [leaf(false), leaf(true, "x"), leaf(false, "y")],
        },
        want: { need: "all", steps: ["their plan equals gold", "their plan equals y"] },
      },
    ],
    [
      "one of those that could",
      {
        given: { rule: { any: [] }, matched: false, children: [leaf(false), leaf(false, "y")] },
        want: { need: "one", steps: ["their plan equals gold", "their plan equals y"] },
      },
    ],
    [
      "what is negated",
      {
        given: { rule: { not: {} }, matched: false, children: [leaf(true)] },
        want: { need: "all", steps: ["plan something else than “gold”"] },
      },
    ],
    [
      "three events, where there are none",
      {
        given: watched(drama, [], false),
        want: { need: "all", steps: ["3 movie/watched where genre equals drama"] },
      },
    ],
    [
      "three events at least, where there is one",
      {
        given: watched(
          { ...drama, window: { anyTime: true }, count: { op: "atLeast", value: 3 } },
          [1],
          false,
        ),
        want: { need: "all", steps: ["2 more movie/watched where genre equals drama"] },
      },
    ],
    [
      "two events at most, where there are three",
      {
        given: watched(
          { ...drama, window: { anyTime: true }, count: { op: "atMost", value: 2 } },
          [1, 2, 3],
          false,
        ),
        want: { need: "all", steps: ["1 event movie/watched less"] },
      },
    ],
    [
      "one more than at most two, which was not to be",
      {
        given: watched(
          { ...drama, did: false, window: { anyTime: true }, count: { op: "atMost", value: 2 } },
          [1, 2],
          false,
        ),
        want: { need: "all", steps: ["one more movie/watched where genre equals drama"] },
      },
    ],
    [
      "a rollout",
      {
        given: { rule: { rollout: 10 }, matched: false, actual: 34.5 },
        want: { need: "all", steps: ["a rollout above 34.5 %"] },
      },
    ],
    [
      "a label",
      {
        given: { rule: { label: "vip" }, matched: false, actual: [] },
        want: { need: "all", steps: ["the label “vip”"] },
      },
    ],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(remedy(given)).toEqual(want));

  it("says until when one more event is enough: before the oldest leaves the window", () => {
    // Today a time says no date.
    followClock({ mode: "frozen", at: new Date(at).toISOString() });
    const steps = remedy(watched(drama, [1, 100], false))?.steps ?? [];
    followClock({ mode: "system", at: "" });
    expect(steps).toEqual([expect.stringMatching(/^one more movie\/watched where genre equals drama by /)]);
    const seven = 7 * 24;
    const leaves = new Date(at + (seven - 100) * 3_600_000);
    expect(steps[0]).toContain(String(leaves.getDate()));
  });

  it("says how long to wait where there are too many events", () => {
    const few = { ...drama, count: { op: "lessThan", value: 2 } };
    expect(remedy(watched(few, [1, 100], false))?.steps).toEqual([
      expect.stringMatching(/^wait until 1 event movie\/watched no longer count, /),
    ]);
  });

  it("waits for a schedule to open, and knows one that is over", () => {
    const schedule = { from: null, until: null, days: [], hours: null, timeZone: "UTC" };
    const of = (more: object): Why => ({ rule: { schedule: { ...schedule, ...more } }, matched: false });
    expect(remedy(of({ from: "2026-12-24T18:00:00Z" }))?.steps[0]).toMatch(/^wait until it opens, /);
    expect(remedy(of({ until: "2026-01-01T00:00:00Z" }))?.steps).toEqual([
      "another schedule: this one is over",
    ]);
  });
});
