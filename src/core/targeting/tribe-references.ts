import type { Rule } from "../rule.ts";
import type { Tribe } from "../tribe.ts";
import { tribeOrder } from "./tribe-order.ts";

/** The Tribes that a rule names, each once, in the order of the rule. */
export function tribeReferences(rule: Rule): string[] {
  const found = new Set<string>();
  mapTribeReferences(rule, (tribe) => {
    found.add(tribe);
    return tribe;
  });
  return [...found];
}

type Path = readonly (string | number)[];

/**
 * The rule with each Tribe that it names replaced, say a key by its id. `path` leads from the rule's root to the
 * reference. A rule has at most `ruleLimits.depth` levels.
 */
export function mapTribeReferences(
  rule: Rule,
  replace: (tribe: string, path: Path) => string,
  path: Path = [],
): Rule {
  if ("tribe" in rule) return { tribe: replace(rule.tribe, [...path, "tribe"]) };
  if ("not" in rule) return { not: mapTribeReferences(rule.not, replace, [...path, "not"]) };
  if ("all" in rule)
    return { all: rule.all.map((one, index) => mapTribeReferences(one, replace, [...path, "all", index])) };
  if ("any" in rule)
    return { any: rule.any.map((one, index) => mapTribeReferences(one, replace, [...path, "any", index])) };
  return rule;
}

/** Ids along a cycle of references, from one Tribe back to the same, which is named once; null where there is none. */
export const findCycle = (tribes: readonly Pick<Tribe, "id" | "rules">[]): readonly string[] | null =>
  tribeOrder(tribes.map(({ id, rules }) => ({ id, references: tribeReferences(rules) }))).cycle;
