/** Databases know the capitals from A to Z by themselves, and no others. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (found) => found.toLowerCase());

/** The characters of a text, letters as sets of those that count as them; GLOB and regular expressions write these alike. */
const inAnyCase = (text: string, quoted: (character: string) => string): string =>
  Array.from(text, (one) => {
    // A letter beyond ASCII may have one of ASCII for its capital: ı, I. Those are two, or not every text could be left out that is ASCII.
    const forms = [...new Set([one, one.toLowerCase(), one.toUpperCase()])].filter(
      (form) => isOneCharacter(form) && isAscii(form) === isAscii(one),
    );
    return forms.length > 1 ? `[${forms.join("")}]` : quoted(one);
  }).join("");

const isOneCharacter = (text: string): boolean => Array.from(text).length === 1;

/** For PostgreSQL's `~` and for RegExp. */
export const regexOf = (text: string): string =>
  inAnyCase(text, (one) => one.replace(/[.*+?^${}()|[\]\\]/, "\\$&"));

/** For SQLite. */
export const globOf = (text: string): string => `*${inAnyCase(text, (one) => one.replace(/[*?[]/, "[$&]"))}*`;

/** GLOB reads slowly: only what has something beyond ASCII. */
export const sqlGlob = (column: string): string =>
  `(octet_length(${column}) > length(${column}) AND ${column} GLOB ?)`;

/** Whether texts have another one in them, in capitals or not: as every store finds it. */
export function finder(q: string): (text: string) => boolean {
  if (!isAscii(q)) {
    const pattern = new RegExp(regexOf(q), "u");
    return (text) => pattern.test(text);
  }
  const sought = foldCase(q);
  return (text) => foldCase(text).includes(sought);
}

/** A text as it stands inside JSON, without the quotes around it. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What is looked for in JSON. */
export interface Sought {
  readonly text: string;
  /** As it stands inside JSON. */
  readonly json: string;
  /** The same without escapes, as `sqlWithoutEscapes` has JSON. */
  readonly plain: string;
  /** Whether JSON's own marks could be taken for it. */
  readonly hasMark: boolean;
}

export function soughtIn(text: string): Sought {
  const json = inJson(text);
  return { text, json, plain: withoutEscapes(json), hasMark: hasJsonMark(text) };
}

/** Whether JSON has something of the text outside of its own texts, other than numbers and truth values. */
const hasJsonMark = (text: string): boolean => /[,:[\]{}]/.test(text);

/** Each as one character that JSON never holds as itself: then no text is found from the middle of an escape on. */
const escapes = ["\\\\", '\\"', "\\n", "\\r", "\\t", "\\b", "\\f", "\\u"];
const withoutEscapes = (json: string): string =>
  escapes.reduce((text, found, index) => text.replaceAll(found, String.fromCharCode(index + 1)), json);

/**
 * The same in SQL. `char`: the function that gives the character of a number. No backslash is written as itself: under PostgreSQL's
 * `standard_conforming_strings = off` it would be an escape.
 */
export const sqlWithoutEscapes = (column: string, char: "char" | "chr"): string =>
  escapes.reduce((sql, [, found = ""], index) => {
    const second = found === "\\" ? `${char}(92)` : `'${found}'`;
    return `replace(${sql}, ${char}(92) || ${second}, ${char}(${index + 1}))`;
  }, column);
