import type { Difference } from "../publication.ts";
import { difference, type Path } from "./difference.ts";
import { jsonEqual, member } from "./json-equal.ts";

/** How the items of a list are told apart, and what they are called in paths: by their key, or by their place. */
interface NamedList {
  readonly identity: "id" | "key";
  readonly segment: "key" | "index";
}

const byKey: NamedList = { identity: "key", segment: "key" };

/** The lists of a Collection whose items are things of their own. */
export const namedLists: Readonly<Record<string, NamedList | undefined>> = {
  types: byKey,
  properties: byKey,
  experiences: byKey,
  sections: byKey,
  scenarios: { identity: "id", segment: "index" },
};

interface ListPair {
  readonly list: NamedList;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly path: Path;
  readonly diffItem: (before: object, after: object, path: Path) => Difference[];
}

interface Placed {
  readonly item: object;
  readonly segment: string | number;
}
type Places = ReadonlyMap<string, Placed>;

/** A changed order first, then what was changed or added in the order of `after`, then what was removed. */
export function diffList({ list, before, after, path, diffItem }: ListPair): Difference[] {
  const old = placesOf(list, before);
  const now = placesOf(list, after);
  if (old === null || now === null) return [difference(path, before, after)];
  const here = [...now].flatMap(([identity, { item, segment }]) => {
    const was = old.get(identity);
    const at = [...path, segment];
    return was === undefined ? [difference(at, null, item)] : diffItem(was.item, item, at);
  });
  const gone = [...old].filter(([identity]) => !now.has(identity));
  return [
    ...orderDifference(old, now, path),
    ...here,
    ...gone.map(([, { item, segment }]) => difference([...path, segment], item, null)),
  ];
}

/** The items by what tells them apart; null where it does not: an item without it, or two with the same. */
function placesOf({ identity, segment }: NamedList, items: readonly unknown[]): Places | null {
  const places = new Map<string, Placed>();
  for (const [index, item] of items.entries()) {
    if (typeof item !== "object" || item === null) return null;
    const name = member(item, identity);
    if (typeof name !== "string" || places.has(name)) return null;
    places.set(name, { item, segment: segment === "index" ? index : name });
  }
  return places;
}

/** The names in their order before and after, where what is in both has changed places. */
function orderDifference(old: Places, now: Places, path: Path): Difference[] {
  const kept = [...old.keys()].filter((identity) => now.has(identity));
  const moved = [...now.keys()].filter((identity) => old.has(identity));
  if (jsonEqual(kept, moved)) return [];
  const [was, is] = [namesOf(old), namesOf(now)];
  // Their names went with their places: only the ids tell that something moved.
  return [
    jsonEqual(was, is) ? difference(path, namesOf(old, true), namesOf(now, true)) : difference(path, was, is),
  ];
}

/** What people call the items: by their keys, or by their names, with the id where two have the same or where it is wanted. */
function namesOf(places: Places, withIds = false): string[] {
  const names = [...places].map(([identity, { item, segment }]) => {
    const name = member(item, "name");
    return { identity, name: typeof segment === "number" && typeof name === "string" ? name : identity };
  });
  return names.map(({ identity, name }) =>
    withIds || names.filter((other) => other.name === name).length > 1 ? `${name} (${identity})` : name,
  );
}
