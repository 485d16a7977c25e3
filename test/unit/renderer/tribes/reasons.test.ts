import { describe, expect, it } from "vitest";
import { nothingSeen } from "../../../../src/core/nothing-seen.ts";
import type { EventRule, Rule, Window } from "../../../../src/core/rule.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import { RecordedEvents } from "../../../../src/core/targeting/recorded-events.ts";
import { type NextStep, nextStep } from "../../../../src/renderer/rules/next-step.ts";
import { ruleWhy, verdictWords, whyAt } from "../../../../src/renderer/rules/verdict-words.ts";
import {
  conditionSuggestions,
  seenValues,
  typedValues,
} from "../../../../src/renderer/tribes/builder/suggestions.ts";
import { formOf, windowNote, windowOf } from "../../../../src/renderer/tribes/builder/window-form.ts";
import { countedEvents, span } from "../../../../src/renderer/tribes/counted-events.ts";
import { stepWords } from "../../../../src/renderer/tribes/tribe-step.ts";
import { readTried, triedText } from "../../../../src/renderer/tribes/tried-person.ts";
import { now, ruleOf, subjectOf, tribeOf } from "../../../helpers/targeting.ts";

const hour = 3_600_000;
const day = 24 * hour;
const watched = (n: number, rest: object = {}) => ({
  event: "movie/watched",
  count: { op: "moreThan", value: n },
  window: { last: { days: 7 } },
  ...rest,
});
const did = (name: string, ...daysAgo: readonly number[]) =>
  daysAgo.map((ago, index) => ({ id: `${name}${index}`, name, time: now - ago * day, pairs: [] }));
const dramas = (...daysAgo: readonly number[]) => did("movie/watched", ...daysAgo);

/** The reasons as core gives them. */
function whyOf(
  rules: Rule,
  events: ReturnType<typeof did>,
  facts: object = {},
  audience: "everyone" | "users" = "everyone",
) {
  const set = compileTribes([tribeOf("t", rules, audience), tribeOf("other", { label: "vip" })]);
  return set.explain("t", { ...subjectOf(facts), events: new RecordedEvents(events, set.selectors) });
}

describe("the next step", () => {
  it.each<[name: string, rule: object, events: ReturnType<typeof did>, facts: object, want: string | null]>([
    ["one more", watched(2), dramas(1, 4), {}, "One more match by 23 Nov in"],
    ["more of them, with none yet", watched(2), [], {}, "3 matches in"],
    ["out when the third newest ends", watched(2), dramas(1, 2, 3, 6), {}, "out 24 Nov"],
    [
      "in a group of all, with the rest true",
      { all: [watched(0), { label: "vip" }] },
      [],
      { labels: ["vip"] },
      "1 matches in",
    ],
    ["not where something else is false", { all: [watched(0), { label: "vip" }] }, [], {}, null],
    [
      "in a group of any",
      { any: [watched(1), { label: "vip" }] },
      dramas(1),
      {},
      "One more match by 26 Nov in",
    ],
    ["not out of a group of any", { any: [watched(0), { label: "vip" }] }, dramas(1), {}, null],
    [
      "what holds now must hold until then",
      { all: [watched(1), watched(0, { event: "app/opened" })] },
      [...dramas(1), ...did("app/opened", 5)],
      {},
      "One more match by 22 Nov in",
    ],
    ["nothing behind a not", { not: watched(2) }, dramas(1), {}, null],
    ["nothing of what was not done", watched(2, { did: false }), dramas(1), {}, null],
    ["nothing of fewer than", watched(2, { count: { op: "lessThan", value: 2 } }), dramas(1, 2), {}, null],
    ["nothing of at most", watched(2, { count: { op: "atMost", value: 2 } }), dramas(1, 2), {}, null],
    ["nothing of at least none", watched(0, { count: { op: "atLeast", value: 0 } }), dramas(1), {}, null],
    ["nothing of a window that moves on", watched(0, { window: { moreThanAgo: { days: 1 } } }), [], {}, null],
    [
      "nothing where the event changes more",
      { all: [watched(1), { attribute: "sessions", op: "atMost", value: 3 }] },
      dramas(1),
      {},
      null,
    ],
    [
      "nothing where a Tribe decides too",
      { all: [watched(1), { tribe: "other" }] },
      dramas(1),
      { labels: ["vip"] },
      null,
    ],
    ["nothing where two ask for the same event", { all: [watched(1), watched(0)] }, dramas(1), {}, null],
  ])("%s", (_, rule, events, facts, want) => {
    const step = nextStep(ruleOf(rule), whyOf(ruleOf(rule), events, facts));
    const date = (ms: number) => `${new Date(ms).getUTCDate()} Nov`;
    const said =
      step === null
        ? null
        : step.kind === "out"
          ? `out ${date(step.at)}`
          : step.by === null
            ? `${step.matches} matches in`
            : `One more match by ${date(step.by)} in`;
    expect(said).toBe(want);
  });

  it("comes true: at its very time, by the engine that decides", () => {
    const rule = ruleOf(watched(2));
    const events = dramas(1, 2, 3, 6);
    const step = nextStep(rule, whyOf(rule, events));
    const at = step?.kind === "out" ? step.at : Number.NaN;
    const set = compileTribes([tribeOf("t", rule)]);
    const isIn = (time: number) =>
      set.matches("t", { ...subjectOf(), now: time, events: new RecordedEvents(events, set.selectors) });
    expect([isIn(at - 1), isIn(at)]).toEqual([true, false]);
  });

  const later = new Date(2031, 11, 4, 12).getTime();
  it.each<[NextStep, string]>([
    [{ kind: "in", matches: 1, event: "a/b", by: null }, "One match brings them in."],
    [{ kind: "in", matches: 2, event: "a/b", by: null }, "2 matches bring them in."],
    [
      { kind: "in", matches: 1, event: "a/b", by: later },
      "One more match by 4 Dec 2031, 12:00 brings them in.",
    ],
    [
      { kind: "in", matches: 2, event: "a/b", by: later },
      "2 more matches by 4 Dec 2031, 12:00 bring them in.",
    ],
    [{ kind: "out", event: "a/b", at: later }, "Unless they do a/b again, they drop out: 4 Dec 2031, 12:00."],
  ])("in words: %j", (step, want) => expect(stepWords(step)).toBe(want));
});

