import { tribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";

/** The Tribes with these ids and all that their rules refer to, in the order of the Space. */
export function tribesBehind(tribes: readonly Tribe[], ids: Iterable<string>): Tribe[] {
  const byId = new Map(tribes.map((tribe) => [tribe.id, tribe]));
  const needed = new Set(ids);
  // Iterating a set also gives what is added meanwhile.
  for (const id of needed) {
    const tribe = byId.get(id);
    if (tribe !== undefined) for (const other of tribeReferences(tribe.rules)) needed.add(other);
  }
  return tribes.filter((tribe) => needed.has(tribe.id));
}
