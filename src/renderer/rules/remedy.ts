import type { Why } from "../../core/explanation.ts";
import { type Count, type EventRule, lengthMs } from "../../core/rule.ts";
import type { Schedule } from "../../core/scenario.ts";
import { countRange } from "../../core/targeting/count.ts";
import { compileSchedule } from "../../core/targeting/schedule.ts";
import { rolloutWords } from "../model/value-words.ts";
import { counted, moment } from "../text/format.ts";
import { type Condition, isEventRule, isTold } from "./condition.ts";
import { quoted, ruleWords, subjectWords, whereWords } from "./rule-words.ts";
import type { NameOf } from "./sentence-piece.ts";

/** What a person would have to be or do so that a verdict turns. */
interface Remedy {
  /** One of them is enough, or it takes all of them. */
  readonly need: "one" | "all";
  readonly steps: readonly string[];
}

interface Asked {
  readonly nameOf: NameOf;
  /** When it was decided, in ms UTC. */
  readonly at: number;
}

/** What would make a condition hold that does not; null where it does, or where nothing could. */
export function remedyOf(condition: Condition, asked: Asked): Remedy | null {
  if (condition.why.matched) return null;
  const remedy = turned(condition, true, asked);
  return remedy.steps.length === 0 ? null : remedy;
}

const none: Remedy = { need: "all", steps: [] };

function turned(condition: Condition, wanted: boolean, asked: Asked): Remedy {
  const { why, joint, parts } = condition;
  if (why.matched === wanted) return none;
  if (joint === "not") return turnedParts(parts, !wanted, "all", asked);
  if (parts.length > 0) return turnedParts(parts, wanted, needOf(joint, wanted), asked);
  const step = leafStep(condition, wanted, asked);
  return { need: "all", steps: step === null ? [] : [step] };
}

/** All of some hold when each does; they stop when one does. Of any it is the other way round. */
const needOf = (joint: Condition["joint"], wanted: boolean): Remedy["need"] =>
  (joint === "any") === wanted ? "one" : "all";

function turnedParts(
  parts: readonly Condition[],
  wanted: boolean,
  need: Remedy["need"],
  asked: Asked,
): Remedy {
  const remedies = parts.map((part) => turned(part, wanted, asked)).filter(({ steps }) => steps.length > 0);
  const [only] = remedies;
  if (remedies.length === 1 && only !== undefined) return only;
  return { need, steps: remedies.map(inOneStep) };
}

const inOneStep = ({ need, steps }: Remedy): string => steps.join(need === "all" ? " and " : " or ");

function leafStep({ why, rule }: Condition, wanted: boolean, { nameOf, at }: Asked): string | null {
  if (!isTold(why)) return null;
  if (isEventRule(rule)) return eventStep(why, rule, wanted === rule.did);
  if ("schedule" in rule) return scheduleStep(rule.schedule as Schedule, wanted, at);
  if ("rollout" in rule)
    return wanted ? `a rollout above ${rolloutWords(Number(why.actual))}` : "a smaller rollout";
  if ("label" in rule)
    return wanted ? `the label ${quoted(rule.label)}` : `without the label ${quoted(rule.label)}`;
  if ("tribe" in rule) return `${wanted ? "in" : "not in"} ${nameOf(rule.tribe)}`;
  if ("audience" in rule) return wanted ? ruleWords(rule, nameOf) : `not ${ruleWords(rule, nameOf)}`;
  if ("field" in rule || "attribute" in rule)
    return wanted
      ? ruleWords(rule, nameOf)
      : `${subjectWords(rule)} something else than ${quoted(rule.value)}`;
  return null;
}

function scheduleStep(schedule: Schedule, wanted: boolean, at: number): string | null {
  const next = compileSchedule(schedule).nextBoundary(at);
  if (next === null) return wanted ? "another schedule: this one is over" : null;
  return `${wanted ? "wait until it opens" : "wait until it closes"}, ${moment(new Date(next).toISOString())}`;
}

/** How many more or fewer events turn a count, and by when; null where no number does. */
function eventStep(why: Why, rule: EventRule, wanted: boolean): string | null {
  const found = why.count ?? 0;
  const goal = goalOf(rule.count, found, wanted);
  if (goal === null) return null;
  if (goal > found) return moreStep(why, rule, goal - found);
  return fewerStep(why, rule, found - goal);
}

/** The nearest count that turns the verdict; null where none does. */
function goalOf(count: Count, found: number, wanted: boolean): number | null {
  const { least, most } = countRange(count);
  if (wanted) return most < least ? null : Math.min(Math.max(found, least), most);
  if (most < Number.POSITIVE_INFINITY) return most + 1;
  return least > 0 ? least - 1 : null;
}

function moreStep(why: Why, rule: EventRule, more: number): string {
  const number = why.count === 0 ? String(more) : more === 1 ? "one more" : `${more} more`;
  const matching = rule.where.length === 0 ? "" : ` where ${whereWords(rule.where)}`;
  const leaves = leavesAt(why, rule, 1);
  return `${number} ${rule.event}${matching}${leaves === null ? "" : ` by ${moment(leaves)}`}`;
}

function fewerStep(why: Why, rule: EventRule, fewer: number): string {
  const leaves = leavesAt(why, rule, fewer);
  const what = `${counted(fewer, "event")} ${rule.event}`;
  return leaves === null ? `${what} less` : `wait until ${what} no longer count, ${moment(leaves)}`;
}

/** When the nth oldest of the events counted leaves a window that moves; null where it does not, or they are not all listed. */
function leavesAt({ events = [], count }: Why, { window }: EventRule, nth: number): string | null {
  if (!("last" in window) || events.length !== count) return null;
  const event = events.at(-nth);
  return event === undefined ? null : new Date(Date.parse(event.time) + lengthMs(window.last)).toISOString();
}
