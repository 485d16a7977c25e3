import { expect, it } from "vitest";
import { lineDiff } from "../../../../../src/core/codegen/folder/line-diff.ts";

const shown = (before: string | null, after: string | null) =>
  lineDiff(before, after).map((line) => (line === null ? "…" : line.sign + line.text));
const numbers = (to: number) => Array.from({ length: to }, (_, index) => `${index + 1}`);
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

it.each([
  ["nothing for the same", "a\nb\n", "a\nb\n", []],
  ["nothing for other line ends", "a\r\nb\r\n", "a\nb\n", []],
  [
    "a change with its neighbours",
    text(numbers(9)),
    text(numbers(9).with(4, "five")),
    [" 3", " 4", "-5", "+five", " 6", " 7"],
  ],
  ["an added line", "a\nb\n", "a\nx\nb\n", [" a", "+x", " b"]],
  ["a new file", null, "a\nb\n", ["+a", "+b"]],
  ["a file that goes", "a\n", null, ["-a"]],
  [
    "two changes with a gap",
    text(numbers(12)),
    text(numbers(12).with(0, "one").with(11, "twelve")),
    ["-1", "+one", " 2", " 3", "…", " 10", " 11", "-12", "+twelve"],
  ],
])("gives %s", (_, before, after, want) => expect(shown(before, after)).toEqual(want));

it("gives up on the finest difference of huge texts, not on the texts", () => {
  const [before, after] = [numbers(3000), numbers(3000).map((line) => `${line}!`)];
  expect(shown(text(before), text(after))).toHaveLength(6000);
});
