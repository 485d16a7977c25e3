import { isObject } from "../json-object.ts";
import type { CollectionContent, Difference } from "../publication.ts";
import { difference, type Path } from "./difference.ts";
import { hasMember, jsonEqual, member, memberNames } from "./json-equal.ts";
import { diffList, namedLists } from "./list-diff.ts";

/** In the order in which a person reads a Collection; what is not named here follows by its name. */
const reading = [
  ...["id", "key", "name", "type", "typeId", "typeIds", "options", "default", "properties"],
  ...["kind", "anyOf", "noneOf", "from", "until", "days", "hours", "timeZone"],
  ...["audience", "rollout", "schedule", "serve", "enabled", "data", "children"],
  ...["types", "experiences", "sections", "scenarios"],
];

/**
 * What publishing `after` over `before` changes; nothing where they are equal. `before` is null where nothing is published.
 *
 * Types, properties, Experiences and Sections stand by their keys, scenarios by their place in `after` (a removed one by
 * its place in `before`). What was added or removed is told whole, with null on the other side. Where a null could be
 * taken for "not there", the object around it is told whole. Never throws.
 */
export function diffContents(before: CollectionContent | null, after: CollectionContent): Difference[] {
  const nothing = { id: after.id, key: after.key, types: [], experiences: [], sections: [] };
  return diffObject(before ?? nothing, after, []);
}

/** The differences between two objects, member by member. `served`: what operators wrote for one property each. */
function diffObject(before: object, after: object, path: Path, served = false): Difference[] {
  const names = [...new Set([...memberNames(before), ...memberNames(after)])].sort(byReading);
  const changed = names.filter((name) => !jsonEqual(member(before, name), member(after, name)));
  if (changed.some((name) => isUnclear(before, after, name, served)))
    return [difference(path, before, after)];
  return changed.flatMap((name) => {
    const [was, is] = [member(before, name), member(after, name)];
    return served ? [difference([...path, name], was, is)] : diffMember(name, was, is, [...path, name]);
  });
}

function diffMember(name: string, before: unknown, after: unknown, path: Path): Difference[] {
  const list = namedLists[name];
  if (list !== undefined && Array.isArray(before) && Array.isArray(after))
    return diffList({ list, before, after, path, diffItem: diffObject });
  if (name !== "default" && isObject(before) && isObject(after))
    return diffObject(before, after, path, name === "data");
  return [difference(path, before, after)];
}

/** Null against absent would say nothing. Null against a value says "none", but where a null is a value to be served. */
function isUnclear(before: object, after: object, name: string, served: boolean): boolean {
  if (member(before, name) !== null && member(after, name) !== null) return false;
  return served || name === "default" || !(hasMember(before, name) && hasMember(after, name));
}

const rankOf = (name: string): number => {
  const at = reading.indexOf(name);
  return at === -1 ? reading.length : at;
};
const byReading = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
