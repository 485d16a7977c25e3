import type { Collection, Experience, Section } from "../../core/collection.ts";
import { experienceErrors, sectionErrors } from "../model/part-errors.ts";
import type { Console } from "../page/console-context.ts";
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

const listed = ({ collections }: Console, where: CollectionName): Collection | undefined =>
  collections.known(where.spaceId).find(({ id }) => id === where.collectionId);

/** Puts a newer version of a part into the list's Collection. */
function keepPart(console: Console, where: CollectionName, part: Experience | Section): void {
  const collection = listed(console, where);
  if (collection !== undefined) console.collections.keep(where.spaceId, withPart(collection, part));
}

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
  const all = [
    ...(collection?.experiences ?? []),
    ...(collection?.sections ?? []).flatMap(({ experiences }) => experiences),
  ];
  const typeId = all.find((one) => one.id === id)?.typeId;
  return console.types.known(where.spaceId).find((type) => type.id === typeId);
}
