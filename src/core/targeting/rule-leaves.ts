import { z } from "zod";
import { eventName } from "../event.ts";
import { attributes, type Operand, type Operator, operators, ruleLimits } from "../rule.ts";
import { closedObject } from "./closed-object.ts";
import { operandError } from "./operand-error.ts";
import { count, window } from "./when.ts";

const name = (max: number) =>
  z.string("must be a string").min(1, "must not be empty").max(max, `must be at most ${max} characters`);

const comparison = {
  op: z.enum(operators, `must be one of ${operators.join(", ")}`),
  value: z.custom<Operand>().optional(),
};

/** The error of an operand lies at `value`, or in it. */
function checkOperand({ op, value }: { op: Operator; value?: unknown }, context: z.RefinementCtx): void {
  const error = operandError(op, value);
  if (error === null) return;
  context.addIssue({ code: "custom", path: ["value", ...error.path], message: error.message });
}

const metadataFilter = closedObject(
  ["key", "op", "value"],
  z
    .object(
      { key: name(64), ...comparison },
      'must be a filter such as {"key":"genre","op":"equals","value":"drama"}',
    )
    .superRefine(checkOperand),
);
/** Its length comes first, so that no list is too long to be refused at once. */
const filters = z
  .custom<readonly unknown[]>(Array.isArray, "must be a list of filters")
  .refine((list) => list.length <= ruleLimits.where, `must be at most ${ruleLimits.where} filters`)
  .pipe(z.array(metadataFilter));

const field = z.object({ field: name(128), ...comparison }).superRefine(checkOperand);
const attribute = z
  .object({ attribute: z.enum(attributes, `must be one of ${attributes.join(", ")}`), ...comparison })
  .superRefine(checkOperand);
const event = z.object({
  event: eventName,
  did: z.boolean("must be true or false").default(true),
  count: count.default({ op: "any" }),
  window: window.default({ anyTime: true }),
  where: filters.default([]),
});

/** The rules that hold no others, each by the member that tells it apart. */
export const ruleLeaves = {
  field: closedObject(["field", "op", "value"], field),
  attribute: closedObject(["attribute", "op", "value"], attribute),
  label: closedObject(["label"], z.object({ label: name(64) })),
  tribe: closedObject(["tribe"], z.object({ tribe: name(200) })),
  event: closedObject(["event", "did", "count", "window", "where"], event),
} as const;
