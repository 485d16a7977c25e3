import type { Experience, Section } from "../collection.ts";
import type { PublishedDocument, SpaceDocument } from "../documents.ts";
import type { ExperienceType } from "../experience-type.ts";
import { experiencesIn } from "../items.ts";
import type { CollectionContent, PublishedExperience, PublishedSection } from "../publication.ts";
import { experienceState, sectionState } from "../targeting/served-state.ts";
import { fitData } from "./fit-data.ts";
import type { FallbackStateModel } from "./model.ts";
import { sortedBy } from "./sorted.ts";

/**
 * The default state of everything that code is generated for, by id: what Production serves to those for whom no other
 * scenario is meant. What Production does not serve is off, with its type's defaults. Data fits the types as they are
 * generated, so that code that reads it may rely on them.
 */
export function fallbackStates(
  { collections, experienceTypes }: Pick<SpaceDocument, "collections" | "experienceTypes">,
  production: PublishedDocument,
): Readonly<Record<string, FallbackStateModel>> {
  const served = servedIn(production);
  const types = new Map(experienceTypes.map((type) => [type.id, type]));
  const experience = (one: Experience): Entry => [one.id, experienceFallback(one, types, served)];
  const entries = collections.flatMap((draft) => [
    ...draft.experiences.map(experience),
    ...draft.sections.flatMap((section) => [
      [section.id, sectionFallback(section, served)] as const,
      ...section.experiences.map(experience),
    ]),
  ]);
  return Object.fromEntries(sortedBy(entries, ([id]) => id));
}

type Entry = readonly [id: string, state: FallbackStateModel];

interface Served {
  readonly experiences: ReadonlyMap<
    string,
    { readonly one: PublishedExperience; readonly in: CollectionContent }
  >;
  readonly sections: ReadonlyMap<string, PublishedSection>;
}

function servedIn({ collections }: PublishedDocument): Served {
  const contents = collections.map(({ content }) => content);
  const within = (content: CollectionContent) =>
    experiencesIn(content).map((one) => [one.id, { one, in: content }] as const);
  return {
    experiences: new Map(contents.flatMap(within)),
    sections: new Map(contents.flatMap((content) => content.sections.map((one) => [one.id, one] as const))),
  };
}

function experienceFallback(
  { id, typeId }: Experience,
  types: ReadonlyMap<string, ExperienceType>,
  served: Served,
): FallbackStateModel {
  const properties = types.get(typeId)?.properties ?? [];
  const found = served.experiences.get(id);
  const row = found?.one.scenarios.at(-1);
  if (found === undefined || row === undefined) return { enabled: false, data: fitData({}, properties) };
  const published = found.in.types.find((type) => type.id === found.one.typeId)?.properties ?? [];
  const { enabled, data } = experienceState(id, row, true, published);
  return { enabled, data: fitData(data, properties) };
}

function sectionFallback({ id, experiences }: Section, served: Served): FallbackStateModel {
  const found = served.sections.get(id);
  const row = found?.scenarios.at(-1);
  if (found === undefined || row === undefined) return { enabled: false, data: {}, children: [] };
  const generated = new Set(experiences.map((one) => one.id));
  const typeIds = new Map(
    found.experiences.filter((one) => generated.has(one.id)).map((one) => [one.id, one.typeId]),
  );
  const { enabled, children = [] } = sectionState(id, row, true, typeIds);
  return { enabled, data: {}, children };
}
