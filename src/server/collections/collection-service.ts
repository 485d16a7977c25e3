import type {
  Collection,
  CollectionDraft,
  Experience,
  ExperienceCreate,
  ExperiencePatch,
  Section,
  SectionCreate,
  SectionExperienceInput,
  SectionPatch,
} from "../../core/collection.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { slugify, uniqueKey } from "../../core/primitives.ts";
import { Problem, pointer } from "../../core/problem.ts";
import { findType, invalidReference } from "../experience-types/experience-type-service.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId } from "../workspace/new-id.ts";
import { experienceScenarios, sectionScenarios } from "./scenario-builder.ts";

type Document = JsonDocument<SpaceDocument>;

/** How a write is made: which version the caller has seen, and when it is. */
interface Write {
  readonly ifMatch: string | null;
  readonly now: number;
}

const unpublished = { state: "unpublished" as const, version: null, publishedAt: null };

/** A draft as the API shows it. Publishing is not built yet, so no Collection is published anywhere. */
export const shownCollection = (draft: CollectionDraft): Collection => ({
  ...draft,
  status: { development: unpublished, staging: unpublished, production: unpublished },
});

const byReference = <T extends { readonly id: string; readonly key: string }>(
  items: readonly T[],
  reference: string,
): T | undefined =>
  items.find((item) => item.id === reference) ?? items.find((item) => item.key === reference);

function found<T>(item: T | undefined, what: string, reference: string): T {
  if (item === undefined)
    throw new Problem("not-found", `There is no ${what} "${reference.slice(0, 100)}" here.`);
  return item;
}

export const findCollection = (document: SpaceDocument, reference: string): CollectionDraft =>
  found(byReference(document.collections, reference), "Collection", reference);

/** An Experience of the Collection itself or of one of its Sections. */
export function findExperience(collection: CollectionDraft, reference: string): Experience {
  const all = [...collection.experiences, ...collection.sections.flatMap((section) => section.experiences)];
  return found(byReference(all, reference), "Experience", reference);
}

export const findSection = (collection: CollectionDraft, reference: string): Section =>
  found(byReference(collection.sections, reference), "Section", reference);

export function createCollection(
  document: Document,
  input: { name: string; key?: string | undefined },
  now: number,
): Promise<Collection> {
  return document.update((draft) => {
    const taken = new Set(draft.collections.map((collection) => collection.key));
    const key = chooseKey(taken, input.key, input.name, "collection", ["key"]);
    const made: CollectionDraft = {
      id: newId("col"),
      key,
      name: input.name,
      experiences: [],
      sections: [],
      ...stamps(now),
    };
    draft.collections.push(made);
    return shownCollection(made);
  });
}

export function updateCollection(
  document: Document,
  reference: string,
  patch: { name?: string | undefined; key?: string | undefined },
  write: Write,
): Promise<Collection> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(write.ifMatch, shownCollection(collection));
    const taken = new Set(draft.collections.filter((one) => one !== collection).map((one) => one.key));
    if (patch.key !== undefined)
      collection.key = chooseKey(taken, patch.key, patch.key, "collection", ["key"]);
    if (patch.name !== undefined) collection.name = patch.name;
    collection.updatedAt = stamp(write.now);
    return shownCollection(collection);
  });
}

export function deleteCollection(
  document: Document,
  reference: string,
  ifMatch: string | null,
): Promise<void> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    assertFresh(ifMatch, shownCollection(collection));
    draft.collections = draft.collections.filter((one) => one !== collection);
  });
}

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
    assertFresh(write.ifMatch, experience);
    const type = typeOf(draft, patch.typeId ?? experience.typeId, ["typeId"]);
    assertSectionTakes(collection, experience, type);
    const taken = keysOf(collection, experience);
    if (patch.key !== undefined)
      experience.key = chooseKey(taken, patch.key, patch.key, "experience", ["key"]);
    if (patch.name !== undefined) experience.name = patch.name;
    experience.typeId = type.id;
    experience.scenarios = experienceScenarios(draft, type, patch.scenarios ?? experience.scenarios, [
      "scenarios",
    ]);
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
    assertFresh(write.ifMatch, experience);
    const section = collection.sections.find((one) => one.experiences.includes(experience));
    const scenario = section?.scenarios.find((one) => one.serve.children.includes(experience.id));
    if (section !== undefined && scenario !== undefined) {
      throw new Problem(
        "in-use",
        `The scenario "${scenario.name}" of ${collection.key}.${section.key} serves it; take it out there first.`,
      );
    }
    collection.experiences = collection.experiences.filter((one) => one !== experience);
    if (section !== undefined) section.experiences = section.experiences.filter((one) => one !== experience);
  });
}

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
    assertFresh(write.ifMatch, section);
    // Experiences that this write replaces free their keys.
    const replaced = patch.experiences === undefined ? [] : section.experiences;
    const taken = keysOf(collection, section, ...replaced);
    if (patch.key !== undefined) section.key = chooseKey(taken, patch.key, patch.key, "section", ["key"]);
    taken.add(section.key);
    if (patch.name !== undefined) section.name = patch.name;
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
    for (const experience of section.experiences)
      assertSectionTakes(collection, experience, typeOf(draft, experience.typeId, ["typeIds"]));
    section.scenarios = sectionScenarios(draft, section.experiences, patch.scenarios ?? section.scenarios, [
      "scenarios",
    ]);
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
    assertFresh(write.ifMatch, section);
    collection.sections = collection.sections.filter((one) => one !== section);
  });
}

