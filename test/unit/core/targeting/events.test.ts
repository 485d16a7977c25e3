import { describe, expect, it } from "vitest";
import type { EventRule, MetadataFilter } from "../../../../src/core/rule.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import { EventHistory } from "../../../../src/core/targeting/event-history.ts";
import { eventMatcher } from "../../../../src/core/targeting/event-matcher.ts";
import { nextEventEdge } from "../../../../src/core/targeting/next-change.ts";
import { RecordedEvents } from "../../../../src/core/targeting/recorded-events.ts";
import { selectorOf } from "../../../../src/core/targeting/selector.ts";
import { Random } from "../../../helpers/random.ts";
import { now, ruleOf, tribeOf } from "../../../helpers/targeting.ts";

const genre = (value: string | number): MetadataFilter => ({ key: "genre", op: "equals", value });
const device: MetadataFilter = { key: "device", op: "in", value: ["tv", "phone"] };
const keyOf = (where: readonly MetadataFilter[], event = "movie/watched") =>
  selectorOf(ruleOf({ event, where }) as EventRule).key;

describe("selectors", () => {
  it.each<[string, readonly MetadataFilter[], readonly MetadataFilter[]]>([
    ["filters in another order", [genre("drama"), device], [device, genre("drama")]],
    ["a list in another order", [device], [{ ...device, value: ["phone", "tv", "tv"] }]],
    ["a number and its text", [genre(5)], [genre("5")]],
    ["a filter twice", [device, device], [device]],
  ])("are the same for %s", (_name, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it("differ by name, key, operator and value", () => {
    const keys = [
      keyOf([]),
      keyOf([], "movie/started"),
      keyOf([genre("drama")]),
      keyOf([genre("comedy")]),
      keyOf([{ ...genre("drama"), key: "device" }]),
      keyOf([{ ...genre("drama"), op: "notEquals" }]),
      keyOf([{ ...genre("x".repeat(1000)) }]),
      keyOf([{ ...genre("y".repeat(1000)) }]),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(256);
  });

  it("are named once by a Space, with the lengths that matter", () => {
    const { selectors, lengths } = compileTribes([
      tribeOf("a", { event: "movie/watched", window: { last: { days: 7 } } }),
      tribeOf("b", { not: { event: "movie/watched", window: { moreThanAgo: { hours: 12 } } } }),
      tribeOf("c", { any: [{ event: "movie/watched", window: { last: { days: 90 } } }] }),
    ]);
    expect(selectors.map(({ key }) => key)).toEqual(["movie/watched"]);
    expect(lengths.get("movie/watched")).toEqual([43_200_000, 604_800_000, 2_592_000_000]);
  });
});

describe("filters", () => {
  it("all hold on the one event", () => {
    const matches = eventMatcher([genre("drama"), device]);
    expect(
      matches([
        ["device", "tv"],
        ["genre", "drama"],
      ]),
    ).toBe(true);
    expect(matches([["device", "tv"]])).toBe(false);
    expect(eventMatcher([])([])).toBe(true);
  });

  it("know no keys but those of the pairs", () => {
    const exists = (key: string) => eventMatcher([{ key, op: "exists", value: true }]);
    expect(exists("constructor")([])).toBe(false);
    expect(exists("__proto__")([["__proto__", ""]])).toBe(true);
  });
});

describe("a history", () => {
  it("counts after the one end, and up to the other", () => {
    const history = new EventHistory([["s", [30, 10, 20, 20]]]);
    expect(history.count("s", 10, 20)).toBe(2);
    expect(history.count("s", 9, 30)).toBe(4);
    expect(history.count("s", 30, 10)).toBe(0);
    expect(history.count("t", 0, 100)).toBe(0);
  });

  it("puts events that come late where they belong", () => {
    const history = new EventHistory();
    for (const time of [5, 1, 9, 5, 3]) history.add("s", time);
    expect(history.times("s")).toEqual([1, 3, 5, 5, 9]);
  });

  it("lists the events themselves, newest first", () => {
    const events = [1, 3, 2].map((time) => ({ id: `e${time}`, name: "a/b", time, pairs: [] }));
    const log = new RecordedEvents(events, [{ key: "a/b", name: "a/b", where: [] }]);
    expect(log.list("a/b", 1, 3, 1)).toEqual([{ id: "e3", name: "a/b", time: "1970-01-01T00:00:00.003Z" }]);
    expect(log.list("a/b", 0, 3, 100).map((event) => event.id)).toEqual(["e3", "e2", "e1"]);
    expect(log.count("a/b", 0, 2)).toBe(2);
    expect(log.count("unknown", 0, 2)).toBe(0);
  });
});

describe("the next edge", () => {
  it.each<[string, number[], number[], number | null]>([
    ["nothing done", [100], [], null],
    ["all long over", [100], [now - 101], null],
    ["over right now", [100], [now - 100], null],
    ["an event leaves", [100], [now - 99], now + 1],
    ["the first of several lengths", [10, 100], [now - 50, now - 5], now + 5],
    ["an event to come", [100], [now + 7], now + 7],
    ["part of a ms", [0.5], [now], now + 1],
  ])("%s", (_name, lengths, times, want) => {
    expect(nextEventEdge(lengths, times, now)).toBe(want);
  });

  it("is the first time at which any window counts differently", () => {
    const random = new Random(7);
    const lengths = [3, 10];
    const verdicts = (times: readonly number[], at: number) =>
      JSON.stringify([
        times.filter((time) => time <= at).length,
        ...lengths.map((length) => times.filter((time) => time <= at - length).length),
      ]);
    for (let round = 0; round < 300; round += 1) {
      const times = Array.from({ length: random.below(5) }, () => random.below(40)).sort((a, b) => a - b);
      const at = random.below(40);
      const later = Array.from({ length: 60 }, (_, index) => at + 1 + index);
      const want = later.find((one) => verdicts(times, one) !== verdicts(times, at)) ?? null;
      expect(nextEventEdge(lengths, times, at)).toBe(want);
    }
  });
});
