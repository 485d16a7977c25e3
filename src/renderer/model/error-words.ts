import { errorsIn, type FieldError, readPointer } from "../../core/problem.ts";

/** What an error is about, as far as its words need it. */
interface Edited {
  readonly scenarios?: readonly { readonly name: string }[];
  readonly properties?: readonly { readonly key: string }[];
}

/** An error as a sentence of its own, away from its field: "seats must be a number". */
export function errorWords({ path, detail }: FieldError, edited: Edited): string {
  const [top = "", place = "", ...below] = readPointer(path);
  if (top === "properties") return `${propertyOf(edited.properties?.[Number(place)]?.key, below)} ${detail}`;
  if (top !== "scenarios") return top === "" ? detail : `the ${top} ${detail}`;
  const [member = "", inner = "", key, part] = below;
  if (member === "serve" && inner === "data" && key !== undefined)
    return `${part === undefined ? key : `${partWords(part)} of ${key}`} ${detail}`;
  if (member === "schedule") return scheduleError(detail);
  const name = edited.scenarios?.[Number(place)]?.name;
  return `the ${member || "scenario"}${name === undefined ? "" : ` of ${name}`} ${detail}`;
}

/** A member of a value, or an entry of a list. */
const partWords = (part: string): string =>
  /^\d+$/.test(part) ? `entry ${Number(part) + 1}` : `the ${part}`;

function propertyOf(key = "a property", [member]: readonly string[]): string {
  return member === undefined ? key : `the ${member} of ${key}`;
}

/** What is wrong with a schedule, by the words of its sentence. */
export const scheduleError = (detail: string): string =>
  detail === "must be after from" ? "“until” must be after “from”" : `the schedule ${detail}`;

/** What speaks against the value at a place or in it; null where nothing does. */
export const errorAt = (errors: readonly FieldError[], path: readonly PropertyKey[]): string | null =>
  errorsIn(errors, path)[0]?.detail ?? null;
