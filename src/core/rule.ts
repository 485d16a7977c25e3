/** The limits of one Tribe's rules: no rule within them can keep the process busy for long. Texts in characters. */
export const ruleLimits = {
  depth: 32,
  nodes: 400,
  text: 1024,
  list: 500,
  where: 3,
  windowDays: 365,
} as const;

/** How long an event counts, in days (CONTRACT.md: "Always: now − 30 days < t ≤ now"). */
export const eventDays = 30;

export const operators = [
  "equals",
  "notEquals",
  "in",
  "notIn",
  "contains",
  "startsWith",
  "endsWith",
  "greaterThan",
  "atLeast",
  "lessThan",
  "atMost",
  "between",
  "before",
  "after",
  "exists",
  "semver",
] as const;
export type Operator = (typeof operators)[number];

export const attributes = [
  "platform",
  "locale",
  "timeZone",
  "kind",
  "createdAt",
  "firstSeenAt",
  "lastSeenAt",
  "sessions",
] as const;
export type Attribute = (typeof attributes)[number];

export type Scalar = string | number | boolean;
/** What an operator compares with: one value, a list for `in` and `notIn`, two ends for `between`. */
export type Operand = Scalar | readonly Scalar[];

export interface Comparison {
  readonly op: Operator;
  readonly value: Operand;
}
export interface FieldRule extends Comparison {
  readonly field: string;
}
export interface AttributeRule extends Comparison {
  readonly attribute: Attribute;
}
export interface MetadataFilter extends Comparison {
  readonly key: string;
}
/** How often: `any` is once or more. */
export const countOperators = ["any", "atLeast", "moreThan", "exactly", "atMost", "lessThan"] as const;
export type CountOperator = (typeof countOperators)[number];
export type Count =
  | { readonly op: "any" }
  | { readonly op: Exclude<CountOperator, "any">; readonly value: number };
export type Length = { readonly minutes: number } | { readonly hours: number } | { readonly days: number };
export type Window =
  | { readonly last: Length }
  | { readonly moreThanAgo: Length }
  | { readonly on: string }
  | { readonly before: string }
  | { readonly after: string }
  | { readonly anyTime: true };
/** Whether a person did something: every member but `event` and `did` has a default. */
export interface EventRule {
  readonly event: string;
  readonly did: boolean;
  readonly count: Count;
  readonly window: Window;
  readonly where: readonly MetadataFilter[];
}

/** The rule language of Tribes (CONTRACT.md). */
export type Rule =
  | { readonly all: readonly Rule[] }
  | { readonly any: readonly Rule[] }
  | { readonly not: Rule }
  | FieldRule
  | AttributeRule
  | { readonly label: string }
  | { readonly tribe: string }
  | EventRule;

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** A window's length in ms. */
export function lengthMs(length: Length): number {
  if ("minutes" in length) return length.minutes * units.minutes;
  if ("hours" in length) return length.hours * units.hours;
  return length.days * units.days;
}
