import {
  type Collection,
  type Experience,
  experiencePatch,
  type PublishState,
  type Section,
  sectionPatch,
} from "../../core/collection.ts";
import { type ExperienceType, propertyValueFaults } from "../../core/experience-type.ts";
import { experiencesIn } from "../../core/items.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { type FieldError, fieldErrors, pointer } from "../../core/problem.ts";
import type { ExperienceScenario } from "../../core/scenario.ts";
import type { Part } from "../model/collection-address.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import type { SavedPort } from "../saved/saved-state.ts";

export interface CollectionName {
  readonly spaceId: string;
  readonly collectionId: string;
}

/** How an Experience saves itself, wherever in its Collection it stands. */
export function experiencePort(console: Console, where: CollectionName, id: string): SavedPort<Experience> {
  const params = { ...where, experienceId: id };
  const { client } = console;
  return {
    key: `experience/${where.spaceId}/${where.collectionId}/${id}`,
    get: () => client.exchange("getExperience", { params }),
    patch: ({ name, key, scenarios }, options) =>
      client.exchange("updateExperience", { params, body: { name, key, scenarios }, ...options }),
    check: (edit) => experienceErrors(edit, typeOf(console, where, id)),
    onServer: (value) => keepPart(console, where, value),
  };
}

/** How a Section saves itself; its Experiences save themselves. */
export function sectionPort(console: Console, where: CollectionName, id: string): SavedPort<Section> {
  const params = { ...where, sectionId: id };
  const { client } = console;
  return {
    key: `section/${where.spaceId}/${where.collectionId}/${id}`,
    get: () => client.exchange("getSection", { params }),
    patch: ({ name, key, typeIds, scenarios }, options) =>
      client.exchange("updateSection", { params, body: { name, key, typeIds, scenarios }, ...options }),
    check: sectionErrors,
    onServer: (value) => keepPart(console, where, value),
  };
}

/** What is saved of a part, and what waits. */
export const savedPart = (console: Console, where: CollectionName, part: Part) =>
  part.kind === "section"
    ? console.saved.get(sectionPort(console, where, part.section.id))
    : console.saved.get(experiencePort(console, where, part.experience.id));

const listed = ({ collections }: Console, where: CollectionName): Collection | undefined =>
  collections.known(where.spaceId).find(({ id }) => id === where.collectionId);

/** Puts a newer version of a part into the list's Collection. */
export function keepPart(console: Console, where: CollectionName, part: Experience | Section): void {
  changeListed(console, where, (collection) => withPart(collection, part));
}

/** Changes the list's Collection by what a write has answered; the list is read again beside it. */
export function changeListed(
  console: Console,
  where: CollectionName,
  change: (collection: Collection) => Collection,
): void {
  const collection = listed(console, where);
  if (collection !== undefined) console.collections.keep(where.spaceId, change(collection));
}

/** A Collection with a new part at its end. */
export function withNewPart(collection: Collection, part: Experience | Section): Collection {
  return "experiences" in part
    ? { ...collection, sections: atEnd(collection.sections, part) }
    : { ...collection, experiences: atEnd(collection.experiences, part) };
}

/** A Collection of which an environment serves something else from now on. */
export const withState = (
  collection: Collection,
  environment: EnvironmentKey,
  state: PublishState,
): Collection => ({ ...collection, status: { ...collection.status, [environment]: state } });

/** The list may have been read since it was made. */
const atEnd = <T extends { readonly id: string }>(all: readonly T[], made: T): T[] => [
  ...all.filter(({ id }) => id !== made.id),
  made,
];

/** A Collection with one of its parts in a newer version. */
export function withPart(collection: Collection, part: Experience | Section): Collection {
  const experiences = (all: readonly Experience[]) =>
    all.map((one) => (one.id === part.id && !("experiences" in part) ? part : one));
  return {
    ...collection,
    experiences: experiences(collection.experiences),
    sections: collection.sections.map((section) =>
      section.id === part.id && "experiences" in part
        ? part
        : { ...section, experiences: experiences(section.experiences) },
    ),
  };
}

function typeOf(console: Console, where: CollectionName, id: string) {
  const collection = listed(console, where);
  const typeId = collection && experiencesIn(collection).find((one) => one.id === id)?.typeId;
  return console.types.known(where.spaceId).find((type) => type.id === typeId);
}

/** How a part of a Collection saves itself. */
export function usePartPort<T>(
  collection: Collection,
  id: string,
  portOf: (console: Console, where: CollectionName, id: string) => SavedPort<T>,
): SavedPort<T> {
  const { space } = useHere();
  return portOf(useConsole(), { spaceId: space.id, collectionId: collection.id }, id);
}

/** What of an edit of an Experience the server would refuse, by its own schemas. */
export function experienceErrors(edit: Partial<Experience>, type: ExperienceType | undefined): FieldError[] {
  const { name, key, scenarios } = edit;
  const result = experiencePatch.safeParse(JSON.parse(JSON.stringify({ name, key, scenarios })));
  if (!result.success) return fieldErrors(result.error);
  return (scenarios ?? []).flatMap((scenario, index) => dataErrors(scenario, index, type));
}

function dataErrors(
  { serve }: ExperienceScenario,
  index: number,
  type: ExperienceType | undefined,
): FieldError[] {
  return Object.entries(serve.data).flatMap(([key, value]) => {
    const property = type?.properties.find((one) => one.key === key);
    const faults = property === undefined ? [] : propertyValueFaults(property, value);
    return faults.map(({ path, detail }) => ({
      path: pointer(["scenarios", index, "serve", "data", key, ...path]),
      detail,
    }));
  });
}

/** What of an edit of a Section the server would refuse. */
export function sectionErrors({ name, key, typeIds, scenarios }: Partial<Section>): FieldError[] {
  const result = sectionPatch.safeParse(JSON.parse(JSON.stringify({ name, key, typeIds, scenarios })));
  return result.success ? [] : fieldErrors(result.error);
}
