import type { EventRule, Rule } from "../rule.ts";
import { selectorOf } from "./selector.ts";
import type { Selector } from "./subject.ts";
import { eventLifetime, windowLength } from "./window.ts";

interface EventUses {
  /** Every selector that a rule names, each once. */
  readonly selectors: readonly Selector[];
  /** By selector key: lengths in ms after which an event may start or stop to count, 30 days among them. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

/** What rules ask of events: what has to be kept, and when it may change what they say. */
export function eventUses(rules: readonly Rule[]): EventUses {
  const selectors = new Map<string, Selector>();
  const lengths = new Map<string, Set<number>>();
  for (const rule of rules.flatMap(eventRules)) {
    const selector = selectorOf(rule);
    const known = lengths.get(selector.key) ?? new Set([eventLifetime]);
    const length = windowLength(rule.window);
    if (length !== null && length < eventLifetime) known.add(length);
    lengths.set(selector.key, known);
    if (!selectors.has(selector.key)) selectors.set(selector.key, selector);
  }
  return {
    selectors: [...selectors.values()],
    lengths: new Map([...lengths].map(([key, known]) => [key, [...known].sort((a, b) => a - b)])),
  };
}

/** The event rules in a rule, in its order. */
function eventRules(rule: Rule): EventRule[] {
  if ("all" in rule) return rule.all.flatMap(eventRules);
  if ("any" in rule) return rule.any.flatMap(eventRules);
  if ("not" in rule) return eventRules(rule.not);
  return "event" in rule ? [rule] : [];
}
