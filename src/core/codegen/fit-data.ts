import { fitsProperty, type Property } from "../experience-type.ts";
import type { Json } from "./model.ts";
import { sortedBy } from "./sorted.ts";

/**
 * Data that fits the properties: the given values that do, the default where one does not or is missing, and nothing
 * that the properties do not have. In the order of the keys.
 */
export function fitData(
  data: Readonly<Record<string, Json>>,
  properties: readonly Property[],
): Readonly<Record<string, Json>> {
  const entries = sortedBy(properties, (property) => property.key).flatMap((property) => {
    const value = valueFor(property, data);
    return value === undefined ? [] : [[property.key, value] as const];
  });
  return Object.fromEntries(entries);
}

function valueFor(property: Property, data: Readonly<Record<string, Json>>): Json | undefined {
  const given = Object.hasOwn(data, property.key) ? data[property.key] : undefined;
  const fits = given !== undefined && fitsProperty(property, given);
  return fits ? given : property.default;
}
