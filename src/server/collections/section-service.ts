import type {
  Experience,
  Section,
  SectionCreate,
  SectionExperienceInput,
  SectionPatch,
} from "../../core/collection.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import { findType, invalidReference } from "../experience-types/experience-type-service.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { chooseKey } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import { partsMeant } from "../workspace/parts-meant.ts";
import {
  type Document,
  findSection,
  inCollection,
  keysOf,
  newExperience,
  rename,
  stamp,
  stamps,
  typeOf,
  type Write,
} from "./collection-parts.ts";
import { sectionScenarios, withKnownIds } from "./scenario-builder.ts";

export function createSection(
  document: Document,
  collectionId: string,
  input: SectionCreate,
  now: number,
): Promise<Section> {
  return inCollection(document, collectionId, now, (collection, draft) => {
    const taken = keysOf(collection);
    const key = chooseKey(taken, input.key, input.name, "section", ["key"]);
    taken.add(key);
    const typeIds = input.typeIds.map((reference, index) => typeOf(draft, reference, ["typeIds", index]).id);
    const experiences = sectionExperiences(draft, {
      inputs: input.experiences,
      before: [],
      typeIds,
      taken,
      now,
    });
    const scenarios = sectionScenarios(draft, experiences, input.scenarios, ["scenarios"]);
    const made: Section = {
      id: newId("sec"),
      key,
      name: input.name,
      typeIds,
      experiences,
      scenarios,
      ...stamps(now),
    };
    collection.sections.push(made);
    return made;
  });
}

export function updateSection(
  document: Document,
  collectionId: string,
  reference: string,
  patch: SectionPatch,
  write: Write,
): Promise<Section> {
  return inCollection(document, collectionId, write.now, (collection, draft) => {
    const section = findSection(collection, reference);
    assertFresh(write.precondition, section);
    // Experiences that this write replaces free their keys.
    const replaced = patch.experiences === undefined ? [] : section.experiences;
    const taken = keysOf(collection, section, ...replaced);
    rename(section, patch, taken);
    taken.add(section.key);
    if (patch.typeIds !== undefined)
      section.typeIds = patch.typeIds.map((one, index) => typeOf(draft, one, ["typeIds", index]).id);
    if (patch.experiences !== undefined) {
      section.experiences = sectionExperiences(draft, {
        inputs: patch.experiences,
        before: section.experiences,
        typeIds: section.typeIds,
        taken,
        now: write.now,
      });
    }
    for (const { key, typeId } of section.experiences)
      if (!section.typeIds.includes(typeId))
        throw invalidReference(
          ["typeIds"],
          `must keep ${findType(draft, typeId).key}: ${key} is of this type`,
        );
    const rows = withKnownIds(patch.scenarios ?? section.scenarios, section.scenarios);
    section.scenarios = sectionScenarios(draft, section.experiences, rows, ["scenarios"]);
    section.updatedAt = stamp(write.now);
    return section;
  });
}

export function deleteSection(
  document: Document,
  collectionId: string,
  reference: string,
  write: Write,
): Promise<void> {
  return inCollection(document, collectionId, write.now, (collection) => {
    const section = findSection(collection, reference);
    assertFresh(write.precondition, section);
    collection.sections = collection.sections.filter((one) => one !== section);
  });
}

interface SectionExperiences {
  readonly inputs: readonly SectionExperienceInput[];
  readonly before: readonly Experience[];
  readonly typeIds: readonly string[];
  readonly taken: Set<string>;
  readonly now: number;
}

/** A Section's Experiences after a write: one that was there keeps its id, its age, and what the write leaves out. */
function sectionExperiences(
  document: SpaceDocument,
  { inputs, before, typeIds, taken, now }: SectionExperiences,
): Experience[] {
  const meant = partsMeant(inputs, before, waysToMean);
  return inputs.map((input, index) => {
    const path = ["experiences", index];
    const known = meant.get(input);
    const asked =
      known === undefined
        ? input
        : {
            ...input,
            key: input.key ?? known.key,
            scenarios: withKnownIds(input.scenarios ?? known.scenarios, known.scenarios),
          };
    const made = newExperience(document, asked, taken, now, path);
    taken.add(made.key);
    if (!typeIds.includes(made.typeId))
      throw invalidReference(
        [...path, "typeId"],
        "is not a type that this Section supports; add it to typeIds",
      );
    return known === undefined ? made : { ...made, id: known.id, createdAt: known.createdAt };
  });
}

/** Experiences are meant by their ids, else by their keys. */
const waysToMean: readonly ((input: SectionExperienceInput, one: Experience) => boolean)[] = [
  ({ id }, one) => one.id === id,
  ({ key }, one) => one.key === key,
];
