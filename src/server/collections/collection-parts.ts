import { byReference } from "../../core/by-reference.ts";
import type {
  CollectionDraft,
  Experience,
  ExperienceCreate,
  Section,
  SectionExperienceInput,
} from "../../core/collection.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { experiencesIn, itemsIn } from "../../core/items.ts";
import type { Precondition } from "../../core/precondition.ts";
import { Problem } from "../../core/problem.ts";
import { findType, invalidReference } from "../experience-types/experience-type-service.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { assertFree, chooseKey } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import { experienceScenarios } from "./scenario-builder.ts";

export type Document = JsonDocument<SpaceDocument>;

/** How a write is made: what the caller asks of what is there, and when it is. */
export interface Write {
  readonly precondition: Precondition | null;
  readonly now: number;
}

function found<T>(item: T | undefined, what: string, reference: string): T {
  if (item === undefined)
    throw new Problem("not-found", `There is no ${what} "${reference.slice(0, 100)}" here.`);
  return item;
}

export const findCollection = (document: SpaceDocument, reference: string): CollectionDraft =>
  found(byReference(document.collections, reference), "Collection", reference);

/** An Experience of the Collection itself or of one of its Sections. */
export const findExperience = (collection: CollectionDraft, reference: string): Experience =>
  found(byReference(experiencesIn(collection), reference), "Experience", reference);

export const findSection = (collection: CollectionDraft, reference: string): Section =>
  found(byReference(collection.sections, reference), "Section", reference);

export function inCollection<R>(
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

export const stamp = (now: number): string => new Date(now).toISOString();
export const stamps = (now: number) => ({ createdAt: stamp(now), updatedAt: stamp(now) });

/** Keys are unique in the whole Collection, since `<collection>.<key>` names a flag. */
export function keysOf(
  collection: CollectionDraft,
  ...except: readonly { readonly id: string }[]
): Set<string> {
  const kept = itemsIn(collection).filter((one) => !except.some((left) => left.id === one.id));
  return new Set(kept.map((one) => one.key));
}

/** Gives something the key and the name that a patch asks for. @throws Problem conflict where the key is taken */
export function rename(
  item: { key: string; name: string },
  patch: { readonly key?: string | undefined; readonly name?: string | undefined },
  taken: ReadonlySet<string>,
): void {
  if (patch.key !== undefined) {
    assertFree(taken, patch.key, ["key"]);
    item.key = patch.key;
  }
  if (patch.name !== undefined) item.name = patch.name;
}

export function typeOf(
  document: SpaceDocument,
  reference: string,
  path: readonly PropertyKey[],
): ExperienceType {
  try {
    return findType(document, reference);
  } catch {
    throw invalidReference(path, `names no Experience type of this Space: ${reference.slice(0, 100)}`);
  }
}

export function newExperience(
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

export function assertSectionTakes(
  collection: CollectionDraft,
  experience: Experience,
  type: ExperienceType,
): void {
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
