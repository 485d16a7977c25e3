import type { Collection, Experience, Section } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { itemsIn } from "../../core/items.ts";
import { type CollectionContent, contentOf } from "../../core/publication.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";

/** How a part of a draft stands to what an environment serves. */
export type PartChange = "new" | "changed";

/**
 * The parts of a draft that differ from what is served, by their ids. A Section's own entry is about itself: its types, its
 * scenarios, which Experiences it has; an Experience's is about itself and its type.
 */
export function changedParts(
  draft: Collection,
  types: readonly ExperienceType[],
  served: CollectionContent,
): ReadonlyMap<string, PartChange> {
  const now = contentOf(draft, types);
  const before = partsById(served);
  const servedTypes = new Map(served.types.map((type) => [type.id, type]));
  const changedTypes = new Set(
    now.types.filter((type) => !jsonEqual(type, servedTypes.get(type.id))).map(({ id }) => id),
  );
  const changes = new Map<string, PartChange>();
  for (const [id, part] of partsById(now)) {
    const was = before.get(id);
    if (was === undefined) changes.set(id, "new");
    else if (!jsonEqual(was, part) || changedTypes.has(typeOf(part))) changes.set(id, "changed");
  }
  return changes;
}

type Content = CollectionContent["experiences"][number];
type ComparedPart =
  | Content
  | (Omit<CollectionContent["sections"][number], "experiences"> & { holds: string[] });

const typeOf = (part: ComparedPart): string => ("typeId" in part ? part.typeId : "");

function partsById(content: CollectionContent): Map<string, ComparedPart> {
  const parts = new Map<string, ComparedPart>();
  for (const one of content.experiences) parts.set(one.id, one);
  for (const { experiences, ...section } of content.sections) {
    parts.set(section.id, { ...section, holds: experiences.map(({ id }) => id) });
    for (const one of experiences) parts.set(one.id, one);
  }
  return parts;
}

/** An Experience or a Section in what is served, by its id; undefined where it is not there. */
export function servedPart(
  content: CollectionContent,
  { id }: Pick<Experience | Section, "id">,
): CollectionContent["experiences"][number] | CollectionContent["sections"][number] | undefined {
  return itemsIn(content).find((one) => one.id === id);
}
