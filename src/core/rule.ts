import { z } from "zod";
import { eventName } from "./event.ts";
import { isSemverRange } from "./targeting/semver.ts";
import { parseTime } from "./targeting/time.ts";

/** The limits of one Tribe's rules: no rule within them can keep the process busy for long. Texts in characters. */
export const ruleLimits = {
  depth: 32,
  nodes: 1000,
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
export type Count =
  | { readonly op: "any" }
  | { readonly op: "moreThan" | "lessThan" | "exactly"; readonly value: number };
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

const text = z.string().max(ruleLimits.text, `must be at most ${ruleLimits.text} characters`);
const scalar = z.union([text, z.number(), z.boolean()], { error: "must be a string, number or boolean" });
const list = z
  .array(scalar, "must be a list of strings, numbers or booleans")
  .min(1, "must name at least one")
  .max(ruleLimits.list, `must be at most ${ruleLimits.list}`);
const numeric = z.union([z.number(), text.regex(/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i)], {
  error: "must be a number",
});
const date = text.refine(
  (value) => parseTime(value) !== null,
  "must be a date (2026-11-20) or an RFC 3339 time",
);

const operandSchemas: Readonly<Record<Operator, z.ZodType<Operand>>> = {
  equals: scalar,
  notEquals: scalar,
  in: list,
  notIn: list,
  contains: scalar,
  startsWith: text,
  endsWith: text,
  greaterThan: numeric,
  atLeast: numeric,
  lessThan: numeric,
  atMost: numeric,
  between: z.union([z.tuple([numeric, numeric]), z.tuple([date, date])], {
    error: "must be two numbers or two dates, the lower one first",
  }),
  before: date,
  after: date,
  exists: z.boolean("must be true or false"),
  semver: text.refine(isSemverRange, "must be an npm version range such as ^1.2.0"),
};

/** Checks `value` against what its operator takes; the error lies at `value`. */
function checkOperand(rule: { op: Operator; value?: unknown }, context: z.RefinementCtx): void {
  const result = operandSchemas[rule.op].safeParse(rule.value);
  if (result.success) return;
  for (const issue of result.error.issues)
    context.addIssue({ code: "custom", path: ["value", ...issue.path], message: issue.message });
}

const op = z.enum(operators, `must be one of ${operators.join(", ")}`);
const name = text.min(1, "must not be empty");

const fieldRule = z
  .strictObject({ field: name.max(128), op, value: z.custom<Operand>() })
  .superRefine(checkOperand);
const attributeRule = z
  .strictObject({
    attribute: z.enum(attributes, `must be one of ${attributes.join(", ")}`),
    op,
    value: z.custom<Operand>(),
  })
  .superRefine(checkOperand);
const metadataFilter = z
  .strictObject({ key: name.max(64), op, value: z.custom<Operand>() })
  .superRefine(checkOperand);

const whole = z.number("must be a whole number").int("must be a whole number").min(0, "must not be negative");
const count = z.discriminatedUnion(
  "op",
  [
    z.strictObject({ op: z.literal("any") }),
    z.strictObject({ op: z.enum(["moreThan", "lessThan", "exactly"]), value: whole.max(1_000_000) }),
  ],
  { error: 'must be {"op":"any"}, or moreThan, lessThan or exactly with a value' },
);

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
/** A window's length in ms. */
export function lengthMs(length: Length): number {
  if ("minutes" in length) return length.minutes * units.minutes;
  if ("hours" in length) return length.hours * units.hours;
  return length.days * units.days;
}
const amount = (unit: keyof typeof units) => {
  const most = (ruleLimits.windowDays * units.days) / units[unit];
  return z
    .number("must be a number")
    .positive("must be more than 0")
    .max(most, `must be at most ${most} (${ruleLimits.windowDays} days)`);
};
const length = z.union(
  [
    z.strictObject({ minutes: amount("minutes") }),
    z.strictObject({ hours: amount("hours") }),
    z.strictObject({ days: amount("days") }),
  ],
  { error: 'must be one of {"minutes":n}, {"hours":n}, {"days":n}, above 0 and at most 365 days' },
);
const window = z.union(
  [
    z.strictObject({ last: length }),
    z.strictObject({ moreThanAgo: length }),
    z.strictObject({ on: z.iso.date() }),
    z.strictObject({ before: date }),
    z.strictObject({ after: date }),
    z.strictObject({ anyTime: z.literal(true) }),
  ],
  {
    error:
      'must be one of {"last":{"days":7}}, {"moreThanAgo":{"hours":12}}, {"on":"2026-11-01"}, {"before":"…"}, {"after":"…"}, {"anyTime":true}',
  },
);

const eventRule = z.strictObject({
  event: eventName,
  did: z.boolean("must be true or false").default(true),
  count: count.default({ op: "any" }),
  window: window.default({ anyTime: true }),
  where: z
    .array(metadataFilter, "must be a list of filters")
    .max(ruleLimits.where, `must be at most ${ruleLimits.where} filters`)
    .default([]),
});

const leaves = {
  field: fieldRule,
  attribute: attributeRule,
  label: z.strictObject({ label: name.max(64) }),
  tribe: z.strictObject({ tribe: name.max(200) }),
  event: eventRule,
} as const;
type LeafKind = keyof typeof leaves;
const groups = ["all", "any", "not"] as const;
const kinds = [...groups, ...(Object.keys(leaves) as LeafKind[])];

/** Where a rule is wrong, from the rule's own root, and what to do about it. */
export interface RuleIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

interface Task {
  readonly raw: unknown;
  readonly path: readonly PropertyKey[];
  readonly depth: number;
  readonly put: (rule: Rule) => void;
}

/**
 * Reads a rule of any depth without recursion, so that a hostile one costs no more than its limits allow. Gives the rule
 * with its defaults, or all that is wrong with it.
 */
export function readRule(
  value: unknown,
): { readonly rule: Rule } | { readonly issues: readonly RuleIssue[] } {
  const issues: RuleIssue[] = [];
  let root: Rule | null = null;
  let nodes = 0;
  const tasks: Task[] = [
    {
      raw: value,
      path: [],
      depth: 1,
      put: (rule) => {
        root = rule;
      },
    },
  ];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    nodes += 1;
    if (nodes > ruleLimits.nodes) {
      return { issues: [{ path: [], message: `must have at most ${ruleLimits.nodes} parts` }] };
    }
    if (task.depth > ruleLimits.depth) {
      return { issues: [{ path: task.path, message: `is nested deeper than ${ruleLimits.depth} levels` }] };
    }
    issues.push(...readNode(task, tasks));
    if (issues.length >= 50) break;
  }
  return issues.length > 0 || root === null ? { issues } : { rule: root };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shapes = "must be all, any or not with rules, or a field, attribute, label, tribe or event rule";

function readNode(task: Task, tasks: Task[]): RuleIssue[] {
  const { raw, path } = task;
  if (!isObject(raw)) return [{ path, message: shapes }];
  const kind = kinds.find((one) => Object.hasOwn(raw, one));
  switch (kind) {
    case undefined:
      return [{ path, message: shapes }];
    case "all":
    case "any":
      return readGroup(task, raw, kind, tasks);
    case "not": {
      const rule: { not: Rule } = { not: { all: [] } };
      task.put(rule);
      tasks.push({
        raw: raw.not,
        path: [...path, "not"],
        depth: task.depth + 1,
        put: (inner) => {
          rule.not = inner;
        },
      });
      return strangers(raw, path, "not");
    }
    default: {
      const result = leaves[kind].safeParse(raw);
      if (result.success) {
        task.put(result.data as Rule);
        return [];
      }
      return result.error.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({ path: [...path, ...issue.path, key], message: unknownMember }))
          : [{ path: [...path, ...issue.path], message: issue.message }],
      );
    }
  }
}

