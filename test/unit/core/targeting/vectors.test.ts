import { describe, expect, it } from "vitest";
import { ruleLimits, type Window } from "../../../../src/core/rule.ts";
import { schedule } from "../../../../src/core/scenario.ts";
import { bucketOf, isRolledOut } from "../../../../src/core/targeting/bucket.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import type { ExplainedSubject } from "../../../../src/core/targeting/decision.ts";
import type { Pairs } from "../../../../src/core/targeting/event-matcher.ts";
import { murmur3 } from "../../../../src/core/targeting/murmur3.ts";
import { compileSchedule } from "../../../../src/core/targeting/schedule.ts";
import type { Selector } from "../../../../src/core/targeting/subject.ts";
import { windowEnds } from "../../../../src/core/targeting/window.ts";
import type { Tribe } from "../../../../src/core/tribe.ts";
import { type Coercion, coercionCase, coercionRow, coercionTable } from "../../../helpers/coercion.ts";
import { now, subjectOf, tribeOf } from "../../../helpers/targeting.ts";
import { readGuide, vectors } from "../../../helpers/vectors.ts";

/** Decided and explained; both must say the same. */
function isIn(tribe: Tribe, subject: (selectors: readonly Selector[]) => ExplainedSubject): boolean {
  const tribes = compileTribes([tribe]);
  const person = subject(tribes.selectors);
  const matched = tribes.matches(tribe.id, person);
  expect(tribes.explain(tribe.id, person).matched).toBe(matched);
  return matched;
}

describe("coercion", () => {
  const rows = vectors<Coercion[]>("coercion");

  it.each(rows.map((row) => [`${row.origin} ${coercionRow(row)}`, row] as const))("%s", (_name, row) => {
    const { rules, facts, pairs } = coercionCase(row);
    const event = { id: "e", name: "a/b", time: now, pairs };
    const matched = isIn(tribeOf("t", rules), (selectors) => subjectOf(facts, [event], selectors));
    expect(matched).toBe(row.matched);
  });

  it.each(["field", "attribute", "metadata"] as const)(
    "is the table of docs/targeting.md for each %s",
    (origin) => {
      expect(readGuide("targeting")).toContain(`${coercionTable(rows, origin)}\n\n`);
    },
  );
});

describe("bucketing", () => {
  interface Bucketing {
    readonly murmur3: readonly { text: string; hash: string }[];
    readonly buckets: readonly { item: string; user: string; bucket: number }[];
    readonly rollouts: readonly { bucket: number; rollout: number; in: boolean }[];
  }
  const { murmur3: hashes, buckets, rollouts } = vectors<Bucketing>("bucketing");

  it.each(hashes)("murmur3 of $text", ({ text, hash }) => {
    expect(murmur3(text).toString(16).padStart(8, "0")).toBe(hash);
  });
  it.each(buckets)("$user stands at $bucket in $item", ({ item, user, bucket }) => {
    expect(bucketOf(item, user)).toBe(bucket);
  });
  it("has its first rows in docs/targeting.md", () => {
    const rows = buckets
      .slice(0, 6)
      .map(({ item, user, bucket }) => `| \`${item}\` | \`${user}\` | ${bucket} |`);
    expect(readGuide("targeting")).toContain(`${rows.join("\n")}\n\n`);
  });
  it.each(rollouts)("$bucket in $rollout %: $in", ({ bucket, rollout, in: isIn }) => {
    expect(isRolledOut(bucket, rollout)).toBe(isIn);
  });
});

describe("windows", () => {
  interface WindowVector {
    readonly note: string;
    readonly window: Window;
    readonly now: string;
    readonly counted: readonly string[];
    readonly notCounted: readonly string[];
  }
  it.each(vectors<WindowVector[]>("windows"))("$note", ({ window, now: at, counted, notCounted }) => {
    const { after, until } = windowEnds(window, Date.parse(at));
    const counts = (time: string) => after < Date.parse(time) && Date.parse(time) <= until;
    expect(counted.filter((time) => !counts(time))).toEqual([]);
    expect(notCounted.filter(counts)).toEqual([]);
    expect(until).toBeGreaterThanOrEqual(after);
  });
});

describe("schedules", () => {
  interface ScheduleVector {
    readonly note: string;
    readonly schedule: object;
    readonly open: readonly string[];
    readonly closed: readonly string[];
    readonly boundaries: readonly { after: string; next: string | null }[];
  }
  it.each(vectors<ScheduleVector[]>("schedules"))(
    "$note",
    ({ schedule: given, open, closed, boundaries }) => {
      const { isOpen, nextBoundary } = compileSchedule(schedule.parse(given));
      expect(open.filter((time) => !isOpen(Date.parse(time)))).toEqual([]);
      expect(closed.filter((time) => isOpen(Date.parse(time)))).toEqual([]);
      for (const { after, next } of boundaries)
        expect(nextBoundary(Date.parse(after)), after).toBe(next === null ? null : Date.parse(next));
    },
  );
});

describe("limits", () => {
  const words: Readonly<Record<keyof typeof ruleLimits, string>> = {
    depth: "levels of nesting",
    nodes: "parts",
    text: "characters of a text",
    list: "members of a list",
    where: "filters of an event rule",
    windowDays: "days of a window",
  };
  it.each(Object.entries(words))("%s stands in docs/targeting.md", (limit, what) => {
    const most = ruleLimits[limit as keyof typeof ruleLimits];
    expect(readGuide("targeting")).toContain(`| ${what} | ${most} |`);
  });
});

describe("tribes", () => {
  interface TribeVector {
    readonly note: string;
    readonly tribes: readonly { id: string; audience: Tribe["audience"]; rules: unknown }[];
    readonly subject: Record<string, unknown>;
    readonly events: readonly { name: string; time: string; pairs: Pairs }[];
    readonly now: string;
    readonly matched: readonly string[];
  }
  it.each(vectors<TribeVector[]>("tribes"))("$note", (given) => {
    const tribes = compileTribes(given.tribes.map(({ id, rules, audience }) => tribeOf(id, rules, audience)));
    const events = given.events.map((event, index) => ({
      ...event,
      id: `e${index}`,
      time: Date.parse(event.time),
    }));
    const { createdAt = null, ...facts } = given.subject;
    const subject = subjectOf(
      {
        ...facts,
        createdAt: createdAt === null ? null : Date.parse(String(createdAt)),
        now: Date.parse(given.now),
      },
      events,
      tribes.selectors,
    );
    expect(tribes.matching(subject)).toEqual(given.matched);
    const explained = given.tribes.filter(({ id }) => tribes.explain(id, subject).matched);
    expect(explained.map(({ id }) => id)).toEqual(given.matched);
  });
});
