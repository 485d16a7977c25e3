import { expect, it } from "vitest";
import { type PropertyType, propertyValueError } from "../../../src/core/experience-type.ts";

it.each<[PropertyType, unknown, string | null]>([
  ["string", "x".repeat(8192), null],
  ["string", "x".repeat(8193), "must have at most 8192 characters"],
  ["text", "x".repeat(65_537), "must have at most 65536 characters"],
  ["string", 1, "must be a string"],
  ["number", "1", "must be a number"],
  ["boolean", "yes", "must be true or false"],
  ["list", Array.from({ length: 1001 }, () => 1), "must have at most 1000 items"],
])("says of a %s in a sentence what is wrong with it", (type, value, want) => {
  expect(propertyValueError({ type }, value)).toBe(want);
});