function inCollection<R>(
  document: Document,
  reference: string,
  now: number,
  change: (collection: CollectionDraft, draft: SpaceDocument) => R,
): Promise<R> {
  return document.update((draft) => {
    const collection = findCollection(draft, reference);
    const result = change(collection, draft);
    collection.updatedAt = stamp(now);
    return result;
  });
}

const stamp = (now: number): string => new Date(now).toISOString();
const stamps = (now: number) => ({ createdAt: stamp(now), updatedAt: stamp(now) });

/** Keys are unique in the whole Collection, since `<collection>.<key>` names a flag. */
function keysOf(collection: CollectionDraft, ...except: readonly { readonly id: string }[]): Set<string> {
  const all = [
    ...collection.experiences,
    ...collection.sections.flatMap((section) => [section, ...section.experiences]),
  ];
  return new Set(all.filter((one) => !except.some((left) => left.id === one.id)).map((one) => one.key));
}

function chooseKey(
  taken: ReadonlySet<string>,
  asked: string | undefined,
  name: string,
  fallback: string,
  path: readonly PropertyKey[],
): string {
  if (asked === undefined) return uniqueKey(slugify(name, fallback), taken);
  if (taken.has(asked))
    throw new Problem("conflict", `The key "${asked}" is taken here.`, {
      errors: [{ path: pointer(path), detail: "is taken" }],
    });
  return asked;
}

function typeOf(document: SpaceDocument, reference: string, path: readonly PropertyKey[]): ExperienceType {
  try {
    return findType(document, reference);
  } catch {
    throw invalidReference(path, `names no Experience type of this Space: ${reference.slice(0, 100)}`);
  }
}

function newExperience(
  document: SpaceDocument,
  input: SectionExperienceInput | ExperienceCreate,
  taken: ReadonlySet<string>,
  now: number,
  path: readonly PropertyKey[],
): Experience {
  const type = typeOf(document, input.typeId, [...path, "typeId"]);
  const key = chooseKey(taken, input.key, input.name, "experience", [...path, "key"]);
  const scenarios = experienceScenarios(document, type, input.scenarios, [...path, "scenarios"]);
  return { id: newId("exp"), key, name: input.name, typeId: type.id, scenarios, ...stamps(now) };
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
  const left = new Set(before);
  return inputs.map((input, index) => {
    const path = ["experiences", index];
    const known = knownOf(left, input);
    if (known !== undefined) left.delete(known);
    const asked =
      known === undefined
        ? input
        : { ...input, key: input.key ?? known.key, scenarios: input.scenarios ?? known.scenarios };
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

/** The one that an input means: by its id, else by its key; each is meant once. */
function knownOf(left: ReadonlySet<Experience>, { id, key }: SectionExperienceInput): Experience | undefined {
  const all = [...left];
  return all.find((one) => one.id === id) ?? all.find((one) => one.key === key);
}

function assertSectionTakes(collection: CollectionDraft, experience: Experience, type: ExperienceType): void {
  const section = collection.sections.find((one) =>
    one.experiences.some((child) => child.id === experience.id),
  );
  if (section !== undefined && !section.typeIds.includes(type.id)) {
    throw invalidReference(
      ["typeId"],
      `${type.name} is not a type that the Section ${section.name} supports`,
    );
  }
}
