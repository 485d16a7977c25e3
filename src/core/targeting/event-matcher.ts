import type { MetadataFilter } from "../rule.ts";
import { type Actual, compileComparison, metadataReading } from "./operators.ts";

/** An event's metadata: keys and their values, in order. A key may stand in two of them. */
export type Pairs = readonly (readonly [key: string, value: string])[];

/** Whether all filters hold on one event, by its metadata. Compile once, ask for each event; it never throws. */
export function eventMatcher(where: readonly MetadataFilter[]): (pairs: Pairs) => boolean {
  const filters = where.map((filter) => ({
    key: filter.key,
    test: compileComparison(filter, "value", metadataReading),
  }));
  return (pairs) => filters.every(({ key, test }) => test({ fields: { value: valuesOf(pairs, key) } }));
}

/** The value of a key; a list where the key stands there more than once. */
function valuesOf(pairs: Pairs, wanted: string): Actual {
  const values = pairs.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length > 1 ? values : values[0];
}
