import { isObject } from "../../core/json-object.ts";

/** One place in which two values differ; undefined where there is nothing on that side. */
export interface Difference {
  /** Members and places from the top, e.g. `["scenarios", 0, "rollout"]`. */
  readonly path: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
}

const isIdentified = (list: readonly unknown[]): list is readonly { readonly id: string }[] =>
  list.length > 0 && list.every((one) => isObject(one) && typeof one.id === "string");

/**
 * Where two JSON values differ, leaf by leaf. Things with ids are compared with themselves, wherever they stand, at the
 * place that they have afterwards; any other list that got longer or shorter differs at its end.
 */
export function differences(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (isIdentified(before) && isIdentified(after)) return ofThings(before, after, path);
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i);
    return places.flatMap((i) => differences(before[i], after[i], [...path, i]));
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], [...path, name]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

function ofThings(
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
  path: readonly (string | number)[],
): Difference[] {
  const placeOf = (list: typeof before, id: string) => list.findIndex((one) => one.id === id);
  const gone = before.filter(({ id }) => placeOf(after, id) < 0);
  const kept = after.flatMap((one, place) =>
    differences(before[placeOf(before, one.id)], one, [...path, place]),
  );
  const order = (list: typeof before, other: typeof before) =>
    list.map(({ id }) => id).filter((id) => placeOf(other, id) >= 0);
  const moved = order(before, after).join() !== order(after, before).join();
  return [
    ...gone.map((one) => ({ path: [...path, named(one)], before: one, after: undefined })),
    ...kept,
    ...(moved
      ? [
          {
            path: [...path, "order"],
            before: before.map(named).join(", "),
            after: after.map(named).join(", "),
          },
        ]
      : []),
  ];
}

const named = (thing: { readonly id: string }): string =>
  "name" in thing && typeof thing.name === "string" ? thing.name : thing.id;

const silent = new Set(["serve", "data", "scenarios", "properties", "experiences"]);

/** A path in the names of what it leads through: `["scenarios", 1, "serve", "data", "title"]` is “Default”, title. */
export function spokenPath(root: unknown, path: readonly (string | number)[]): readonly string[] {
  const words: string[] = [];
  let here = root;
  for (const step of path) {
    here = (here as Readonly<Record<string | number, unknown>> | undefined)?.[step];
    if (typeof step === "string" && !silent.has(step)) words.push(step);
    if (typeof step === "number") words.push(nameOr(here, `${step + 1}`));
  }
  return words;
}

const nameOr = (thing: unknown, otherwise: string): string => {
  if (!isObject(thing)) return otherwise;
  const { name, key } = thing;
  return typeof name === "string" ? `“${name}”` : typeof key === "string" ? key : otherwise;
};

/** Both sides of a difference in words: “Fans” and not there, Play and not set. */
export function spokenSides({ before, after }: Difference): readonly [before: string, after: string] {
  return [
    isMissing(before, after) ? "not there" : spokenValue(before),
    isMissing(after, before) ? "not there" : spokenValue(after),
  ];
}

/** Whether one side is without a thing that the other one has. */
const isMissing = (side: unknown, other: unknown): boolean =>
  side === undefined && isObject(other) && "id" in other;

/** A value as a list of differences says it. */
function spokenValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return value === "" ? "empty" : "not set";
  if (typeof value === "boolean") return value ? "On" : "Off";
  return typeof value === "string" ? value : nameOr(value, JSON.stringify(value));
}
