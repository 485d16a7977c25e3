import { javascriptNaming } from "../../../core/codegen/javascript/naming.ts";
import { type CodegenModel, modelVersion } from "../../../core/codegen/model.ts";
import { type SpaceNames, spaceNames } from "../../../core/codegen/naming/space-names.ts";
import type { Collection, Experience, Section } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import type { Space } from "../../../core/space.ts";

type Named = Pick<Experience, "id" | "key" | "name" | "createdAt">;

const keyed = ({ id, key, name, createdAt }: Named) => ({ id, key, name, madeAt: Date.parse(createdAt) });

interface Sources {
  readonly space: Space;
  readonly collections: readonly Collection[];
  readonly types: readonly ExperienceType[];
}

/** What generated TypeScript and JavaScript call everything of a Space; the same names that `understudy update` writes. */
export function codeNames({ space, collections, types }: Sources): SpaceNames {
  const experience = (one: Experience) => ({ ...keyed(one), type: "" });
  const section = (one: Section) => ({
    ...keyed(one),
    types: [],
    experiences: one.experiences.map(experience),
  });
  const model: CodegenModel = {
    modelVersion,
    space: { id: space.id, key: space.key, name: space.name },
    revision: 0,
    productionKey: "",
    types: types.map((type) => ({ ...keyed(type), properties: [] })),
    collections: collections.map((collection) => ({
      ...keyed(collection),
      experiences: collection.experiences.map(experience),
      sections: collection.sections.map(section),
    })),
    fallbacks: { space: space.key, revision: 0, states: {} },
  };
  return spaceNames(model, javascriptNaming);
}
