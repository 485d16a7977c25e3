import type { Experience, ExperienceCreate, Section, SectionCreate } from "../../core/collection.ts";
import { uniqueKey } from "../../core/primitives.ts";
import type { Row } from "../model/scenario-rows.ts";

/** Rows as a new thing takes them: without the ids of those that they are copied from. */
const rowsOf = <S>(rows: readonly Row<S>[]) =>
  rows.map(({ id: _id, ...row }, index) =>
    index === rows.length - 1 ? { name: row.name, serve: row.serve } : row,
  );

/** What creates a copy of an Experience. */
export const experienceCopy = ({ typeId, scenarios }: Experience, name: string): ExperienceCreate => ({
  name,
  typeId,
  scenarios: rowsOf(scenarios),
});

/** What creates a copy of a Section with its Experiences, under keys that are free. */
export function sectionCopy(section: Section, name: string, taken: ReadonlySet<string>): SectionCreate {
  const used = new Set(taken);
  const keys = new Map<string, string>();
  for (const { id, key } of section.experiences) {
    const free = uniqueKey(key, used);
    used.add(free);
    keys.set(id, free);
  }
  const keyOf = (id: string) => keys.get(id) ?? id;
  return {
    name,
    typeIds: section.typeIds,
    experiences: section.experiences.map((one) => ({
      ...experienceCopy(one, one.name),
      key: keyOf(one.id),
    })),
    scenarios: rowsOf(section.scenarios).map((row) => ({
      ...row,
      serve: { ...row.serve, children: row.serve.children.map(keyOf) },
    })),
  };
}
