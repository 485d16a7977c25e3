import type { AttributeRule, EventRule, FieldRule } from "../../core/rule.ts";

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
