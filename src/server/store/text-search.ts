/** How texts are compared: ASCII capitals count as small letters, all else as itself. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (found) => found.toLowerCase());

/** The spellings that a text is looked for in: beyond ASCII, as it was typed, all small, all capital, and with a capital for the first word and for each. */
export function spellings(q: string): string[] {
  if (/^[\0-\x7f]*$/.test(q)) return [q];
  const small = q.toLowerCase();
  const upper = (letter: string) => letter.toUpperCase();
  const first = small.replace(/\p{L}/u, upper);
  const each = small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, upper);
  return [...new Set([q, small, q.toUpperCase(), first, each])];
}

/** A text as it stands inside JSON, without the quotes around it. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What is looked for in JSON, folded as texts are compared. */
export interface Sought {
  readonly text: string;
  /** As it stands inside JSON. */
  readonly json: string;
  /** The same without escapes, as `sqlWithoutEscapes` has JSON. */
  readonly plain: string;
  /** Whether JSON's own marks could be taken for it. */
  readonly hasMark: boolean;
}

/** A text to look for in JSON, in each of its spellings. */
export const soughtIn = (q: string): Sought[] =>
  spellings(q)
    .map(foldCase)
    .map((text) => {
      const json = inJson(text);
      return { text, json, plain: withoutEscapes(json), hasMark: hasJsonMark(text) };
    });

/** Whether JSON has something of the text outside of its own texts, other than numbers and truth values. */
const hasJsonMark = (text: string): boolean => /[,:[\]{}]/.test(text);

/** Each as one character that JSON never holds as itself: then no text is found from the middle of an escape on. */
const escapes = ["\\\\", '\\"', "\\n", "\\r", "\\t", "\\b", "\\f", "\\u"];
const withoutEscapes = (json: string): string =>
  escapes.reduce((text, found, index) => text.replaceAll(found, String.fromCharCode(index + 1)), json);

/** The same in SQL. `char`: the function that gives the character of a number. */
export const sqlWithoutEscapes = (column: string, char: "char" | "chr"): string =>
  escapes.reduce((sql, found, index) => `replace(${sql}, '${found}', ${char}(${index + 1}))`, column);
