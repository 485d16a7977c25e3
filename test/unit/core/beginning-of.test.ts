import { expect, test } from "vitest";
import { beginningOf } from "../../../src/core/beginning-of.ts";

test.each([
  ["as it is where it is short enough", "ab😀", 4, "ab😀"],
  ["cut at its length", "abc", 2, "ab"],
  ["without half of a pair", "ab😀", 3, "ab"],
])("the beginning of a text is %s", (_how, text, length, beginning) => {
  expect(beginningOf(text, length)).toBe(beginning);
});
