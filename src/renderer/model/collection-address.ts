import { byReference } from "../../core/by-reference.ts";
import type { Collection, Experience, Section } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";

/** What an address names on the Collections page. */
export type Named =
  | { readonly kind: "all" }
  | { readonly kind: "types" }
  | { readonly kind: "type"; readonly type: ExperienceType }
  | { readonly kind: "collection"; readonly collection: Collection }
  | PlacedSection
  | PlacedExperience
  | Missing;

export interface Missing {
  readonly kind: "missing";
  /** In a sentence: "no Experience type “hero”". */
  readonly what: string;
  /** What it would be in, which is there. */
  readonly within: Extract<Named, { readonly kind: "all" | "types" | "collection" }>;
}

export interface PlacedSection {
  readonly kind: "section";
  readonly collection: Collection;
  readonly section: Section;
}

export interface PlacedExperience {
  readonly kind: "experience";
  readonly collection: Collection;
  /** The Section that it is in; null where it stands in the Collection itself. */
  readonly section: Section | null;
  readonly experience: Experience;
}

/** An Experience or a Section with where it stands. */
export type Part = PlacedSection | PlacedExperience;

const typesWord = "types";

/** What the parts of an address below `collections` name; ids work wherever keys do. */
export function namedBy(
  below: readonly string[],
  collections: readonly Collection[],
  types: readonly ExperienceType[],
): Named {
  const [first, second, third] = below;
  if (first === undefined) return { kind: "all" };
  if (first === typesWord) return typeNamed(second, third, types);
  const collection = byReference(collections, first);
  if (collection === undefined)
    return { kind: "missing", what: `no Collection “${first}”`, within: { kind: "all" } };
  if (second === undefined) return { kind: "collection", collection };
  return partNamed(collection, second, third);
}

/**
 * The same; an address whose keys name nothing any more goes on naming what it did, which has another key now. `before`
 * remembers the ids that addresses below `root`, a Space's id, named.
 */
export function stillNamedBy(
  { root, before }: { readonly root: string; readonly before: Map<string, readonly string[]> },
  below: readonly string[],
  collections: readonly Collection[],
  types: readonly ExperienceType[],
): Named {
  const address = [root, ...below].join("/");
  const named = namedBy(below, collections, types);
  if (named.kind !== "missing") before.set(address, idPath(named));
  const ids = before.get(address);
  if (named.kind !== "missing" || ids === undefined) return named;
  const still = namedBy(ids, collections, types);
  return still.kind === "missing" ? named : still;
}

function typeNamed(
  second: string | undefined,
  third: string | undefined,
  types: readonly ExperienceType[],
): Named {
  if (second === undefined) return { kind: "types" };
  const type = byReference(types, second);
  if (type !== undefined && third === undefined) return { kind: "type", type };
  const what = type === undefined ? `no Experience type “${second}”` : `no “${third}” in ${type.name}`;
  return { kind: "missing", what, within: { kind: "types" } };
}

function partNamed(collection: Collection, second: string, third: string | undefined): Named {
  const section = byReference(collection.sections, second);
  const experience = byReference(
    (third === undefined ? collection : section)?.experiences ?? [],
    third ?? second,
  );
  if (experience !== undefined)
    return {
      kind: "experience",
      collection,
      section: third === undefined ? null : (section ?? null),
      experience,
    };
  if (section !== undefined && third === undefined) return { kind: "section", collection, section };
  const within = { kind: "collection", collection } as const;
  return { kind: "missing", what: `no “${third ?? second}” in ${collection.name}`, within };
}

/** The parts of the address of something, below `collections`. A Collection with the key `types` goes by its id. */
export const keyPath = (named: Exclude<Named, Missing>): string[] =>
  pathOf(named, ({ key }) => key, collectionRef);

/** The same in ids, which stay; none for what is not there. */
export const idPath = (named: Named): string[] =>
  named.kind === "missing" ? [] : pathOf(named, ({ id }) => id);

type RefOf = (one: { readonly id: string; readonly key: string }) => string;

function pathOf(named: Exclude<Named, Missing>, refOf: RefOf, collectionRefOf = refOf): string[] {
  switch (named.kind) {
    case "all":
      return [];
    case "types":
      return [typesWord];
    case "type":
      return [typesWord, refOf(named.type)];
    case "collection":
      return [collectionRefOf(named.collection)];
    case "section":
      return [collectionRefOf(named.collection), refOf(named.section)];
    case "experience": {
      const inSection = named.section === null ? [] : [refOf(named.section)];
      return [collectionRefOf(named.collection), ...inSection, refOf(named.experience)];
    }
    default:
      return named satisfies never;
  }
}

const collectionRef: RefOf = ({ id, key }) => (key === typesWord ? id : key);

/** Every Experience and Section of a Collection, in the order of the tree. */
export const partsOf = (collection: Collection): Part[] => [
  ...collection.experiences.map((experience) => ({
    kind: "experience" as const,
    collection,
    section: null,
    experience,
  })),
  ...collection.sections.flatMap((section): Part[] => [
    { kind: "section", collection, section },
    ...section.experiences.map((experience) => ({
      kind: "experience" as const,
      collection,
      section,
      experience,
    })),
  ]),
];

/** The Experience or Section itself. */
export const itemOf = (part: Part): Experience | Section =>
  part.kind === "section" ? part.section : part.experience;

/** What a flag of it is called: `homepage.hero`. */
export const flagKey = (part: Part): string => `${part.collection.key}.${itemOf(part).key}`;
