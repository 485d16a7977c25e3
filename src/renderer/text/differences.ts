/** One place in which two values differ; undefined where there is nothing on that side. */
export interface Difference {
  /** Members and places from the top, e.g. `["scenarios", 0, "rollout"]`. */
  readonly path: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where two JSON values differ, leaf by leaf; a list that got longer or shorter differs at its end. */
export function differences(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i);
    return places.flatMap((i) => differences(before[i], after[i], [...path, i]));
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], [...path, name]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

const longest = 80;

/** A value in a few words, as a list of differences shows it. */
export function inBrief(value: unknown): string {
  if (value === undefined || value === null || value === "") return value === "" ? "empty" : "not there";
  if (typeof value === "boolean") return value ? "On" : "Off";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
