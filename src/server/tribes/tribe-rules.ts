import { byReference } from "../../core/by-reference.ts";
import { type FieldError, invalid, Problem, pointer } from "../../core/problem.ts";
import type { Rule } from "../../core/rule.ts";
import { findCycle, mapTribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";

/** Rules whose Tribes stand by id. @throws Problem invalid-body with the place of each that is not there */
export function resolvedRules(tribes: readonly Tribe[], rules: Rule): Rule {
  const errors: FieldError[] = [];
  const made = mapTribeReferences(rules, (reference, path) => {
    const tribe = byReference(tribes, reference);
    if (tribe === undefined)
      errors.push({
        path: pointer(["rules", ...path]),
        detail: `names no Tribe of this Space: ${reference.slice(0, 100)}`,
      });
    return tribe?.id ?? reference;
  });
  if (errors.length > 0) throw invalid(errors);
  return made;
}

/** @throws Problem cycle, with the names along it */
export function assertNoCycle(tribes: readonly Pick<Tribe, "id" | "name" | "rules">[]): void {
  const cycle = findCycle(tribes);
  if (cycle === null) return;
  const names = cycle.map((id) => tribes.find((tribe) => tribe.id === id)?.name ?? id);
  throw new Problem("cycle", `The Tribe would depend on itself: ${[...names, names[0]].join(" → ")}.`, {
    errors: [{ path: "/rules", detail: "leads back to this Tribe" }],
  });
}
