import type { CollectionDraft, Experience, Section } from "../collection.ts";
import type { PublishedDocument, SpaceDocument } from "../documents.ts";
import type { ExperienceType } from "../experience-type.ts";
import { fallbackStates } from "./fallback-states.ts";
import {
  type CodegenModel,
  type CollectionModel,
  type ExperienceModel,
  type KeyedModel,
  modelVersion,
  type SectionModel,
  type TypeModel,
} from "./model.ts";
import { sortedBy } from "./sorted.ts";

interface Sources {
  /** The drafts: a developer codes against what is not published yet. */
  readonly document: SpaceDocument;
  /** What Production serves: fallbacks are made of it, whatever key is used later. */
  readonly production: PublishedDocument;
  /** Production's revision. */
  readonly revision: number;
  readonly productionKey: string;
}

/** The model that generated code is made from. The same sources give the same model, to the order of every member. */
export function codegenModel({ document, production, revision, productionKey }: Sources): CodegenModel {
  const { id, key, name } = document.space;
  const typeKeys = new Map(document.experienceTypes.map((type) => [type.id, type.key]));
  return {
    modelVersion,
    space: { id, key, name },
    revision,
    productionKey,
    types: byKey(document.experienceTypes).map(typeModel),
    collections: byKey(document.collections).map((draft) => collectionModel(draft, typeKeys)),
    fallbacks: { space: key, revision, states: fallbackStates(document, production) },
  };
}

type TypeKeys = ReadonlyMap<string, string>;

const byKey = <T extends { readonly key: string }>(items: readonly T[]): T[] =>
  sortedBy(items, (item) => item.key);

const keyed = ({ id, key, name, createdAt }: Omit<KeyedModel, "madeAt"> & { createdAt: string }) => ({
  id,
  key,
  name,
  madeAt: Date.parse(createdAt),
});

const typeModel = (type: ExperienceType): TypeModel => ({
  ...keyed(type),
  properties: byKey(type.properties.map((property, place) => ({ ...property, place }))).map((property) => ({
    key: property.key,
    name: property.name,
    type: property.type,
    options: [...new Set(property.options ?? [])],
    optional: property.default === undefined,
    ...(property.default !== undefined && { default: property.default }),
    place: property.place,
  })),
});

/** The documents were checked: every type that is named is there. */
const experienceModel = (experience: Experience, typeKeys: TypeKeys): ExperienceModel => ({
  ...keyed(experience),
  type: typeKeys.get(experience.typeId) ?? "",
});

const sectionModel = (section: Section, typeKeys: TypeKeys): SectionModel => ({
  ...keyed(section),
  types: [...new Set(section.typeIds.flatMap((id) => typeKeys.get(id) ?? []))].sort(),
  experiences: byKey(section.experiences).map((one) => experienceModel(one, typeKeys)),
});

const collectionModel = (draft: CollectionDraft, typeKeys: TypeKeys): CollectionModel => ({
  ...keyed(draft),
  experiences: byKey(draft.experiences).map((one) => experienceModel(one, typeKeys)),
  sections: byKey(draft.sections).map((one) => sectionModel(one, typeKeys)),
});
