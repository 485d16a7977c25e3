import { expect, it } from "vitest";
import type { EventRule, Rule } from "../../../../src/core/rule.ts";
import { conditionOf } from "../../../../src/renderer/rules/condition.ts";
import { factWords } from "../../../../src/renderer/rules/decision-words.ts";
import { nextStep } from "../../../../src/renderer/rules/next-step.ts";
import { remedyOf } from "../../../../src/renderer/rules/remedy.ts";
import { heardBefore, verdictWords } from "../../../../src/renderer/rules/verdict-words.ts";

const watched: EventRule = {
  event: "movie/watched",
  did: true,
  count: { op: "atLeast", value: 3 },
  window: { last: { days: 7 } },
  where: [],
};
const rules: readonly Rule[] = [
  { field: "plan", op: "equals", value: "gold" },
  { label: "vip" },
  { all: [{ label: "vip" }] },
  watched,
];

it.each(rules)("says no more than the verdict of a reason that was cut: %j", (rule) => {
  const why = { rule, matched: true, cut: true };
  expect(verdictWords(rule, why)).toBe("holds");
  expect(verdictWords(rule, { ...why, matched: false })).toBe("does not hold");
  expect(heardBefore("holds", why)).toBe("");
  expect(heardBefore("2 counted", why)).toBe("Holds: ");
  expect(factWords(why)).toBeNull();
  expect(nextStep(rule, why)).toBeNull();
});

it("knows no number that would turn a reason that was cut", () => {
  const asked = { nameOf: (id: string) => id, at: 0 };
  for (const rule of [watched, { rollout: 50 }])
    expect(remedyOf(conditionOf({ rule, matched: false, cut: true }), asked)).toBeNull();
});
