import { isObject, type JsonObject } from "../../core/json-object.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";

/** Two edits of one value put together. */
interface Merge<T> {
  /** Everything that either changed; where both changed the same, mine. */
  readonly value: T;
  /** Whether both changed the same, to different things. */
  readonly conflict: boolean;
}

/**
 * What two people made of the same JSON value: `base` is what both had before them. Objects are put together member by
 * member, lists of things with ids thing by thing; any other list counts as one value.
 */
export function mergeEdits<T>(base: T, mine: T, theirs: T): Merge<T> {
  const merge = mergeWhole(base, mine, theirs);
  if (!merge.conflict) return merge;
  if (isObject(mine) && isObject(theirs))
    return mergeMembers(isObject(base) ? base : {}, mine, theirs) as Merge<T>;
  if (isListed(base) && isListed(mine) && isListed(theirs)) return mergeLists(base, mine, theirs) as Merge<T>;
  return merge;
}

function mergeWhole<T>(base: T, mine: T, theirs: T): Merge<T> {
  if (jsonEqual(mine, theirs) || jsonEqual(base, theirs)) return { value: mine, conflict: false };
  return jsonEqual(base, mine) ? { value: theirs, conflict: false } : { value: mine, conflict: true };
}

/**
 * The same of an edit that names some members of an object: `theirs` is all of it, `base` what they were before. Those of
 * `whole` are one value each.
 */
export function mergeEdited<T extends object>(
  base: Partial<T>,
  mine: Partial<T>,
  theirs: T,
  whole: readonly (keyof T)[] = [],
): { readonly edit: Partial<T>; readonly conflict: boolean } {
  const names = Object.keys(mine) as (keyof T)[];
  const merged = names.map((name) => {
    const merge = whole.includes(name) ? mergeWhole : mergeEdits;
    return [name, merge(base[name], mine[name], theirs[name])] as const;
  });
  return {
    edit: Object.fromEntries(merged.map(([name, { value }]) => [name, value])) as Partial<T>,
    conflict: merged.some(([, { conflict }]) => conflict),
  };
}

/** The members of a value that an edit names. */
export const membersOf = <T extends object>(value: T, edit: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(edit).map((name) => [name, value[name as keyof T]])) as Partial<T>;

/** The members of an edit that pass. */
export const withOnly = <T extends object>(
  edit: Partial<T>,
  passes: (name: keyof T) => boolean,
): Partial<T> =>
  Object.fromEntries(Object.entries(edit).filter(([name]) => passes(name as keyof T))) as Partial<T>;

interface Identified extends JsonObject {
  readonly id: string;
}

export const isListed = (value: unknown): value is readonly Identified[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.id === "string");

function mergeMembers(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merge<JsonObject> {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = names.map((name) => [name, mergeEdits(base[name], mine[name], theirs[name])] as const);
  return {
    value: Object.fromEntries(
      merged.filter(([, { value }]) => value !== undefined).map(([name, { value }]) => [name, value]),
    ),
    conflict: merged.some(([, { conflict }]) => conflict),
  };
}

function mergeLists(
  base: readonly Identified[],
  mine: readonly Identified[],
  theirs: readonly Identified[],
): Merge<readonly Identified[]> {
  const order = mergeOrder(idsOf(base), idsOf(mine), idsOf(theirs));
  const [was, here, there] = [base, mine, theirs].map((list) => new Map(list.map((one) => [one.id, one])));
  const merged = order.value.map((id) => mergeEdits(was?.get(id), here?.get(id), there?.get(id)));
  return {
    value: merged.flatMap(({ value }) => value ?? []),
    conflict: order.conflict || merged.some(({ conflict }) => conflict),
  };
}

type Ids = readonly string[];

/**
 * All ids of both, in the order of the one that moved any; what only the other one has follows the same neighbour as there. Both
 * moved, and differently: a conflict.
 */
function mergeOrder(base: Ids, mine: Ids, theirs: Ids): Merge<Ids> {
  const stays = (id: string) => base.includes(id) && mine.includes(id) && theirs.includes(id);
  const there = theirs.filter(stays);
  const { value, conflict } = mergeWhole(base.filter(stays), mine.filter(stays), there);
  const [first, second] = jsonEqual(value, there) ? [theirs, mine] : [mine, theirs];
  const order = [...first];
  for (const [at, id] of second.entries())
    if (!order.includes(id)) {
      const before = second.slice(0, at).findLast((one) => order.includes(one));
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
    }
  return { value: order, conflict };
}

const idsOf = (list: readonly Identified[]): Ids => list.map(({ id }) => id);
