import type { EventRule, MetadataFilter, Scalar } from "../rule.ts";
import { digest } from "./murmur3.ts";
import { metadataReading } from "./operators.ts";
import type { Selector } from "./subject.ts";

/** In characters. A longer key is replaced by a digest: keys stand in indexes, once for each event. */
const longestKey = 200;

/** What an event rule selects, apart from when. The order of its filters, and of a list in them, makes no difference. */
export function selectorOf(rule: EventRule): Selector {
  const { event: name, where } = rule;
  if (where.length === 0) return { key: name, name, where };
  const text = JSON.stringify([...new Set(where.map(canonical))].sort());
  // No event's name has a space, so that no two kinds of key can be the same.
  const key = text.length <= longestKey ? `${name} ${text}` : `${name} #${digest(text)}`;
  return { key, name, where };
}

/** The same text for filters that mean the same. */
function canonical({ key, op, value }: MetadataFilter): string {
  if (op === "in" || op === "notIn") {
    const listed = typeof value === "object" ? value : [value];
    return JSON.stringify([key, op, [...new Set(listed.map(metadataReading.operand))].sort()]);
  }
  const asText = op === "equals" || op === "notEquals" || op === "contains";
  return JSON.stringify([key, op, asText ? String(value as Scalar) : value]);
}
