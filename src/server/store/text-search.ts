/** How texts are compared: ASCII capitals count as small letters, all else as itself. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (found) => found.toLowerCase());

/** The spellings that a text is looked for in: beyond ASCII, as it was typed, all small and all capital. */
export function spellings(q: string): string[] {
  if (/^[\0-\x7f]*$/.test(q)) return [q];
  return [...new Set([q, q.toLowerCase(), q.toUpperCase()])];
}
