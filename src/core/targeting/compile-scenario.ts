import type { ExperienceScenario, Schedule } from "../scenario.ts";
import { audienceKind } from "./audience-kind.ts";
import { bucketOf, isRolledOut } from "./bucket.ts";
import { allOf, anyOfThem, every, negation, never, type Predicate, type RuleNode } from "./rule-node.ts";
import { compileSchedule } from "./schedule.ts";

/** What `{"tribe": id}` stands for. */
export type Reference = (tribeId: string) => RuleNode;
export type Targeting = Pick<ExperienceScenario, "audience" | "rollout" | "schedule">;

/** Who is in a scenario, as a rule of its own. `asksBucket`: for whom the rollout is what decides. */
export interface ScenarioTargeting extends RuleNode {
  readonly asksBucket: Predicate;
}

/** What asks for one person in this scenario: all of its parts, as far as it has them, the rollout last. */
export function compileScenario(
  itemId: string,
  targeting: Targeting,
  reference: Reference,
): ScenarioTargeting {
  const { audience, rollout = 100, schedule } = targeting;
  const eligible = [
    ...(audience === undefined ? [] : compileAudience(audience, reference)),
    ...(schedule === undefined || schedule === null ? [] : [compileOpenTimes(schedule)]),
  ];
  const parts = rollout >= 100 ? eligible : [...eligible, compileRollout(itemId, rollout)];
  return {
    ...allOf({ all: parts.map((part) => part.rule) }, parts),
    asksBucket: rollout <= 0 || rollout >= 100 ? never : every(eligible.map((part) => part.test)),
  };
}

/** For everyone there is nothing to ask. */
function compileAudience(audience: NonNullable<Targeting["audience"]>, reference: Reference): RuleNode[] {
  const { kind, anyOf, noneOf } = audience;
  const inAny = (ids: readonly string[]) =>
    anyOfThem({ any: ids.map((tribe) => ({ tribe })) }, ids.map(reference));
  const parts = [
    ...audienceKind(kind),
    ...(anyOf.length === 0 ? [] : [inAny(anyOf)]),
    ...(noneOf.length === 0 ? [] : [negation(inAny(noneOf))]),
  ];
  return parts.length === 0 ? [] : [allOf({ audience }, parts)];
}

function compileOpenTimes(schedule: Schedule): RuleNode {
  const { isOpen, localTime } = compileSchedule(schedule);
  return {
    rule: { schedule },
    test: (subject) => isOpen(subject.now),
    facts: (subject) => ({ expected: schedule, actual: localTime(subject.now) }),
  };
}

function compileRollout(itemId: string, rollout: number): RuleNode {
  return {
    rule: { rollout },
    test: (subject) => isRolledOut(bucketOf(itemId, subject.id), rollout),
    facts: (subject) => ({ expected: rollout, actual: bucketOf(itemId, subject.id) / 100 }),
  };
}
