import type { Why } from "../../core/explanation.ts";
import type { AttributeRule, EventRule, FieldRule } from "../../core/rule.ts";

/** Whether a reason has more than its verdict: where an answer would be too long, it has not. */
export const isTold = ({ cut = false, actual, count, children }: Why): boolean =>
  !cut || actual !== undefined || count !== undefined || children !== undefined;

/** How the conditions below one belong together. */
type Joint = "all" | "any" | "not" | "tribe";

/** A reason as it is read: without the brackets that only the rule language needs. */
export interface Condition {
  readonly why: Why;
  readonly rule: ReasonRule;
  /** Null where it is a condition by itself. */
  readonly joint: Joint | null;
  readonly parts: readonly Condition[];
}

/** Reads a reason: lists of one are what is in them, and a scenario's audience is its parts. */
export function conditionOf(why: Why): Condition {
  const rule = ruleOf(why);
  const joint = jointOf(rule);
  const parts = (why.children ?? []).map(conditionOf).flatMap((part) => unwrapped(part, joint));
  const [only] = parts;
  if ((joint === "all" || joint === "any") && parts.length === 1 && only !== undefined) return only;
  return { why, rule, joint, parts };
}

/** An “all” within an “all” is one list. */
const unwrapped = (part: Condition, joint: Joint | null): readonly Condition[] =>
  part.joint === joint && (joint === "all" || joint === "any") && part.parts.length > 0 ? part.parts : [part];

function jointOf(rule: ReasonRule): Joint | null {
  if ("all" in rule) return "all";
  if ("any" in rule) return "any";
  if ("not" in rule) return "not";
  if ("tribe" in rule) return "tribe";
  return "audience" in rule && typeof rule.audience === "object" ? "all" : null;
}

/** Whether there is nothing to ask: a default scenario, a Tribe of everyone. */
export const asksNothing = ({ why, joint, parts }: Condition): boolean =>
  joint === "all" && parts.length === 0 && why.cut !== true;

/** What a reason is about: a rule of a Tribe, or a part of a scenario's targeting. */
export type ReasonRule =
  | { readonly all: readonly ReasonRule[] }
  | { readonly any: readonly ReasonRule[] }
  | { readonly not: ReasonRule }
  | FieldRule
  | AttributeRule
  | { readonly label: string }
  | { readonly tribe: string }
  | EventRule
  | { readonly audience: unknown }
  | { readonly schedule: unknown }
  | { readonly rollout: number }
  | Readonly<Record<never, never>>;

/** The rule of a reason. The server writes it as it decides by it; what is not known here reads as a rule of its own. */
export const ruleOf = ({ rule }: { readonly rule: unknown }): ReasonRule =>
  typeof rule === "object" && rule !== null ? (rule as ReasonRule) : {};

export const isEventRule = (rule: ReasonRule): rule is EventRule => "event" in rule;
