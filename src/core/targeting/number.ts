/** Longer texts are no numbers: none that means anything has as many digits. */
const longest = 40;
// Each part can match in one way only, so that no text makes it try many.
const decimal = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** A number, or a text that is one in decimal digits (`34`, ` -2.5e3 `); null for all else, infinity among it. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > longest) return null;
  const number = Number(value);
  return Number.isFinite(number) && decimal.test(value) ? number : null;
}