function readGroup(
  task: Task,
  raw: Readonly<Record<string, unknown>>,
  kind: "all" | "any",
  tasks: Task[],
): RuleIssue[] {
  const members = raw[kind];
  const path = [...task.path, kind];
  if (!Array.isArray(members)) return [{ path, message: "must be a list of rules" }];
  if (members.length > ruleLimits.nodes)
    return [{ path, message: `must have at most ${ruleLimits.nodes} rules` }];
  const made: Rule[] = members.map(() => ({ all: [] }));
  task.put(kind === "all" ? { all: made } : { any: made });
  // The last first, since tasks are a stack: what is wrong is then told in the order of the rule.
  for (let index = members.length - 1; index >= 0; index -= 1) {
    tasks.push({
      raw: members[index],
      path: [...path, index],
      depth: task.depth + 1,
      put: (rule) => {
        made[index] = rule;
      },
    });
  }
  return strangers(raw, task.path, kind);
}

const unknownMember = "is not known here; remove it";

const strangers = (raw: object, path: readonly PropertyKey[], known: string): RuleIssue[] =>
  Object.keys(raw)
    .filter((key) => key !== known)
    .slice(0, 10)
    .map((key) => ({ path: [...path, key], message: unknownMember }));

const ruleReference = { $ref: "#/components/schemas/Rule" };
const comparison = {
  op: { type: "string", enum: [...operators] },
  value: { description: "A string, number or boolean; a list for in and notIn; two ends for between." },
};

/** One rule and all that is in it, as a schema: bodies are read by it, documents too. */
export const rule = z
  .unknown()
  .transform((value, context): Rule => {
    const read = readRule(value);
    if ("rule" in read) return read.rule;
    for (const { path, message } of read.issues)
      context.addIssue({ code: "custom", path: [...path], message, input: value });
    return z.NEVER;
  })
  .meta({
    id: "Rule",
    description: `all, any and not nest (at most ${ruleLimits.depth} levels and ${ruleLimits.nodes} parts); see docs/targeting.md.`,
    override: {
      oneOf: [
        { type: "object", required: ["all"], properties: { all: { type: "array", items: ruleReference } } },
        { type: "object", required: ["any"], properties: { any: { type: "array", items: ruleReference } } },
        { type: "object", required: ["not"], properties: { not: ruleReference } },
        {
          type: "object",
          required: ["field", "op", "value"],
          properties: { field: { type: "string" }, ...comparison },
        },
        {
          type: "object",
          required: ["attribute", "op", "value"],
          properties: { attribute: { type: "string", enum: [...attributes] }, ...comparison },
        },
        { type: "object", required: ["label"], properties: { label: { type: "string" } } },
        { type: "object", required: ["tribe"], properties: { tribe: { type: "string" } } },
        {
          type: "object",
          required: ["event"],
          properties: {
            event: { type: "string", examples: ["movie/watched"] },
            did: { type: "boolean", default: true },
            count: { type: "object", examples: [{ op: "moreThan", value: 2 }] },
            window: { type: "object", examples: [{ last: { days: 7 } }] },
            where: { type: "array", maxItems: ruleLimits.where, items: { type: "object" } },
          },
        },
      ],
    },
  });
