import { describe, expect, it } from "vitest";
import type { Why } from "../../../../src/core/explanation.ts";
import { why } from "../../../../src/core/explanation.ts";
import { compileContents } from "../../../../src/core/targeting/compile-contents.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import { ReasonBudget } from "../../../../src/core/targeting/explain-node.ts";
import { bannerOf, now, subjectOf, tribeOf } from "../../../helpers/targeting.ts";

const size = (node: Why): number => 1 + (node.children ?? []).reduce((sum, child) => sum + size(child), 0);

describe("a Tribe", () => {
  it("tells what each condition wants and what there is", () => {
    const rules = {
      all: [
        { field: "plan", op: "equals", value: "gold" },
        { attribute: "createdAt", op: "after", value: "2026-11-01" },
        { not: { label: "staff" } },
      ],
    };
    const tribes = compileTribes([tribeOf("t", rules)]);
    const subject = subjectOf({ fields: { plan: "silver" }, createdAt: Date.parse("2026-11-10T00:00:00Z") });
    const [plan, created, staff] = rules.all;
    expect(tribes.explain("t", subject)).toEqual({
      rule: rules,
      matched: false,
      children: [
        { rule: plan, matched: false, expected: "gold", actual: "silver" },
        { rule: created, matched: true, expected: "2026-11-01", actual: "2026-11-10T00:00:00.000Z" },
        {
          rule: staff,
          matched: true,
          children: [{ rule: { label: "staff" }, matched: false, expected: "staff", actual: [] }],
        },
      ],
    });
  });

  it("tells its audience beside its rules, and null for what is missing", () => {
    const tribes = compileTribes([tribeOf("t", { field: "plan", op: "exists", value: false }, "visitors")]);
    expect(tribes.explain("t", subjectOf())).toMatchObject({
      rule: { tribe: "t" },
      matched: false,
      children: [
        { rule: { audience: "visitors" }, matched: false, expected: "visitor", actual: "known" },
        { matched: true, expected: false, actual: null },
      ],
    });
  });

  it("is cut where Tribes that name Tribes would fill the answer, but never itself", () => {
    const doubling = Array.from({ length: 60 }, (_, index) => {
      const next = { tribe: `t${index + 1}` };
      return tribeOf(
        `t${index}`,
        index === 59 ? { label: "x" } : { any: [next, next, { label: `l${index}` }] },
      );
    });
    const told = compileTribes(doubling).explain("t0", subjectOf({ labels: ["x"] }));
    expect(told.matched).toBe(true);
    expect(size(told)).toBeLessThanOrEqual(2001);
    const wide = compileTribes([
      tribeOf("t", { any: Array.from({ length: 399 }, (_, index) => ({ label: `l${index}` })) }),
    ]);
    expect(size(wide.explain("t", subjectOf()))).toBe(400);
  });

  it("tells of long values the beginning, and how much more there is", () => {
    const told = (value: string | string[]) => {
      const tribes = compileTribes([tribeOf("t", { field: "genres", op: "contains", value: "x" })]);
      return tribes.explain("t", subjectOf({ fields: { genres: value } }));
    };
    const long = Array.from({ length: 500 }, (_, index) => `genre ${index}`);
    expect(told("y".repeat(1001))).toMatchObject({ cut: true, actual: `${"y".repeat(1000)}…` });
    expect(told(`${"😀".repeat(1000)}y`)).toMatchObject({ cut: true, actual: `${"😀".repeat(1000)}…` });
    expect(told("😀".repeat(1000))).toMatchObject({ actual: "😀".repeat(1000) });
    expect(told("😀".repeat(1000))).not.toHaveProperty("cut");
    expect(told(long)).toMatchObject({
      cut: true,
      actual: expect.arrayContaining(["genre 0", "… 409 more"]),
    });
    expect(told(long.slice(0, 50))).toMatchObject({ actual: long.slice(0, 50) });
    expect(told(long.slice(0, 50))).not.toHaveProperty("cut");
  });

  it("is a verdict alone where the answer has no budget left", () => {
    const rules = { all: Array.from({ length: 390 }, () => ({ field: "f", op: "contains", value: "x" })) };
    const tribes = compileTribes([tribeOf("t", rules)]);
    const subject = subjectOf({ fields: { f: "yx".repeat(1000) } });
    const budget = new ReasonBudget();
    const told = Array.from({ length: 50 }, () => tribes.explain("t", subject, budget));
    expect(told[0]?.children).toHaveLength(390);
    expect(told.at(-1)).toEqual({ rule: { tribe: "t" }, matched: true, cut: true });
    expect(JSON.stringify(told).length).toBeLessThan(4_500_000);
  });

  it.each([-8.64e15, -62_200_000_000_000, 0, 253_402_300_799_999, 8.64e15])("can be told at %d ms", (at) => {
    const tribes = compileTribes([
      tribeOf("t", { event: "a/b", window: { last: { days: 365 } } }),
      tribeOf("u", { event: "a/b", window: { on: "0000-01-01" } }),
    ]);
    const subject = subjectOf({ now: at, createdAt: at });
    for (const id of ["t", "u"]) expect(why.safeParse(tribes.explain(id, subject)).success).toBe(true);
  });
});

describe("an Experience", () => {
  const scenario = {
    id: "scn_1",
    name: "Evenings",
    audience: { kind: "users" as const, anyOf: ["vip"], noneOf: ["staff"] },
    rollout: 50,
    schedule: {
      from: null,
      until: null,
      days: [],
      hours: { from: "15:00", to: "16:00" },
      timeZone: "Europe/Berlin",
    },
    serve: { enabled: true, data: {} },
  };
  const byDefault = { id: "scn_2", name: "Default", serve: { enabled: true, data: {} } };
  const tribes = compileTribes([tribeOf("vip", { label: "vip" }), tribeOf("staff", { label: "staff" })]);
  const decider = compileContents([bannerOf([scenario, byDefault])], tribes);
  const explain = (at: number) => {
    const [first] = decider.explain(subjectOf({ labels: ["vip"], id: "u1", now: at }));
    return first;
  };

  it("tells each part of the scenarios that were tried", () => {
    const [first, second, ...others] = explain(now)?.tried ?? [];
    expect(first?.why).toMatchObject({
      rule: { all: [{ audience: scenario.audience }, { schedule: scenario.schedule }, { rollout: 50 }] },
      children: [
        {
          rule: { audience: scenario.audience },
          matched: true,
          children: [
            { rule: { audience: "users" }, matched: true, expected: "known", actual: "known" },
            { rule: { any: [{ tribe: "vip" }] }, matched: true, children: [{ rule: { tribe: "vip" } }] },
            { rule: { not: { any: [{ tribe: "staff" }] } }, matched: true },
          ],
        },
        { matched: true, expected: scenario.schedule, actual: "fri 2026-11-20T15:32:06+01:00" },
        { rule: { rollout: 50 }, matched: false, expected: 50, actual: 59.28 },
      ],
    });
    expect(second).toEqual({
      scenario: { id: "scn_2", name: "Default" },
      matched: true,
      why: { rule: { all: [] }, matched: true },
    });
    expect(others).toEqual([]);
  });

  it("says when it may change next", () => {
    expect(decider.nextBoundary(now)).toBe(Date.parse("2026-11-20T15:00:00Z"));
  });
});
