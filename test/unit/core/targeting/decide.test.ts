import { describe, expect, it } from "vitest";
import { compileContents } from "../../../../src/core/targeting/compile-contents.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import { bannerOf, now, subjectOf, tribeOf } from "../../../helpers/targeting.ts";

const drama = {
  event: "movie/watched",
  count: { op: "moreThan", value: 2 },
  window: { last: { days: 7 } },
  where: [{ key: "genre", op: "equals", value: "drama" }],
};
const day = 86_400_000;
const watched = (id: string, ago: number, genre: string) => ({
  id,
  name: "movie/watched",
  time: now - ago,
  pairs: [["genre", genre]] as const,
});
const events = [
  watched("a", day, "drama"),
  watched("b", 2 * day, "drama"),
  watched("c", 3 * day, "comedy"),
  watched("d", 6 * day, "drama"),
];
const targeted = {
  id: "scn_drama",
  name: "Binge watchers",
  audience: { kind: "everyone" as const, anyOf: ["binge"], noneOf: [] },
  rollout: 100,
  serve: { enabled: true, data: { headline: "More drama" } },
};
const byDefault = { id: "scn_default", name: "Default", serve: { enabled: true, data: {} } };

describe("a Banner for those who watched at least three dramas in seven days", () => {
  const tribes = compileTribes([tribeOf("binge", drama)]);
  const decider = compileContents([bannerOf([targeted, byDefault])], tribes);
  const ana = (at: number) => subjectOf({ now: at }, events, tribes.selectors);

  it("is served with the scenario's data over the type's defaults", () => {
    expect(decider.decide(ana(now))).toEqual([
      {
        key: "home.banner",
        enabled: true,
        data: { headline: "More drama" },
        scenario: { id: "scn_drama", name: "Binge watchers" },
        reason: "targeting",
      },
    ]);
    expect(tribes.matching(ana(now))).toEqual(["binge"]);
  });

  it("is the default eight days later", () => {
    const [state] = decider.decide(ana(now + 8 * day));
    expect(state).toMatchObject({ reason: "default", data: { headline: "Welcome" } });
  });

  it("gives the same object each time, which nobody can change", () => {
    const [first] = decider.decide(ana(now));
    const [second] = decider.decide(ana(now));
    expect(first).toBe(second);
    expect(Object.isFrozen(first) && Object.isFrozen(first?.data)).toBe(true);
  });

  it("lists those three events as the reason, newest first", () => {
    const [explained] = decider.explain(ana(now));
    const tribe = explained?.tried[0]?.why.children?.[0]?.children?.[0]?.children?.[0];
    const why = tribe?.children?.[0];
    expect(tribe?.rule).toEqual({ tribe: "binge" });
    expect(why).toMatchObject({
      matched: true,
      count: 3,
      window: { from: "2026-11-13T14:32:06.240Z", to: "2026-11-20T14:32:06.240Z" },
    });
    expect(why?.events?.map((event) => event.id)).toEqual(["a", "b", "d"]);
  });
});

describe("Tribes that refer to each other", () => {
  it("may do so in a row of any length", () => {
    const row = Array.from({ length: 20_000 }, (_, index) =>
      tribeOf(`t${index}`, index === 0 ? { label: "vip" } : { tribe: `t${index - 1}` }),
    );
    const tribes = compileTribes(row.reverse());
    expect(tribes.matches("t19999", subjectOf({ labels: ["vip"] }))).toBe(true);
    expect(tribes.matches("t19999", subjectOf())).toBe(false);
    expect(tribes.matching(subjectOf({ labels: ["vip"] }))).toHaveLength(20_000);
  });

  it("never hold where they close a cycle", () => {
    const tribes = compileTribes([tribeOf("a", { tribe: "b" }), tribeOf("b", { not: { tribe: "a" } })]);
    expect(tribes.matching(subjectOf())).toEqual(["a", "b"]);
    expect(tribes.matches("b", subjectOf())).toBe(true);
  });

  it("never hold where they name nobody", () => {
    expect(compileTribes([tribeOf("a", { tribe: "gone" })]).matches("a", subjectOf())).toBe(false);
    expect(compileTribes([]).matches("gone", subjectOf())).toBe(false);
  });
});

it("serves no half of a character, wherever a text was cut: strict readers of JSON refuse all of such an answer", () => {
  const data = { headline: "Cut \ud83d", more: [{ "\udc00": "Whole 😀" }] };
  const cut = { id: "scn_cut", name: "Cut \ud83d", serve: { enabled: true, data } };
  const tribes = compileTribes([]);
  const [state] = compileContents([bannerOf([cut])], tribes).decide(subjectOf({ now }, [], tribes.selectors));
  expect(state).toMatchObject({
    data: { headline: "Cut \ufffd", more: [{ "\ufffd": "Whole 😀" }] },
    scenario: { name: "Cut \ufffd" },
  });
});
