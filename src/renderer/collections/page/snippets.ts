import { objectKey } from "../../../core/codegen/javascript/literal.ts";
import { javascriptNaming } from "../../../core/codegen/javascript/naming.ts";
import { reservedClasses } from "../../../core/codegen/javascript/reserved.ts";
import { type CodegenModel, modelVersion } from "../../../core/codegen/model.ts";
import { spaceFolder } from "../../../core/codegen/naming/file-names.ts";
import { type SpaceNames, spaceNames } from "../../../core/codegen/naming/space-names.ts";
import type { Collection, Experience, Section } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import type { Space } from "../../../core/space.ts";
import { flagKey, itemOf, type Part } from "../../model/collection-address.ts";

interface SnippetFacts {
  readonly part: Part;
  readonly spaceKey: string;
  readonly names: SpaceNames;
  /** Of the Experience, or of those that a Section takes. */
  readonly types: readonly ExperienceType[];
}

const nameIn = (map: ReadonlyMap<string, string>, id: string): string => map.get(id) ?? "unnamed";

/** Names that the language or a snippet has already: a member that is called so is bound to another. */
const taken: ReadonlySet<string> = new Set([
  ...reservedClasses,
  ...["child", "collections", "console", "render", "session"],
]);
const localName = (member: string): string => (taken.has(member) ? `${member}_` : member);

/** A member as a pattern takes it: `hero`, or `class: class_`. */
export const bound = (member: string): string =>
  taken.has(member) ? `${member}: ${localName(member)}` : member;

/** How an Experience or Section is read through the generated code, in TypeScript and JavaScript alike. */
export function readingSnippet(facts: SnippetFacts): string {
  return facts.part.kind === "section" ? sectionSnippet(facts) : experienceSnippet(facts);
}

function experienceSnippet({ part, spaceKey, names, types }: SnippetFacts): string {
  const inSection = part.kind === "experience" && part.section !== null;
  if (inSection) return childSnippet({ part, spaceKey, names, types });
  const collection = nameIn(names.members, part.collection.id);
  const member = nameIn(names.members, itemOf(part).id);
  const local = localName(member);
  const [property] = types[0]?.properties ?? [];
  const data = property === undefined ? "" : `.data${access(property.key)}`;
  const shown = property === undefined ? `"${member} is on"` : `${local}${data}`;
  const body = [`  if (${local}.enabled) console.log(${shown});`];
  return [...opening(spaceKey), ...rendered(member, collection, body)].join("\n");
}

function sectionSnippet({ part, spaceKey, names, types }: SnippetFacts): string {
  const collection = nameIn(names.members, part.collection.id);
  const member = nameIn(names.members, itemOf(part).id);
  const cases = types.map((type) => {
    const [property] = type.properties;
    const data = property === undefined ? `"${type.key}"` : `child.data${access(property.key)}`;
    return `    if (child.type === "${type.key}") console.log(${data});`;
  });
  const local = localName(member);
  const body = [
    `  if (!${local}.enabled) return;`,
    `  for (const child of ${local}.children) {`,
    ...cases,
    `  }`,
  ];
  return [...opening(spaceKey), ...rendered(member, collection, body)].join("\n");
}

/** An Experience of a Section comes with the others that are shown, in their order. */
function childSnippet({ part, spaceKey, names, types }: SnippetFacts): string {
  if (part.kind !== "experience" || part.section === null) return "";
  const collection = nameIn(names.members, part.collection.id);
  const section = nameIn(names.members, part.section.id);
  const [type] = types;
  const [property] = type?.properties ?? [];
  const data = property === undefined ? "child.key" : `child.data${access(property.key)}`;
  return [
    ...opening(spaceKey),
    `for (const child of collections.${collection}.${section}.children) {`,
    `  if (child.key === "${flagKey(part)}" && child.type === "${type?.key ?? ""}") console.log(${data});`,
    `}`,
  ].join("\n");
}

/** What every snippet begins with. */
export const opening = (spaceKey: string): readonly string[] => [
  `import { collections, session } from "./${spaceFolder(spaceKey)}/index.js";`,
  "",
  `await session.start({ userId: "ana-ribeiro" });`,
  "",
];

/** Draws a part now, and whenever it changes. `body` is what is drawn. */
const rendered = (member: string, collection: string, body: readonly string[]): readonly string[] => [
  `const { ${bound(member)} } = collections.${collection};`,
  `const render = () => {`,
  ...body,
  `};`,
  `render();`,
  `${localName(member)}.changed(render);`,
];

/** A property's value: `.headline`, or `["head-line"]` where that is no name. */
function access(key: string): string {
  const name = objectKey(key);
  return name.startsWith('"') ? `[${name}]` : `.${name}`;
}

interface Flag {
  readonly key: string;
  readonly type: string;
  readonly about: string;
}

const flagTypes: Readonly<Record<string, string>> = {
  number: "number",
  boolean: "boolean",
  color: "object",
  list: "object",
  json: "object",
};

/** The flags that it is for OpenFeature. */
export function flagsOf(part: Part, type: ExperienceType | undefined): Flag[] {
  const key = flagKey(part);
  const enabled = { key: `${key}.enabled`, type: "boolean", about: "whether it is on" };
  if (part.kind === "section")
    return [{ key, type: "object", about: "the keys of what it shows, in order" }, enabled];
  const properties = (type?.properties ?? []).filter((property) => property.key !== "enabled");
  return [
    { key, type: "object", about: "all of its data" },
    enabled,
    ...properties.map((property) => ({
      key: `${key}.${property.key}`,
      type: flagTypes[property.type] ?? "string",
      about: property.name === property.key ? property.type : property.name,
    })),
  ];
}

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
