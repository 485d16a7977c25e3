import { beginningOf, characters, isBlank } from "../../core/characters.ts";
import { count } from "./format.ts";

/** The longest name that a person can give. */
export const longestName = 200;
/** The longest text that is looked for: it stands in the address. */
export const longestSearch = 200;
/** The longest key. */
export const longestKey = 64;

/** A name with something after it: of the name there is as much as that leaves room for. */
export const withEnd = (name: string, end: string): string =>
  beginningOf(name, longestName - characters(end)) + end;

export const copyName = (name: string): string => withEnd(name, " copy");

/** What is said of a text that is longer than is taken; null where it fits. Nothing is cut: what was pasted stays to be mended. */
export function tooLong(text: string, most: number): string | null {
  const its = characters(text);
  return its <= most ? null : `At most ${count(most)} characters; this has ${count(its)}.`;
}

/** What a new name lacks, with what is said where there is none; null where it is one. */
export const nameMissing = (name: string, none: string): string | null =>
  isBlank(name) ? none : tooLong(name.trim(), longestName);
