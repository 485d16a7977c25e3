import { z } from "zod";

/** How many characters a text has, as every schema counts them: one that UTF-16 writes as two units is one. */
export const characters = (text: string): number => z.core.util.codePointLength(text);

/** Whether nothing of a text is seen, as of spaces, and of marks that only join or turn what stands beside them. */
export const isBlank = (text: string): boolean =>
  !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(text);

/** A text without halves of surrogate pairs, which are no characters: U+FFFD stands in their place. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

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
