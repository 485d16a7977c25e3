import { expect, test } from "vitest";
import { identifying } from "../../../src/core/primitives.ts";

test.each<[string, boolean]>([
  ["a", true],
  ["ana ribeiro@example.com", true],
  ["購入🎉", true],
  ["a\tb\n", true],
  ["a".repeat(200), true],
  ["a".repeat(201), false],
  ["", false],
  ["a\u0000b", false],
  ["\ud83c", false],
  ["\udf89a", false],
])("%j identifies: %s", (text, want) => {
  expect(identifying(200).safeParse(text).success).toBe(want);
});
