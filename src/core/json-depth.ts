import { limits } from "./limits.ts";

/**
 * How deep bodies and documents may nest. Serializing is recursive, so a deeper value could overflow a stack later on, and
 * what crosses threads has to fit into theirs.
 */
export const maxJsonDepth = limits.jsonDepth.value;

/** The same of a JSON text, before it is parsed: brackets by the million would take a parser gigabytes. Of what is no JSON, as far as it can be said. */
export function jsonTextDepthExceeds(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = jsonStringEnd(text, at, text.length);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

/** Where the string that begins at `from` ends; `stop` where it does not before. */
export function jsonStringEnd(text: string, from: number, stop: number): number {
  for (let at = from + 1; at < stop; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') return at;
  }
  return stop;
}

/** Whether lists and objects in it nest more than `max` deep; a scalar's depth is 0. Looks no deeper than `max` + 1. */
export function jsonDepthExceeds(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max <= 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => jsonDepthExceeds(member, max - 1));
}
