import Range from "semver/classes/range.js";
import SemVer from "semver/classes/semver.js";

/** Longer ranges, in characters, are refused: reading one costs more than its length. */
export const longestRange = 256;

/** Longer texts are no versions: comparing them costs with each of their parts. */
const longestVersion = 64;

/** An npm version range, or null where the text is none. */
export function parseRange(text: string): Range | null {
  if (text.length > longestRange) return null;
  try {
    return new Range(text);
  } catch {
    return null;
  }
}

export const isSemverRange = (text: string): boolean => parseRange(text) !== null;

/** Whether a version is in the range, by npm's rules; what is no version is not. */
export function inRange(range: Range, version: string): boolean {
  if (version.length > longestVersion) return false;
  try {
    return range.test(new SemVer(version));
  } catch {
    return false;
  }
}
