import { describe, expect, test } from "vitest";
import { holdsFor, namesVersion, preconditionOf } from "../../../src/core/precondition.ts";

describe("a precondition", () => {
  const cases: [string, Record<string, string>, string | null, boolean][] = [
    ["nothing asked", {}, '"a"', true],
    ["nothing asked, nothing there", {}, null, true],
    ["its version", { "if-match": '"a"' }, '"a"', true],
    ["one of several", { "if-match": '"b", "a"' }, '"a"', true],
    ["one with a comma in it", { "if-match": '"b,c"' }, '"b,c"', true],
    ["another version", { "if-match": '"b"' }, '"a"', false],
    ["its version, weakened on the way", { "if-match": 'W/"a"' }, '"a"', true],
    ["its version, with the coding that it had on the way", { "if-match": '"b", "a-gzip"' }, '"a"', true],
    ["another version, weakened on the way", { "if-match": 'W/"b"' }, '"a"', false],
    ["a version, but nothing is there", { "if-match": '"a"' }, null, false],
    ["any version", { "if-match": "*" }, '"a"', true],
    ["any version, but nothing is there", { "if-match": " * " }, null, false],
    ["what is no tag", { "if-match": "a" }, '"a"', false],
    ["nothing is to be there, and nothing is", { "if-none-match": "*" }, null, true],
    ["nothing is to be there, but something is", { "if-none-match": "*" }, '"a"', false],
    ["not this version", { "if-none-match": 'W/"a"' }, '"a"', false],
    ["not this version in a coding", { "if-none-match": '"a-br"' }, '"a"', false],
    ["not that version", { "if-none-match": '"b"' }, '"a"', true],
    ["both", { "if-match": '"a"', "if-none-match": '"a"' }, '"a"', false],
  ];
  test.each(cases)("%s", (_name, headers, etag, expected) => {
    expect(holdsFor(preconditionOf(headers), etag)).toBe(expected);
  });
});

test("a reader's version is named by a tag of it, a weak one too, or by any", () => {
  const named = [undefined, '"a"', 'W/"a"', '"a-gzip"', '"b", "a"', "*", '"b"', "a"].map((header) =>
    namesVersion(header, '"a"'),
  );
  expect(named).toEqual([false, true, true, true, true, true, false, false]);
});
