import { assertNever } from "../../assert-never.ts";
import type { CodegenModel, Json, PropertyModel, TypeModel } from "../model.ts";
import { namesIn } from "../naming/assign-names.ts";
import { spaceFolder } from "../naming/file-names.ts";
import type { SpaceNames } from "../naming/space-names.ts";
import { type ClassView, type PlannedFile, plannedFile } from "../template-view.ts";
import { Views } from "../views.ts";
import { dataScope, optionScope, optionsScope, spacePrefix } from "./naming.ts";
import { brightscriptJson, brightscriptList, brightscriptNumber, brightscriptString } from "./writing.ts";

export const brightscriptTemplates = [
  "component",
  "entry",
  "collections",
  "fallbacks",
  "collection",
  "section",
  "experience",
  "data",
] as const;

interface Component {
  readonly base: string;
  readonly fields?: readonly { readonly id: string; readonly type: string }[];
  readonly scripts?: readonly string[];
}

/**
 * Components lie below `components`, and functions that any of them may use below `source`, where a Roku looks for both. A
 * component is an XML and the script of its own beside it. All names begin with the Space's prefix.
 */
export function planBrightscript(model: CodegenModel, names: SpaceNames): PlannedFile[] {
  const views = new Views(model, names);
  const prefix = spacePrefix(model.space.key);
  const folder = spaceFolder(model.space.key);
  const source = (name: string) => `source/${folder}/${name}.brs`;
  const component = (
    name: string,
    at: string,
    template: string,
    view: object,
    { base, fields = [], scripts = [] }: Component,
  ) => {
    const path = `components/${folder}/${at}${name}`;
    const shared = { ...views.common, ...view, prefix };
    const component = `${prefix}_${name}`;
    const uris = [`${name}.brs`, ...scripts];
    return [
      plannedFile(`${path}.xml`, "component", {
        ...shared,
        ...{ component, base, fields, scripts: uris },
      }),
      plannedFile(`${path}.brs`, template, shared),
    ];
  };
  const ofClass = (kind: string, view: ClassView, how: Component, more: object = {}) =>
    component(view.className, `${kind}/`, kind, { ...view, ...more }, how);
  const nodes = (members: readonly { readonly member: string }[]) =>
    members.map(({ member }) => ({ id: member, type: "node" }));
  const entry = views.entry();
  return [
    ...component(
      "Space",
      "",
      "entry",
      { ...entry, productionKey: model.productionKey },
      {
        base: "understudy_Space",
        scripts: [`pkg:/${source("Fallbacks")}`],
      },
    ),
    ...component("Collections", "", "collections", entry, {
      base: "Node",
      fields: nodes(entry.collections),
    }),
    plannedFile(source("Fallbacks"), "fallbacks", { ...views.common, prefix, ...fallbackParts(model) }),
    ...model.collections.flatMap((one) => {
      const view = views.collection(one);
      return [
        ...ofClass("collection", view, {
          base: "understudy_Collection",
          fields: nodes([...view.experiences, ...view.sections]),
        }),
        ...one.sections.flatMap((section) =>
          ofClass("section", views.section(one, section), { base: "understudy_Section" }),
        ),
      ];
    }),
    ...model.types.flatMap((type) => {
      const view = views.type(type);
      const data = source(`experience/${view.className}`);
      return [
        ...ofClass("experience", view, { base: "understudy_Experience", scripts: [`pkg:/${data}`] }),
        plannedFile(data, "data", { ...view, prefix, ...dataOf(type) }),
      ];
    }),
  ];
}

/** A function has a limit, so that a large Space's are put together from several. */
const partSize = 200;

function fallbackParts({ fallbacks }: CodegenModel) {
  const states = Object.entries(fallbacks.states).map(([id, state]) => ({
    id,
    json: brightscriptJson(state),
  }));
  const parts = Array.from({ length: Math.ceil(states.length / partSize) }, (_, at) => ({
    number: at + 1,
    states: states.slice(at * partSize, (at + 1) * partSize),
  }));
  return { parts };
}

/** What an Experience's data is made of, and the options of its selects. */
function dataOf({ properties }: TypeModel) {
  const members = namesIn(dataScope, properties);
  const selects = properties.filter((property) => property.type === "select");
  const options = namesIn(optionsScope, selects);
  return {
    properties: properties.map((property) => ({
      member: members(property.key),
      name: property.name,
      kind: property.type,
      value: readingOf(property),
    })),
    selects: selects.map((select) => ({
      function: options(select.key),
      name: select.name,
      options: optionsOf(select),
    })),
  };
}

function optionsOf({ options }: PropertyModel) {
  const nameOf = namesIn(
    optionScope,
    options.map((key, place) => ({ key, place })),
  );
  return options.map((text) => ({ name: nameOf(text), text }));
}

/** How a property is read from what the wire says. */
function readingOf({ type, key, options, default: given }: PropertyModel): string {
  const read = (name: string, write: (value: Json) => string, ...more: string[]) => {
    const parts = ["raw", brightscriptString(key), ...more, ...(given === undefined ? [] : [write(given)])];
    return `understudy_${name}(${parts.join(", ")})`;
  };
  switch (type) {
    case "string":
    case "text":
    case "url":
    case "image":
    case "date":
      return read("text", textOf);
    case "number":
      return read("number", (value) => brightscriptNumber(Number(value)));
    case "boolean":
      return read("flag", String);
    case "color":
      return read("color", colorOf);
    case "select":
      return read("option", textOf, brightscriptList(options));
    case "list":
      return read("list", (value) => brightscriptList(value as Json[]));
    case "json":
      return read("json", brightscriptJson);
    default:
      return assertNever(type);
  }
}

const textOf = (value: Json): string => brightscriptString(String(value));

function colorOf(color: Json): string {
  const { value = "#000000", opacity = 1 } = color as { value?: string; opacity?: number };
  return `understudy_rgba(${textOf(value)}, ${brightscriptNumber(opacity)})`;
}
