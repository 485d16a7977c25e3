import { expect, it } from "vitest";
import { hasLines, withItsBreaks } from "../../../../src/renderer/text/line-breaks.ts";

it.each([
  ["", false],
  ["one line", false],
  ["two\nlines", true],
  ["two\r\nlines", true],
  ["two\rlines", true],
])("%j has lines: %s", (text, want) => {
  expect(hasLines(text)).toBe(want);
});

it.each([
  ["typed at the end", "a\r\nb", "a\nbc", "a\r\nbc"],
  ["typed in the middle", "a\r\nb\rc\nd", "a\nxb\nc\nd", "a\r\nxb\rc\nd"],
  ["a line more", "a\r\nb", "a\nx\nb", "a\r\nx\nb"],
  ["a line less", "a\r\nb\r\nc", "a\nc", "a\r\nc"],
  ["the break alone is gone", "a\r\nb", "ab", "ab"],
  ["all is gone", "a\r\nb", "", ""],
  ["nothing was typed", "\r\r\n\n", "\n\n\n", "\r\r\n\n"],
  ["line feeds alone", "a\nb", "a\nbc", "a\nbc"],
  ["a letter of two halves", "a\r\n😀", "a\n😀!", "a\r\n😀!"],
])("%s: %j typed to %j is %j", (_name, before, typed, want) => {
  expect(withItsBreaks(before, typed)).toBe(want);
});
