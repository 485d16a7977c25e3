import { assertNever } from "../../assert-never.ts";
import type { CodegenModel, Json, PropertyModel } from "../model.ts";
import { namesIn } from "../naming/assign-names.ts";
import { spaceFolder } from "../naming/file-names.ts";
import type { SpaceNames } from "../naming/space-names.ts";
import { type ClassView, type PlannedFile, plannedFile, type SectionView } from "../template-view.ts";
import { casesOf, type TypedProperty, typedData } from "../typed-data.ts";
import { Views } from "../views.ts";
import { caseScope, childScope, enumScope, propertyScope, swiftNamespace } from "./naming.ts";
import { rawJson, swiftJson, swiftString } from "./writing.ts";

export const swiftTemplates = ["entry", "fallbacks", "collection", "section", "experience"] as const;

/** A file for each class, in an extension of the Space's own type. No two files of a module may share a name, so each begins with that type's. */
export function planSwift(model: CodegenModel, names: SpaceNames): PlannedFile[] {
  const views = new Views(model, names);
  const common = { namespace: swiftNamespace(model.space.key) };
  const path = (name: string) => `${spaceFolder(model.space.key)}/${name}.swift`;
  const planned = (folder: string, view: ClassView) =>
    plannedFile(path(`${folder}/${common.namespace}.${view.className}`), folder, { ...view, ...common });
  const states = Object.entries(model.fallbacks.states).map(
    ([id, state], at, all) => `${rawJson(id)}: ${rawJson(state)}${at + 1 < all.length ? "," : ""}`,
  );
  return [
    plannedFile(path(entryFile(common.namespace)), "entry", { ...views.entry(), ...common }),
    plannedFile(path(`${common.namespace}.Fallbacks`), "fallbacks", {
      ...views.common,
      ...common,
      ...{ states },
    }),
    ...model.collections.flatMap((collection) => [
      planned("collection", views.collection(collection)),
      ...collection.sections.map((one) => planned("section", childrenOf(views.section(collection, one)))),
    ]),
    ...model.types.map((type) => planned("experience", { ...views.type(type), ...dataOf(type.properties) })),
  ];
}

/** Two files are there by these names already: the app's own with its key, and the package's manifest. */
const entryFile = (namespace: string) =>
  /^(UnderstudyKey|Package)$/.test(namespace) ? `${namespace}_` : namespace;

/** Its children are the cases of an enum, so that a `switch` covers all of them. */
function childrenOf(section: SectionView) {
  const nameOf = namesIn(
    childScope,
    section.childClasses.map(({ className }, place) => ({ key: className, place })),
  );
  return {
    ...section,
    cases: section.childClasses.map(({ className }) => ({ className, name: nameOf(className) })),
    experiences: section.experiences.map((one) => ({ ...one, case: nameOf(one.className) })),
  };
}

const dataOf = (properties: readonly PropertyModel[]) => ({
  ...typedData(properties, {
    property: propertyScope,
    enum: enumScope,
    case: caseScope,
    orElse: "??",
    typed: swiftOf,
  }),
  needsFoundation: properties.some(({ type }) => type === "url" || type === "image" || type === "date"),
});

/** How a property is declared and read. Its default stands in where it is missing, or is of another type by now. */
function swiftOf(property: PropertyModel, enumName: string): TypedProperty {
  const key = swiftString(property.key);
  // A default of null is what stands in without one.
  const given = (write: (value: Json) => string) =>
    property.default == null ? null : write(property.default);
  const { type } = property;
  switch (type) {
    case "string":
    case "text":
      return { type: "String", read: `values.text(${key})`, given: given(textOf) };
    case "url":
    case "image":
      return {
        type: "URL",
        read: `values.url(${key})`,
        given: given((url) => `Understudy.Values.url(${textOf(url)})`),
      };
    case "date":
      return {
        type: "Date",
        read: `values.date(${key})`,
        given: given((date) => `Understudy.Values.date(${textOf(date)})`),
      };
    case "number":
      return { type: "Double", read: `values.number(${key})`, given: given(String) };
    case "boolean":
      return { type: "Bool", read: `values.bool(${key})`, given: given(String) };
    case "color":
      return { type: "Understudy.Color", read: `values.color(${key})`, given: given(colorOf) };
    case "select": {
      const names = casesOf(property, caseScope);
      const caseOf = (text: Json) =>
        names.find((one) => one.text === text)?.name ?? `unknown(${textOf(text)})`;
      return {
        type: enumName,
        read: `values.option(${key})`,
        given: given((text) => `${enumName}.${caseOf(text)}`),
      };
    }
    case "list":
      return {
        type: "[Understudy.JSON]",
        read: `values.list(${key})`,
        given: given(listOf),
      };
    case "json":
      return { type: "Understudy.JSON", read: `values.json(${key})`, given: given(swiftJson) };
    default:
      return assertNever(type);
  }
}

const textOf = (value: Json): string => swiftString(String(value));

/** The compiler looks long at a long list: such a one is read as JSON. */
const longestList = 20;

function listOf(items: Json): string {
  const list = items as Json[];
  if (list.length > longestList) return `Understudy.JSON${swiftJson(list)}.list ?? []`;
  return `[${list.map(swiftJson).join(", ")}]`;
}

function colorOf(color: Json): string {
  const { value = "#000000", opacity = 1 } = color as { value?: string; opacity?: number };
  return `Understudy.Color(value: ${textOf(value)}, opacity: ${opacity})`;
}
