import { expect, test } from "vitest";
import { beginningOf, characters, cutTo } from "../../../src/core/characters.ts";

test.each([
  ["as it is where it is short enough", "ab😀", 3, "ab😀"],
  ["cut at its length", "abc", 2, "ab"],
  ["cut between characters, of which some are two units", "a😀😀b😀", 3, "a😀😀"],
  ["with half a character, which counts as one", "\ud83da😀b", 3, "\ud83da😀"],
])("the beginning of a text is %s", (_how, text, length, beginning) => {
  expect([beginningOf(text, length), characters(beginning)]).toEqual([beginning, length]);
});

test("a text that is cut says that it goes on", () => {
  expect([cutTo("😀😀", 2), cutTo("😀😀b", 2)]).toEqual(["😀😀", "😀😀…"]);
});
