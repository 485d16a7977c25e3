import type { Collection } from "../../core/collection.ts";
import type { Tribe } from "../../core/tribe.ts";
import { useConsole } from "../page/console-context.ts";
import { useList } from "../page/use-list.ts";
import { unlistedTribe } from "./rule-words.ts";

/** An Experience or Section as reasons name it. */
interface ItemName {
  readonly name: string;
  /** What the address of its editor has below `collections`. */
  readonly below: readonly string[];
  /** Of its scenarios, by id: names, in their order. */
  readonly scenarios: readonly { readonly id: string; readonly name: string }[];
}

/** What things of the Space are called, wherever reasons name them by id. */
export interface Names {
  readonly tribe: (id: string) => Pick<Tribe, "name" | "key"> | undefined;
  readonly tribeName: (id: string) => string;
  readonly item: (id: string) => ItemName | undefined;
  readonly itemName: (id: string) => string;
}

export function useNames(): Names {
  const { tribes, collections } = useConsole();
  return knownNames(useList(tribes), useList(collections) ?? none);
}

const none: readonly never[] = [];
let known: { readonly of: readonly unknown[]; readonly names: Names } | null = null;

/** Worked out once for all rows of a page that ask. */
function knownNames(tribes: readonly Tribe[] | null, collections: readonly Collection[]): Names {
  if (known?.of[0] !== tribes || known.of[1] !== collections)
    known = { of: [tribes, collections], names: namesOf(tribes, collections) };
  return known.names;
}

/** What is gone in a Collection goes by its id. */
function namesOf(tribes: readonly Tribe[] | null, collections: readonly Collection[]): Names {
  const byId = new Map((tribes ?? []).map((tribe) => [tribe.id, tribe]));
  const unlisted = unlistedTribe(tribes);
  const items = new Map(collections.flatMap(itemNames));
  return {
    tribe: (id) => byId.get(id),
    tribeName: (id) => byId.get(id)?.name ?? unlisted,
    item: (id) => items.get(id),
    itemName: (id) => items.get(id)?.name ?? id,
  };
}

function itemNames({ key, experiences, sections }: Collection): (readonly [string, ItemName])[] {
  return [
    ...experiences.map((one) => [one.id, { ...named(one), below: [key, one.key] }] as const),
    ...sections.flatMap((section) => [
      [section.id, { ...named(section), below: [key, section.key] }] as const,
      ...section.experiences.map(
        (one) => [one.id, { ...named(one), below: [key, section.key, one.key] }] as const,
      ),
    ]),
  ];
}

interface Item {
  readonly name: string;
  readonly scenarios: readonly { readonly id: string; readonly name: string }[];
}

const named = ({ name, scenarios }: Item) => ({
  name,
  scenarios: scenarios.map((one) => ({ id: one.id, name: one.name })),
});
