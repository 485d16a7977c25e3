import type { PublishedDocument, SpaceDocument, WorkspaceDocument } from "./documents.ts";
import { type PropertyType, runsInPages } from "./experience-type.ts";
import { personaInconsistencies } from "./persona-consistency.ts";
import type { CollectionContent, PublishedExperience, PublishedSection } from "./publication.ts";
import { tribeInconsistencies } from "./tribe-consistency.ts";

/** What a schema can't say of a document: ids and keys that are there twice, references to nothing. */
export interface Inconsistency {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Path = readonly (string | number)[];
type Keyed = { readonly id: string; readonly key: string };

/** What is wrong between the parts of a Space's document, in the order of the document. */
export const spaceInconsistencies = (document: SpaceDocument): Inconsistency[] => [
  ...contentInconsistencies(document.experienceTypes, document.collections),
  ...tribeInconsistencies(document),
  ...personaInconsistencies(document),
];

/** What is wrong between the parts of what an environment serves. Each Collection there brings its own types. */
export const publishedInconsistencies = ({ collections }: PublishedDocument): Inconsistency[] =>
  collections.flatMap(({ publication, content }, index) => [
    ...(publication.collectionId === content.id
      ? []
      : [
          nothing(
            ["collections", index, "publication", "collectionId"],
            "Collection",
            publication.collectionId,
          ),
        ]),
    ...contentInconsistencies(content.types, [content]).map(({ path, message }) => ({
      path: ["collections", index, "content", ...path.slice(path[0] === "collections" ? 2 : 0)],
      message,
    })),
  ]);

function contentInconsistencies(
  experienceTypes: CollectionContent["types"],
  collections: readonly Content[],
): Inconsistency[] {
  const typeIds = new Set(experienceTypes.map((type) => type.id));
  const ids = new Set<string>();
  return [
    ...twice(experienceTypes, "key", ["experienceTypes"]),
    ...experienceTypes.flatMap((type, index) => [
      ...seenTwice(type.id, ids, ["experienceTypes", index, "id"]),
      ...twice(type.properties, "id", ["experienceTypes", index, "properties"]),
      ...twice(type.properties, "key", ["experienceTypes", index, "properties"]),
    ]),
    ...twice(collections, "key", ["collections"]),
    ...collections.flatMap((collection, index) =>
      inCollection(collection, { typeIds, ids, path: ["collections", index] }),
    ),
    ...inAddresses(experienceTypes, collections),
  ];
}

/** What is wrong between the parts of workspace.json. */
export function workspaceInconsistencies({
  organizations,
  accounts,
  memberships,
}: Pick<WorkspaceDocument, "organizations" | "accounts" | "memberships">): Inconsistency[] {
  const orgIds = new Set(organizations.map((organization) => organization.id));
  const accountIds = new Set(accounts.map((account) => account.id));
  const members = new Set<string>();
  return [
    ...(organizations.length > 0 ? [] : [{ path: ["organizations"], message: "must have one at least" }]),
    ...(accounts.length > 0 ? [] : [{ path: ["accounts"], message: "must have one at least" }]),
    ...twice(organizations, "id", ["organizations"]),
    ...twice(accounts, "id", ["accounts"]),
    ...memberships.flatMap(({ accountId, orgId }, index) => [
      ...seenTwice(`${accountId} in ${orgId}`, members, ["memberships", index]),
      ...(accountIds.has(accountId)
        ? []
        : [nothing(["memberships", index, "accountId"], "account", accountId)]),
      ...(orgIds.has(orgId) ? [] : [nothing(["memberships", index, "orgId"], "organization", orgId)]),
    ]),
  ];
}

type Content = Pick<CollectionContent, "id" | "key" | "experiences" | "sections">;

interface Place {
  readonly typeIds: ReadonlySet<string>;
  /** Every id of the Space that was seen so far. */
  readonly ids: Set<string>;
  readonly path: Path;
}

function inCollection(collection: Content, place: Place): Inconsistency[] {
  const { path } = place;
  const keys = new Set<string>();
  const keyed = (one: Keyed, at: Path) => [
    ...seenTwice(one.id, place.ids, [...at, "id"]),
    ...seenTwice(one.key, keys, [...at, "key"]),
  ];
  const experiences = (all: readonly PublishedExperience[], at: Path) =>
    all.flatMap((one, index) => [
      ...keyed(one, [...at, "experiences", index]),
      ...inExperience(one, place.typeIds, [...at, "experiences", index]),
    ]);
  return [
    ...seenTwice(collection.id, place.ids, [...path, "id"]),
    ...experiences(collection.experiences, path),
    ...collection.sections.flatMap((section, index) => [
      ...keyed(section, [...path, "sections", index]),
      ...experiences(section.experiences, [...path, "sections", index]),
      ...inSection(section, place.typeIds, [...path, "sections", index]),
    ]),
  ];
}

const inExperience = (
  { typeId, scenarios }: PublishedExperience,
  typeIds: ReadonlySet<string>,
  path: Path,
) => [
  ...(typeIds.has(typeId) ? [] : [nothing([...path, "typeId"], "Experience type", typeId)]),
  ...noScenario(scenarios, path),
];

function inSection(section: PublishedSection, typeIds: ReadonlySet<string>, path: Path): Inconsistency[] {
  const children = new Set(section.experiences.map((experience) => experience.id));
  return [
    ...section.typeIds.flatMap((id, index) =>
      typeIds.has(id) ? [] : [nothing([...path, "typeIds", index], "Experience type", id)],
    ),
    ...section.experiences.flatMap(({ typeId }, index) =>
      section.typeIds.includes(typeId)
        ? []
        : [
            {
              path: [...path, "experiences", index, "typeId"],
              message: "is not among the Section's typeIds",
            },
          ],
    ),
    ...noScenario(section.scenarios, path),
    ...section.scenarios.flatMap(({ serve }, index) =>
      serve.children.flatMap((id, child) =>
        children.has(id)
          ? []
          : [
              nothing(
                [...path, "scenarios", index, "serve", "children", child],
                "Experience of the Section",
                id,
              ),
            ],
      ),
    ),
  ];
}

/** Addresses that a page would run, by whatever way they came: what an app is served must not run in it. */
function inAddresses(types: CollectionContent["types"], collections: readonly Content[]): Inconsistency[] {
  const typeOf = new Map(types.map((type) => [type.id, type]));
  const inData = ({ typeId, scenarios }: PublishedExperience, path: Path) =>
    scenarios.flatMap(({ serve }, index) =>
      (typeOf.get(typeId)?.properties ?? []).flatMap((property) =>
        ran(property.type, serve.data?.[property.key], [
          ...path,
          "scenarios",
          index,
          "serve",
          "data",
          property.key,
        ]),
      ),
    );
  const inAll = (all: readonly PublishedExperience[], path: Path) =>
    all.flatMap((one, index) => inData(one, [...path, "experiences", index]));
  return [
    ...types.flatMap(({ properties }, index) =>
      properties.flatMap((property, at) =>
        ran(property.type, property.default, ["experienceTypes", index, "properties", at, "default"]),
      ),
    ),
    ...collections.flatMap((collection, index) => [
      ...inAll(collection.experiences, ["collections", index]),
      ...collection.sections.flatMap((section, at) =>
        inAll(section.experiences, ["collections", index, "sections", at]),
      ),
    ]),
  ];
}

const ran = (type: PropertyType, value: unknown, path: Path): Inconsistency[] =>
  (type === "url" || type === "image") && typeof value === "string" && runsInPages(value)
    ? [{ path, message: "is an address that a page would run" }]
    : [];

const noScenario = (scenarios: readonly unknown[], path: Path): Inconsistency[] =>
  scenarios.length > 0 ? [] : [{ path: [...path, "scenarios"], message: "must have the default scenario" }];

function seenTwice(value: string, seen: Set<string>, path: Path): Inconsistency[] {
  if (seen.has(value)) return [{ path, message: `"${value}" is there twice` }];
  seen.add(value);
  return [];
}

export function twice<K extends string>(
  items: readonly Readonly<Record<K, string>>[],
  member: K,
  path: Path,
): Inconsistency[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => seenTwice(item[member], seen, [...path, index, member]));
}

const nothing = (path: Path, what: string, id: string): Inconsistency => ({
  path,
  message: `names no ${what} of this file: "${id}"`,
});
