import type { CodegenModel, CollectionModel, KeyedModel } from "../model.ts";
import { assignNames, type Nameable } from "./assign-names.ts";
import { fileName } from "./file-names.ts";
import type { ClassKind, Naming } from "./naming.ts";

/** The names of everything of a Space, by id. */
export interface SpaceNames {
  readonly classes: ReadonlyMap<string, string>;
  /** Of Collections in the entry, and of Experiences and Sections in their Collection. */
  readonly members: ReadonlyMap<string, string>;
  /** Without folder and extension. */
  readonly files: ReadonlyMap<string, string>;
}

/** Names everything. Classes share one scope for the whole Space, since their modules import one another. */
export function spaceNames(model: CodegenModel, naming: Naming): SpaceNames {
  const { collections, types } = model;
  return {
    classes: classNames(model, naming),
    members: new Map([
      ...memberNames(collections, naming),
      ...collections.flatMap((one) => [...memberNames([...one.experiences, ...one.sections], naming)]),
    ]),
    files: new Map([
      ...[...types, ...collections].map(({ id, key }) => [id, fileName(key)] as const),
      ...sectionFiles(collections),
    ]),
  };
}

function classNames({ types, collections }: CodegenModel, naming: Naming): Map<string, string> {
  const named = (one: KeyedModel, kind: ClassKind, text: string): Nameable => ({
    id: one.id,
    identity: `${kind} ${text} ${one.key}`,
    wishes: naming.classNames(text, kind),
    madeAt: one.madeAt,
    declared: (name) => naming.declared(name, kind),
  });
  const items = [
    ...types.map((one) => named(one, "experience", one.key)),
    ...collections.map((one) => named(one, "collection", one.key)),
    ...sectionsOf(collections).map(({ section, text }) => named(section, "section", text)),
  ];
  return assignNames(items, { reserved: naming.reservedClasses, withSuffix: naming.withSuffix });
}

function memberNames(items: readonly KeyedModel[], naming: Naming): Map<string, string> {
  const named = items.map(({ id, key, madeAt }) => ({
    id,
    identity: key,
    wishes: naming.memberNames(key),
    madeAt,
    declared: (name: string) => [name],
  }));
  return assignNames(named, { reserved: naming.reservedMembers, withSuffix: naming.withSuffix });
}

/** `a-b` with `c`, and `a` with `b-c`, want the same file. */
function sectionFiles(collections: readonly CollectionModel[]): Map<string, string> {
  const named = sectionsOf(collections).map(({ section, text }) => ({
    id: section.id,
    identity: `${text} ${section.key}`,
    wishes: [fileName(text)] as const,
    madeAt: section.madeAt,
    declared: (name: string) => [name],
  }));
  return assignNames(named, { reserved: [], withSuffix: (name, suffix) => `${name}_${suffix}` });
}

const sectionsOf = (collections: readonly CollectionModel[]) =>
  collections.flatMap((collection) =>
    collection.sections.map((section) => ({ section, text: `${collection.key}-${section.key}` })),
  );
