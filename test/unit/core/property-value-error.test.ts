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
  for (const type of ["url", "image"] as const) expect(propertyValueError({ type }, value)).toBe(want);
});
