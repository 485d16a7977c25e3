import type { Inconsistency } from "./consistency.ts";
import type { SpaceDocument } from "./documents.ts";
import { findCycle, mapTribeReferences } from "./targeting/tribe-references.ts";

/** Scenarios of a Space's drafts with their places in its document. */
function* scenariosOf({ collections }: Pick<SpaceDocument, "collections">) {
  for (const [c, collection] of collections.entries()) {
    const at = ["collections", c] as const;
    for (const [e, { scenarios }] of collection.experiences.entries())
      yield* placed(scenarios, [...at, "experiences", e]);
    for (const [s, section] of collection.sections.entries()) {
      yield* placed(section.scenarios, [...at, "sections", s]);
      for (const [e, { scenarios }] of section.experiences.entries())
        yield* placed(scenarios, [...at, "sections", s, "experiences", e]);
    }
  }
}

type Audience = { readonly anyOf: readonly string[]; readonly noneOf: readonly string[] };

function* placed(
  scenarios: readonly { readonly audience?: Audience | undefined }[],
  path: readonly (string | number)[],
) {
  for (const [index, { audience }] of scenarios.entries())
    if (audience !== undefined) yield { audience, path: [...path, "scenarios", index, "audience"] };
}

/** Of a reference that is no Tribe's id: requests may say a key, files don't. */
export function namesNoTribe(tribes: SpaceDocument["tribes"], reference: string): string {
  const byKey = tribes.find(({ key }) => key === reference);
  const hint = byKey === undefined ? "" : `; a file names Tribes by their ids, and that one is "${byKey.id}"`;
  return `names no Tribe of this file: "${reference}"${hint}`;
}

/** What is wrong with a Space's Tribes: two of a name, references to none, cycles. */
export function tribeInconsistencies(document: SpaceDocument): Inconsistency[] {
  const { tribes } = document;
  const found: Inconsistency[] = [];
  const ids = new Set<string>();
  const keys = new Set<string>();
  const check = (id: string, path: readonly (string | number)[]) => {
    if (tribes.some((tribe) => tribe.id === id)) return id;
    found.push({ path, message: namesNoTribe(tribes, id) });
    return id;
  };
  for (const [index, { id, key, rules }] of tribes.entries()) {
    if (ids.has(id)) found.push({ path: ["tribes", index, "id"], message: `"${id}" is there twice` });
    if (keys.has(key)) found.push({ path: ["tribes", index, "key"], message: `"${key}" is there twice` });
    ids.add(id);
    keys.add(key);
    mapTribeReferences(rules, (reference, path) => check(reference, ["tribes", index, "rules", ...path]));
  }
  for (const { audience, path } of scenariosOf(document)) {
    for (const member of ["anyOf", "noneOf"] as const)
      for (const [index, id] of audience[member].entries()) check(id, [...path, member, index]);
  }
  const cycle = findCycle(tribes);
  if (cycle !== null) {
    const index = tribes.findIndex((tribe) => tribe.id === cycle[0]);
    found.push({ path: ["tribes", index, "rules"], message: `is a cycle: ${cycle.join(", ")}` });
  }
  return found;
}