describe("verdicts", () => {
  it.each<[rule: object, facts: object, want: string]>([
    [{ field: "plan", op: "equals", value: "gold" }, { fields: { plan: "gold" } }, "gold"],
    [{ field: "plan", op: "equals", value: "gold" }, {}, "not known"],
    [{ field: "tags", op: "contains", value: "a" }, { fields: { tags: ["a", "b"] } }, "a, b"],
    [{ label: "vip" }, { labels: ["vip"] }, "has it"],
    [{ not: { label: "vip" } }, {}, "does not have it"],
    [{ tribe: "other" }, {}, "not in it"],
    [watched(2), {}, "0 counted"],
    [{ any: [{ label: "a" }, { label: "b" }] }, {}, "neither"],
    [{ all: [{ label: "a" }, { label: "b" }] }, { labels: ["a", "b"] }, "both"],
    [{ all: [{ label: "a" }, { label: "b" }, { label: "c" }] }, { labels: ["a"] }, "1 of 3"],
    [{ any: [] }, {}, "empty"],
  ])("%j of %j", (rule, facts, want) => {
    const read = ruleOf({ all: [rule] });
    const own = whyAt(whyOf(read, [], facts), ["all", 0]);
    expect(own === null ? null : verdictWords(ruleOf(rule), own)).toBe(want);
  });

  it("sets apart the question of who it is for", () => {
    const rule = ruleOf({ label: "vip" });
    const why = ruleWhy(whyOf(rule, [], { kind: "visitor" }, "users"));
    expect([why.kind?.matched, why.rule.rule]).toEqual([false, rule]);
    expect(ruleWhy(whyOf(rule, [])).kind).toBeNull();
  });
});

describe("events that would count", () => {
  const rule = ruleOf(watched(2, { where: [{ key: "genre", op: "equals", value: "drama" }] })) as EventRule;
  const event = (daysAgo: number, genre?: string) => ({
    id: `${daysAgo}`,
    time: new Date(now - daysAgo * day).toISOString(),
    metadata: genre === undefined ? {} : { pair1: { key: "genre", value: genre } },
  });

  it("are numbered from the oldest, the others have a reason", () => {
    const given = [
      event(8, "drama"),
      event(1, "drama"),
      event(2, "comedy"),
      event(3),
      event(4, "drama"),
      event(-1, "drama"),
    ];
    expect(countedEvents(rule, given, now).events.map(({ place, reason }) => place ?? reason)).toEqual([
      "still to come",
      2,
      "genre is comedy",
      "no genre",
      1,
      "24 h too early",
    ]);
  });

  it.each([
    ["as many as were asked for, all within the window", [1, 2], 2, { counting: 2, isAll: false }],
    ["fewer than were asked for", [1, 2], 3, { counting: 2, isAll: true }],
    ["as many as were asked for, the last before the window", [1, 8], 2, { counting: 1, isAll: true }],
  ] as const)("%s", (_, daysAgo, most, want) => {
    const given = daysAgo.map((days) => event(days, "drama"));
    expect(countedEvents(rule, given, now, most)).toMatchObject(want);
  });

  it.each([
    [10_000, "1 min"],
    [90 * 60_000, "2 h"],
    [47 * hour, "47 h"],
    [3 * day, "3 days"],
  ])("a span of %d ms is %s", (ms, want) => expect(span(ms)).toBe(want));
});

