import { eventNamePattern } from "../../core/event.ts";
import { latinLetters } from "../../core/primitives.ts";

const maxPart = 64;

/** A letter that ASCII lacks; other scripts become code points, so that different names stay different. */
const asciiLetter = (letter: string): string =>
  latinLetters[letter] ?? `u${(letter.codePointAt(0) ?? 0).toString(16)}`;

/** Runs of letters and digits, lower-cased, in ASCII. Apostrophes are dropped: "User's" is one word. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .normalize("NFC")
    .toLowerCase();
  const runs = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return runs.map((run) => run.replace(/[^a-z0-9]/gu, asciiLetter));
}

const part = (text: string): string => text.slice(0, maxPart).replace(/-+$/, "");

/**
 * A Segment event name as ours (CONTRACT.md, "Segment names"): exactly two valid parts around one `/` stay; else words
 * are lower-cased and the last is the action, "Product List Viewed" is `product-list/viewed`, "Clicked" `track/clicked`.
 *
 * @returns null where the name has neither a letter nor a digit
 */
export function segmentName(name: string): string | null {
  if (eventNamePattern.test(name)) return name;
  const words = wordsOf(name);
  const action = words.at(-1);
  if (action === undefined) return null;
  const group = words.length === 1 ? "track" : part(words.slice(0, -1).join("-"));
  return `${group}/${part(action)}`;
}
