import { expect, it } from "vitest";
import { type PropertyType, propertyValueFaults } from "../../../src/core/experience-type.ts";

const wordsOf = (type: PropertyType, value: unknown) =>
  propertyValueFaults({ type }, value)[0]?.detail ?? null;
const noEntry = "must be a string of at most 8192 characters, a number, or true or false";

it.each<[PropertyType, unknown, string | null]>([
  ["string", "x".repeat(8192), null],
  ["string", "x".repeat(8193), "must have at most 8192 characters"],
  ["text", "x".repeat(65_537), "must have at most 65536 characters"],
  ["string", 1, "must be a string"],
  ["number", "1", "must be a number"],
  ["boolean", "yes", "must be true or false"],
  ["list", Array.from({ length: 1001 }, () => 1), "must have at most 1000 items"],
])("says of a %s in a sentence what is wrong with it", (type, value, want) => {
  expect(wordsOf(type, value)).toBe(want);
});

it.each<[PropertyType, unknown, readonly [path: readonly PropertyKey[], detail: string][]]>([
  ["color", { value: "#fff000" }, [[["opacity"], "is missing"]]],
  [
    "color",
    { value: "red", opacity: 2, alpha: 1 },
    [
      [["value"], "must be a colour such as #c81e4a"],
      [["opacity"], "must be at most 1"],
      [["alpha"], "is not known here; remove it"],
    ],
  ],
  ["color", "#fff000", [[[], "must be an object"]]],
  ["list", ["a", {}, null], [1, 2].map((place) => [[place], noEntry])],
  ["select", "c", [[[], "must be one of: a, b"]]],
])("says of a %s each thing that is wrong in it, and where", (type, value, want) => {
  const faults = propertyValueFaults({ type, options: ["a", "b"] }, value);
  expect(faults.map(({ path, detail }) => [path, detail])).toEqual(want);
});

const noAddress = "must be an absolute URL or a path that starts with /";
it.each([
  ["https://example.com/a", null],
  ["/a/b?c#d", null],
  ["mailto:ida@example.com", null],
  ["myapp://home", null],
  ["data:image/png;base64,iVBORw0KGgo=", null],
  ["javascript:alert(1)", noAddress],
  ["JavaScript://%0aalert(1)", noAddress],
  ["vbscript:msgbox", noAddress],
  ["data:text/html,<script>", noAddress],
  ["data:%74ext/html,<script>", noAddress],
  ["data:application/xhtml+xml,<x>", noAddress],
  ["data:image/svg+xml,<svg onload=x>", noAddress],
  ["blob:https://example.com/1", noAddress],
  ["file:///etc/passwd", noAddress],
  ["about:blank", noAddress],
])("takes an address only of a kind that runs nothing: %s", (value, want) => {
  for (const type of ["url", "image"] as const) expect(wordsOf(type, value)).toBe(want);
});
