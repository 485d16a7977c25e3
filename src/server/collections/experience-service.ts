import type { Experience, ExperienceCreate, ExperiencePatch } from "../../core/collection.ts";
import { Problem } from "../../core/problem.ts";
import { assertFresh } from "../http/bind-routes.ts";
import {
  assertSectionTakes,
  type Document,
  findExperience,
  inCollection,
  keysOf,
  newExperience,
  rename,
  stamp,
  typeOf,
  type Write,
} from "./collection-parts.ts";
import { experienceScenarios, withKnownIds } from "./scenario-builder.ts";

export function createExperience(
  document: Document,
  collectionId: string,
  input: ExperienceCreate,
  now: number,
): Promise<Experience> {
  return inCollection(document, collectionId, now, (collection, draft) => {
    const made = newExperience(draft, input, keysOf(collection), now, []);
    collection.experiences.push(made);
    return made;
  });
}

export function updateExperience(
  document: Document,
  collectionId: string,
  reference: string,
  patch: ExperiencePatch,
  write: Write,
): Promise<Experience> {
  return inCollection(document, collectionId, write.now, (collection, draft) => {
    const experience = findExperience(collection, reference);
    assertFresh(write.precondition, experience);
    const type = typeOf(draft, patch.typeId ?? experience.typeId, ["typeId"]);
    assertSectionTakes(collection, experience, type);
    rename(experience, patch, keysOf(collection, experience));
    experience.typeId = type.id;
    const rows = withKnownIds(patch.scenarios ?? experience.scenarios, experience.scenarios);
    experience.scenarios = experienceScenarios(draft, type, rows, ["scenarios"]);
    experience.updatedAt = stamp(write.now);
    return experience;
  });
}

export function deleteExperience(
  document: Document,
  collectionId: string,
  reference: string,
  write: Write,
): Promise<void> {
  return inCollection(document, collectionId, write.now, (collection) => {
    const experience = findExperience(collection, reference);
    assertFresh(write.precondition, experience);
    const section = collection.sections.find((one) => one.experiences.includes(experience));
    const scenario = section?.scenarios.find((one) => one.serve.children.includes(experience.id));
    if (section !== undefined && scenario !== undefined) {
      throw new Problem(
        "in-use",
        `The scenario "${scenario.name}" of ${collection.key}.${section.key} serves it; remove it there first.`,
      );
    }
    collection.experiences = collection.experiences.filter((one) => one !== experience);
    if (section !== undefined) section.experiences = section.experiences.filter((one) => one !== experience);
  });
}
