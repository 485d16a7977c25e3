import { z } from "zod";

/** How many characters a text has, as every schema counts them: one that UTF-16 writes as two units is one. */
export const characters = (text: string): number => z.core.util.codePointLength(text);

/** At most `length` characters of a text. */
export const beginningOf = (text: string, length: number): string =>
  text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("");

/** The same, and that it goes on. */
export function cutTo(text: string, length: number): string {
  const beginning = beginningOf(text, length);
  return beginning === text ? text : `${beginning}…`;
}
