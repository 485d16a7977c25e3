/** What SQLite's LIKE does: ASCII capitals count as small letters, all else as itself. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (found) => found.toLowerCase());

/** The spellings that a text is looked for in: beyond ASCII, as it was typed, all small and all capital. */
export function spellings(q: string): string[] {
  if (/^[\0-\x7f]*$/.test(q)) return [q];
  return [...new Set([q, q.toLowerCase(), q.toUpperCase()])];
}

/** A text as it stands inside the pairs' JSON, without the quotes around it. */
export const inPairs = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A LIKE pattern, with `\` as its escape, that finds the text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
