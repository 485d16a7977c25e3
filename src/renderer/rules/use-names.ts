import type { Collection, Experience, Section } from "../../core/collection.ts";
import { itemsIn } from "../../core/items.ts";
import type { Tribe } from "../../core/tribe.ts";
import { useConsole } from "../page/console-context.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { unlistedTribe } from "./rule-words.ts";

/** What things of the Space are called, wherever reasons name them by id. */
export interface Names {
  readonly tribe: (id: string) => Pick<Tribe, "name" | "key"> | undefined;
  readonly tribeName: (id: string) => string;
  /** What a scenario is called that no item has. */
  readonly unlistedScenario: (id: string) => string;
  readonly item: (id: string) => Experience | Section | undefined;
  readonly itemName: (id: string) => string;
}

export function useNames(): Names {
  const { tribes, collections } = useConsole();
  const isFailed = useListProblem(collections) !== null;
  const noTribes = useListProblem(tribes) !== null;
  return knownNames(useList(tribes), useList(collections), isFailed, noTribes);
}

let known: { readonly of: readonly unknown[]; readonly names: Names } | null = null;

/** Worked out once for all rows of a page that ask. */
function knownNames(...of: Parameters<typeof namesOf>): Names {
  if (known === null || of.some((one, at) => one !== known?.of[at])) known = { of, names: namesOf(...of) };
  return known.names;
}

/** What is gone in a Collection goes by its id, and where they can't be read, all; while they are on their way, nobody knows. */
function namesOf(
  tribes: readonly Tribe[] | null,
  collections: readonly Collection[] | null,
  isFailed: boolean,
  noTribes: boolean,
): Names {
  const byId = new Map((tribes ?? []).map((tribe) => [tribe.id, tribe]));
  const unread = (id: string) => (isFailed ? id : "…");
  const items = new Map((collections ?? []).flatMap(itemsIn).map((item) => [item.id, item]));
  return {
    tribe: (id) => byId.get(id),
    tribeName: (id) => byId.get(id)?.name ?? unlistedTribe(id, tribes, noTribes),
    unlistedScenario: (id) => (collections === null ? unread(id) : "a deleted scenario"),
    item: (id) => items.get(id),
    itemName: (id) => items.get(id)?.name ?? (collections === null ? unread(id) : id),
  };
}
