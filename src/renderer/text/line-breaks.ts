const breaks = /\r\n?|\n/;

/** Whether a text has more than one line: a line of input would take the breaks out of it. */
export const hasLines = (text: string): boolean => breaks.test(text);

/**
 * What was typed into a text area, with the line ends that the text had before where nothing was typed: a text area knows line feeds
 * alone, and gives back no other.
 */
export function withItsBreaks(before: string, typed: string): string {
  if (!before.includes("\r")) return typed;
  // One piece for each character that the text area has: it counts CR LF as one.
  const pieces = before.match(/\r\n|[\s\S]/g) ?? [];
  const isSame = (piece: string | undefined, char: string | undefined) =>
    piece !== undefined && char !== undefined && (breaks.test(piece) ? char === "\n" : piece === char);
  let head = 0;
  while (isSame(pieces[head], typed[head])) head += 1;
  const most = Math.min(pieces.length, typed.length) - head;
  let tail = 0;
  while (tail < most && isSame(pieces.at(-1 - tail), typed.at(-1 - tail))) tail += 1;
  const end = pieces.slice(pieces.length - tail).join("");
  return pieces.slice(0, head).join("") + typed.slice(head, typed.length - tail) + end;
}
