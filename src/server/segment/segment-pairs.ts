import { beginningOf, characters } from "../../core/characters.ts";
import type { EventPair } from "../../core/event.ts";
import type { JsonObject } from "../../core/json-object.ts";
import { isScalar } from "./segment-message.ts";

const maxKey = 64;
const maxValue = 256;

/**
 * The first three scalars, in order, as pairs; values are text cut to 256 characters (CONTRACT.md, "Segment names"). A key that
 * no pair can hold (empty, or longer than 64) is left out. `first` comes before the properties and replaces those of the same
 * name.
 */
export function pairsOf(properties: JsonObject, first: JsonObject = {}): EventPair[] {
  const rest = Object.entries(properties).filter(([key]) => !Object.hasOwn(first, key));
  return [...Object.entries(first), ...rest]
    .filter(([key, value]) => key !== "" && characters(key) <= maxKey && isScalar(value))
    .slice(0, 3)
    .map(([key, value]) => ({ key, value: beginningOf(String(value), maxValue) }));
}
