// Each part can match in one way only, so that no text, however long, makes it try many.
const decimal = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** A number, or a text that is one in decimal digits (`34`, ` -2.5e3 `); null for all else, infinity among it. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === "number") return finite(value);
  return typeof value === "string" && decimal.test(value) ? finite(Number(value)) : null;
}

const finite = (number: number): number | null => (Number.isFinite(number) ? number : null);
