import { assertNever } from "../../assert-never.ts";
import type { CodegenModel, Json, PropertyModel, SectionModel, TypeModel } from "../model.ts";
import { spaceFolder } from "../naming/file-names.ts";
import type { SpaceNames } from "../naming/space-names.ts";
import { type ClassView, type PlannedFile, plannedFile } from "../template-view.ts";
import { casesOf, type TypedProperty, typedData } from "../typed-data.ts";
import { Views } from "../views.ts";
import { caseScope, enumScope, kotlinPackage, propertyScope } from "./naming.ts";
import { kotlinString } from "./writing.ts";

export const kotlinTemplates = ["entry", "fallbacks", "collection", "section", "experience"] as const;

/** A file for each class, named after it; all classes of a Space are one package, so that they need no imports. */
export function planKotlin(model: CodegenModel, names: SpaceNames): PlannedFile[] {
  const views = new Views(model, names);
  const common = { package: kotlinPackage(model.space.key) };
  const path = (name: string) => `${spaceFolder(model.space.key)}/${name}.kt`;
  const planned = (folder: string, view: ClassView) =>
    plannedFile(path(`${folder}/${view.className}`), folder, { ...view, ...common });
  return [
    plannedFile(path("Space"), "entry", { ...views.entry(), ...common }),
    plannedFile(path("Fallbacks"), "fallbacks", { ...views.common, ...common, ...fallbackParts(model) }),
    ...model.collections.flatMap((collection) => [
      planned("collection", views.collection(collection)),
      ...collection.sections.map((one) => planned("section", views.section(collection, one))),
    ]),
    ...model.types.map((type) => {
      const sections = sectionsWith(type, model).map((section) => views.className(section));
      return planned("experience", { ...views.type(type), ...dataOf(type), ...{ sections } });
    }),
  ];
}

/** A function of a class file has a limit, so that a large Space's are put together from several. */
const partSize = 500;

function fallbackParts({ fallbacks }: CodegenModel) {
  const states = Object.entries(fallbacks.states).map(([id, state]) => ({ id, json: JSON.stringify(state) }));
  const parts = Array.from({ length: Math.ceil(states.length / partSize) }, (_, at) => ({
    name: `part${at + 1}`,
    states: states.slice(at * partSize, (at + 1) * partSize),
  }));
  return { parts };
}

const sectionsWith = (type: TypeModel, { collections }: CodegenModel): SectionModel[] =>
  collections
    .flatMap((collection) => collection.sections)
    .filter((section) => section.types.includes(type.key));

const dataOf = ({ properties }: TypeModel) => ({
  ...typedData(properties, {
    property: propertyScope,
    enum: enumScope,
    case: caseScope,
    orElse: "?:",
    typed: kotlinOf,
  }),
  imports: importsOf(properties),
});

function importsOf(properties: readonly PropertyModel[]): string[] {
  const used = new Set(properties.map((property) => property.type));
  const wanted: [string, boolean][] = [
    ["understudy.Client", true],
    ["understudy.Color", used.has("color")],
    ["understudy.Experience", true],
    ["understudy.Option", used.has("select")],
    ["understudy.Values", true],
    ["java.net.URI", used.has("url") || used.has("image")],
    ["java.util.Date", used.has("date")],
  ];
  return wanted.filter(([, isUsed]) => isUsed).map(([name]) => name);
}

/** How a property is declared and read. Its default stands in where it is missing, or is of another type by now. */
function kotlinOf(property: PropertyModel, enumName: string): TypedProperty {
  const key = kotlinString(property.key);
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
      return { type: "URI", read: `values.url(${key})`, given: given((url) => `Values.uri(${textOf(url)})`) };
    case "date":
      return {
        type: "Date",
        read: `values.date(${key})`,
        given: given((date) => `Values.date(${textOf(date)})`),
      };
    case "number":
      return { type: "Double", read: `values.number(${key})`, given: given(doubleOf) };
    case "boolean":
      return { type: "Boolean", read: `values.flag(${key})`, given: given(String) };
    case "color":
      return { type: "Color", read: `values.color(${key})`, given: given(colorOf) };
    case "select": {
      const names = casesOf(property, caseScope);
      const caseOf = (text: Json) => names.find((one) => one.text === text)?.name ?? "Unknown";
      return {
        type: enumName,
        read: `values.option(${key}, ${enumName}.values(), ${enumName}.Unknown)`,
        given: given((text) => `${enumName}.${caseOf(text)}`),
      };
    }
    case "list":
      return { type: "List<Any>", read: `values.list(${key})`, given: given(listOf) };
    case "json":
      // A null that is served is a value: what is given is for what is missing alone.
      return {
        type: "Any?",
        read: `values.json(${key})${given((json) => ` { Values.json(${textOf(JSON.stringify(json))}) }`) ?? ""}`,
        given: null,
      };
    default:
      return assertNever(type);
  }
}

const textOf = (value: Json): string => kotlinString(String(value));

/** Kotlin takes 1e21 and 120.0 for doubles, and 120 for none. */
const doubleOf = (value: Json): string =>
  /[.e]/.test(String(value)) ? String(value).replace("e+", "e") : `${value}.0`;

function colorOf(color: Json): string {
  const { value = "#000000", opacity = 1 } = color as { value?: string; opacity?: number };
  return `Color(${textOf(value)}, ${doubleOf(opacity)})`;
}

/** A function of a class file has a limit, and the defaults of a class are set in one: a list that may be long is read as JSON. */
const longestList = 20;

function listOf(items: Json): string {
  if ((items as Json[]).length > longestList) return `Values.list(${textOf(JSON.stringify(items))})`;
  const values = (items as Json[]).map((one) =>
    typeof one === "string" ? textOf(one) : typeof one === "number" ? doubleOf(one) : String(one),
  );
  return `listOf(${values.join(", ")})`;
}
