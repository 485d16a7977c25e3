import type { Collection, Experience } from "../../core/collection.ts";

/** Collections without what is being deleted in them, as long as that can be undone. */
export function withoutHidden(
  collections: readonly Collection[],
  hidden: ReadonlySet<string>,
): readonly Collection[] {
  if (hidden.size === 0) return collections;
  const shown = (all: readonly Experience[]) => all.filter(({ id }) => !hidden.has(id));
  return collections.map((collection) => ({
    ...collection,
    experiences: shown(collection.experiences),
    sections: collection.sections
      .filter(({ id }) => !hidden.has(id))
      .map((section) => ({ ...section, experiences: shown(section.experiences) })),
  }));
}
