import type { CodegenModel, TypeModel } from "../model.ts";
import { spaceFolder } from "../naming/file-names.ts";
import type { SpaceNames } from "../naming/space-names.ts";
import { type PlannedFile, plannedFile } from "../template-view.ts";
import { Views } from "../views.ts";
import { dataType } from "./data-type.ts";
import { objectKey } from "./literal.ts";

/** The templates of TypeScript and of JavaScript. */
export const moduleTemplates = ["entry", "fallbacks", "collection", "section", "experience"] as const;

/** A module for each class, named after the key of what it is for. */
export const planModules =
  (extension: string) =>
  (model: CodegenModel, names: SpaceNames): PlannedFile[] => {
    const views = new Views(model, names);
    const path = (name: string) => `${spaceFolder(model.space.key)}/${name}.${extension}`;
    return [
      plannedFile(path("index"), "entry", views.entry()),
      plannedFile(path("fallbacks"), "fallbacks", { ...views.common, fallbacks: model.fallbacks }),
      ...model.collections.flatMap((one) => [
        plannedFile(path(`collection/${views.file(one)}`), "collection", views.collection(one)),
        ...one.sections.map((section) =>
          plannedFile(path(`section/${views.file(section)}`), "section", views.section(one, section)),
        ),
      ]),
      ...model.types.map((type) =>
        plannedFile(path(`experience/${views.file(type)}`), "experience", {
          ...views.type(type),
          ...dataOf(type),
        }),
      ),
    ];
  };

/** The type of an Experience's data. Its members are the wire's keys as they are. */
function dataOf({ properties }: TypeModel) {
  return {
    properties: properties.map((property) => ({
      key: property.key,
      declaredKey: objectKey(property.key),
      name: property.name,
      type: dataType(property),
      kind: property.type,
      optional: property.optional,
    })),
    hasJson: properties.some((property) => property.type === "json"),
  };
}
