import { expect, it } from "vitest";
import { nameMissing, tooLong } from "../../../../src/renderer/text/too-long.ts";

it.each([
  ["what fits", { given: "x".repeat(200), want: null }],
  ["one character more", { given: "x".repeat(201), want: "At most 200 characters; this has 201." }],
  ["as many letters, each of two units in UTF-16", { given: "🎭".repeat(200), want: null }],
  ["one of them more", { given: "🎭".repeat(201), want: "At most 200 characters; this has 201." }],
  [
    "a page that was pasted",
    { given: "x".repeat(100_000), want: "At most 200 characters; this has 100,000." },
  ],
])("says of %s how long it may be", (_, { given, want }) => {
  expect(tooLong(given, 200)).toBe(want);
});

it.each([
  ["none", { given: "  ", want: "A name." }],
  ["nothing that is seen", { given: "\u200b\u00ad", want: "A name." }],
  ["one, with spaces around it", { given: `  ${"x".repeat(200)}  `, want: null }],
  ["one that is too long", { given: "x".repeat(201), want: "At most 200 characters; this has 201." }],
])("says of a name that is %s what it lacks", (_, { given, want }) => {
  expect(nameMissing(given, "A name.")).toBe(want);
});
