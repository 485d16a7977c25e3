import type { ExplainedExperience, Why } from "../../core/explanation.ts";
import { dayNames } from "../model/schedule-words.ts";
import { dateWords, rolloutWords, valueWords } from "../model/value-words.ts";
import { count, counted, moment } from "../text/format.ts";
import { isEventRule, isTold, ruleOf } from "./condition.ts";
import { quoted, subjectWords } from "./rule-words.ts";

type Decision = Pick<ExplainedExperience, "enabled" | "data" | "children" | "scenario" | "reason" | "tried">;

/** Where the scenario that decided stands among those that were tried, from 1. */
const scenarioNumber = ({ tried }: Pick<Decision, "tried">): number => Math.max(1, tried.length);

/** `on, by scenario 2, Gold members`. */
export const decisionWords = (decision: Decision): string =>
  `${decision.enabled ? "on" : "off"}, by scenario ${scenarioNumber(decision)}, ${decision.scenario.name}`;

const reasons: Readonly<Record<ExplainedExperience["reason"], string>> = {
  targeting: "they are in its audience",
  rollout: "they are in its rollout",
  schedule: "its schedule is open",
  default: "no scenario before it matched",
  disabled: "this scenario turns it off",
};

/** Why that scenario decided, as a stage direction. */
export function reasonWords(decision: Decision): string {
  const { tried, reason } = decision;
  if (tried.length === 1 && reason === "default") return "everybody gets it";
  return reasons[reason];
}

const shownValues = 3;

/** What is served in a few words: the first values, or a Section's children by name. */
export function servedWords(
  { enabled, data, children }: Pick<Decision, "enabled" | "data" | "children">,
  nameOf: (id: string) => string,
): string {
  if (!enabled) return "off";
  if (children !== undefined)
    return children.length === 0
      ? "on, with nothing in it"
      : `${counted(children.length, "Experience")}: ${children.map(({ id }) => nameOf(id)).join(", ")}`;
  const values = Object.values(data).map(valueWords);
  if (values.length === 0) return "on";
  return values.slice(0, shownValues).join(" · ") + (values.length > shownValues ? " …" : "");
}

/** What there is of what a condition asks for, as a stage direction; null where there is nothing to say. */
export function factWords(why: Why): string | null {
  const rule = ruleOf(why);
  const { actual } = why;
  if (!isTold(why)) return null;
  if (isEventRule(rule)) return eventFact(why);
  if ("field" in rule || "attribute" in rule)
    return isNothing(actual)
      ? `there is no ${subjectWords(rule)}`
      : `${subjectWords(rule)} is ${quoted(actual)}`;
  if ("label" in rule) return labelFact(actual);
  if ("rollout" in rule) return rolloutFact(Number(actual), rule.rollout);
  if ("schedule" in rule) return `it was ${clockWords(String(actual))}`;
  if ("audience" in rule && typeof rule.audience === "string")
    return actual === "known" ? "a known user" : "a visitor";
  return null;
}

const isNothing = (actual: unknown): boolean => actual === null || actual === undefined;

const labelFact = (actual: unknown): string =>
  Array.isArray(actual) && actual.length > 0 ? `has ${actual.map(quoted).join(", ")}` : "has no labels";

/** The bucket is the same for a person on every visit; the rollout lets in those below it. */
const rolloutFact = (bucket: number, rollout: number): string =>
  `drew ${bucket.toFixed(2)}; below ${rolloutWords(rollout)} is in`;

function eventFact({ count: found = 0, window }: Why): string {
  const when = window === undefined ? "" : ` between ${moment(window.from)} and ${moment(window.to)}`;
  return found === 0 ? `none${when}` : `${count(found)} counted${when}`;
}

const days: Readonly<Record<string, (typeof dayNames)[keyof typeof dayNames]>> = dayNames;

/** What clocks showed there, from `sat 2026-11-21T18:20:15+01:00`: "Saturday, 21 Nov 2026, 18:20 (+01:00)". */
export function clockWords(text: string): string {
  const read = /^(\w{3}) (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}([+-]\d{2}:\d{2})$/.exec(text);
  if (read === null) return text;
  const [, day = "", date = "", time = "", zone = ""] = read;
  return `${days[day]?.[1] ?? day}, ${dateWords(date)}, ${time} (${zone})`;
}
