import type { MetadataFilter } from "../rule.ts";

/** A stand-in until the engine's own is here: equals, in, contains and exists. */
export function eventMatcher(
  where: readonly MetadataFilter[],
): (pairs: readonly (readonly [string, string])[]) => boolean {
  return (pairs) =>
    where.every(({ key, op, value }) => {
      const values = pairs.filter(([name]) => name === key).map(([, text]) => text);
      if (op === "exists") return values.length > 0 === value;
      if (op === "contains") return values.some((text) => text.includes(String(value)));
      if (op === "notEquals") return !values.includes(String(value));
      const wanted = typeof value === "object" ? value.map(String) : [String(value)];
      return values.some((text) => wanted.includes(text));
    });
}
