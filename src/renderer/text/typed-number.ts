/** A number as it was read; undefined for an empty text. Or why it is none, with what to type. */
type ReadNumber = { readonly value: number | undefined } | { readonly problem: string };

export const notANumber = "is not a number: type one such as 12.5";

/**
 * What is seen of a text that stands for a value: pasted ones bring marks that nobody sees (of direction, of width zero), and
 * other dashes for a hyphen.
 */
export const seenOf = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2010-\u2013\u2212]/g, "-")
    .trim();

/**
 * Reads a number as it is typed anywhere in the console, with a decimal point or comma. What could mean another number than
 * the one that would be kept is refused: a comma as in 12,000, several separators, more digits than a number has.
 */
export function readNumber(text: string): ReadNumber {
  const typed = seenOf(text);
  if (typed === "") return { value: undefined };
  if (!decimal.test(typed)) return { problem: groupsOfDigits.test(typed) ? separated : notANumber };
  if (unclearComma.test(typed)) return { problem: `has an unclear comma: type ${meant(typed)}` };
  const plain = typed.replace(",", ".");
  const number = Number(plain);
  if (!Number.isFinite(number)) return { problem: "is too large" };
  if (significant(plain) !== significant(String(number)))
    return { problem: `has more digits than can be kept: type ${number}` };
  return { value: number };
}

/** Reads a whole number within limits, which empty is not. */
export function readWhole(
  text: string,
  least: number,
  most: number,
): { readonly value: number } | { readonly problem: string } {
  const read = readNumber(text);
  if ("problem" in read) return read;
  const { value = Number.NaN } = read;
  if (Number.isInteger(value) && value >= least && value <= most) return { value };
  return { problem: `must be a whole number, ${least} to ${most}` };
}

/** A text that becomes a number: 0 where it is none. */
export function numberOr0(text: string): number {
  const read = readNumber(text);
  return "value" in read ? (read.value ?? 0) : 0;
}

// Each part can match in one way only, so that no text makes it try many.
const decimal = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;
/** Three digits after a separator among them: 4.12.2026 is none. */
const groupsOfDigits = /^[-+]?(?=.*[\s.,'’_]\d{3}(?!\d))\d[\d\s.,'’_]*$/;
const separated = "has separators: type it without them, such as 1234.5";
const unclearComma = /,\d{3}(?!\d)/;

/** What a text with an unclear comma may mean: "12000 or 12.000"; nothing stands for thousands after a 0. */
function meant(typed: string): string {
  const fraction = typed.replace(",", ".");
  return /^[-+]?[1-9]/.test(typed) ? `${typed.replace(",", "")} or ${fraction}` : fraction;
}

/** Its digits without zeros that say nothing, and the place of the last one: "12e2" for "1200", "+1.20e3" and "01200.0". */
function significant(plain: string): string {
  const [mantissa = "", exponent = "0"] = plain.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[-+]/, "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