describe("what is typed", () => {
  it.each<[op: Parameters<typeof typedValues>[0], typed: string, isText: boolean, want: readonly string[]]>([
    ["equals", "gold", false, ['"gold"']],
    ["equals", "34", false, ["34", '"34"']],
    ["equals", "true", false, ["true", '"true"']],
    ["equals", "34", true, ['"34"']],
    ["atLeast", "34", false, ["34"]],
    ["atLeast", "gold", false, []],
    ["before", "2026-11-20", false, ['"2026-11-20"']],
    ["before", "34", false, []],
    ["between", "34", false, ["34"]],
    ["between", "2026-11-20", false, ['"2026-11-20"']],
    ["semver", "^1.2.0", false, ['"^1.2.0"']],
    ["semver", "latest!", false, []],
    ["startsWith", "34", false, ['"34"']],
    ["in", " ", false, []],
  ])("for %s, %j (metadata: %s)", (op, typed, isText, want) => {
    expect(typedValues(op, typed, isText).map(({ value }) => value)).toEqual(want);
  });

  it("only values that the operator compares with are offered, and days for dates", () => {
    const values = (op: Parameters<typeof seenValues>[0]) =>
      seenValues(op, ["gold", 34, "2026-11-01"], now).map(({ label }) => label);
    expect(values("atLeast")).toEqual(["34"]);
    expect(values("in")).toEqual(["gold", "34", "2026-11-01"]);
    expect(values("before")).toEqual(expect.arrayContaining(["2026-11-01", "2026-11-20", "2026-11-13"]));
  });

  it.each([
    { last: { days: 7 } },
    { last: { minutes: 90 } },
    { moreThanAgo: { hours: 1.5 } },
    { on: "2026-11-20" },
    { before: "2026-11-20T10:00:00Z" },
    { after: "2026-11-20" },
    { anyTime: true as const },
  ])("the window %j stays itself in its form", (window) => {
    expect(windowOf(formOf(window, now))).toEqual({ window });
  });

  it.each<[form: Partial<ReturnType<typeof formOf>>, want: string]>([
    [{ kind: "last", amount: "0" }, "must be more than 0"],
    [{ kind: "last", amount: "" }, "must be a number"],
    [{ kind: "last", amount: "1,000" }, "has an unclear comma: type 1000 or 1.000"],
    [{ kind: "last", amount: "366" }, "must be at most 365 (365 days)"],
    [{ kind: "on", date: "tomorrow" }, "must be a date such as 2026-11-20"],
  ])("%j is no window", (form, want) => {
    expect(windowOf({ ...formOf({ anyTime: true }, now), ...form })).toEqual({ problem: want });
  });

  it.each(["known:ana", "visitor:a:b", "persona:first-visit"])("whom it is tried as: %s", (text) => {
    const tried = readTried(text);
    expect(tried === null ? null : triedText(tried)).toBe(text);
  });
  it.each([null, "", "ana", "nobody:ana", "known:"])("nobody is named by %j", (text) => {
    expect(readTried(text)).toBeNull();
  });
});

describe("what a window beyond the days of an event means", () => {
  it.each<[given: Window, want: string]>([
    [{ last: { days: 30 } }, "An event counts for 30 days."],
    [{ last: { days: 45 } }, "An event counts for 30 days: this is the same as in the last 30 days."],
    [{ last: { hours: 721 } }, "An event counts for 30 days: this is the same as in the last 30 days."],
    [{ moreThanAgo: { days: 45 } }, "An event counts for 30 days: nothing that counts is that long ago."],
    [{ anyTime: true }, "An event counts for 30 days."],
  ])("%o", (given, want) => expect(windowNote(formOf(given, now))).toBe(want));
});

describe("what a condition can be about", () => {
  const seen = (events: readonly string[]) => ({
    ...nothingSeen,
    events: events.map((name) => ({ name, count: 1, lastAt: "2026-11-20T09:00:00Z", pairs: [] })),
  });
  const labels = (events: readonly string[], typed: string) =>
    conditionSuggestions(seen(events), [], typed).map(({ label }) => label);
  it("is an event first where none was seen, and last where some were", () => {
    expect(labels([], "")[0]).toBe("An event…");
    expect(labels(["movie/watched"], "")[0]).toBe("movie/watched");
    expect(labels(["movie/watched"], "").at(-1)).toBe("An event…");
  });
  it("can be an event whatever is typed", () => expect(labels([], "movie").at(-1)).toBe("An event…"));
});
