import { expect, test } from "vitest";
import { cutTogether } from "../../../../src/renderer/text/cut-together.ts";

const long = "x".repeat(100);
test.each([
  ["short ones stay", "one", "two", ["one", "two"]],
  [
    "cut at the end where they part at once",
    `a${long}`,
    `b${long}`,
    [`a${"x".repeat(39)}…`, `b${"x".repeat(39)}…`],
  ],
  [
    "cut at the beginning where they part late",
    `${long} one`,
    `${long} two`,
    [`…${"x".repeat(15)} one`, `…${"x".repeat(15)} two`],
  ],
  [
    "one that goes on where the other one ends",
    long,
    `${long}y`,
    [`…${"x".repeat(16)}`, `…${"x".repeat(16)}y`],
  ],
  ["nothing beside it", "none", long, ["none", `${"x".repeat(40)}…`]],
  [
    "no half of a letter",
    `${"😀".repeat(30)}a`,
    `${"😀".repeat(30)}b`,
    [`…${"😀".repeat(8)}a`, `…${"😀".repeat(8)}b`],
  ],
])("%s", (_name, a, b, expected) => {
  expect(cutTogether(a, b, 40)).toEqual(expected);
});

test("two different texts are never shown as the same", () => {
  for (const length of [0, 1, 20, 39, 40, 41, 60, 500])
    for (const rest of ["", "z", "z".repeat(60)]) {
      const [a, b] = cutTogether(`${"m".repeat(length)}a${rest}`, `${"m".repeat(length)}b${rest}`, 40);
      expect(a).not.toBe(b);
    }
});
