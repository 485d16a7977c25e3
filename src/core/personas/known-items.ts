import type { CollectionContent } from "../publication.ts";

/** An Experience or Section as expectations name it. */
export interface KnownItem {
  readonly id: string;
  /** `<collection>.<key>` */
  readonly key: string;
  /** Names by id. */
  readonly scenarios: ReadonlyMap<string, string>;
  /** Ids by id and by key of the Experiences in it; null where it is not a Section. */
  readonly children: ReadonlyMap<string, string> | null;
}

type Content = Pick<CollectionContent, "key" | "experiences" | "sections">;
type Named = { readonly id: string; readonly key: string };

/** Every Experience and Section of these contents by id; what is in several has the scenarios and children of all. */
export function knownItems(contents: readonly Content[]): ReadonlyMap<string, KnownItem> {
  const items = new Map<string, KnownItem>();
  for (const item of contents.flatMap(itemsOf)) {
    const known = items.get(item.id);
    items.set(item.id, known === undefined ? item : union(known, item));
  }
  return items;
}

/** By id or `<collection>.<key>`. */
export const findItem = (items: ReadonlyMap<string, KnownItem>, reference: string): KnownItem | undefined =>
  items.get(reference) ?? [...items.values()].find((item) => item.key === reference);

function itemsOf({ key, experiences, sections }: Content): KnownItem[] {
  const item = (
    one: Named & { readonly scenarios: readonly { readonly id: string; readonly name: string }[] },
    children: readonly Named[] | null,
  ): KnownItem => ({
    id: one.id,
    key: `${key}.${one.key}`,
    scenarios: new Map(one.scenarios.map(({ id, name }) => [id, name])),
    children: children === null ? null : byReference(children),
  });
  return [
    ...experiences.map((one) => item(one, null)),
    ...sections.flatMap((section) => [
      item(section, section.experiences),
      ...section.experiences.map((one) => item(one, null)),
    ]),
  ];
}

const byReference = (children: readonly Named[]) =>
  new Map([
    ...children.map(({ id, key }) => [key, id] as const),
    ...children.map(({ id }) => [id, id] as const),
  ]);

/** The first one's names go before the other's. */
const union = (one: KnownItem, other: KnownItem): KnownItem => ({
  ...one,
  scenarios: new Map([...other.scenarios, ...one.scenarios]),
  children:
    one.children === null || other.children === null
      ? one.children
      : new Map([...other.children, ...one.children]),
});
