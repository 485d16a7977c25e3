import { z } from "zod";
import { attributes, operators, type Rule, ruleLimits } from "../rule.ts";
import { readRule } from "./read-rule.ts";

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
