import { expect, test } from "vitest";
import type { Seen } from "../../../../src/core/seen.ts";
import { conditionSuggestions } from "../../../../src/renderer/tribes/builder/suggestions.ts";

const seen = {
  events: [{ name: "movie/watched", count: 2 }],
  fields: [{ key: "plan" }],
  labels: ["gold"],
} as unknown as Seen;
const typed = (text: string) =>
  conditionSuggestions(seen, [], text).flatMap(({ label, hint }) =>
    String(hint).includes("as typed") ? [String(hint)] : [label],
  );

test.each([
  ["plan", ["plan", "label, as typed", "An event…"]],
  ["tier", ["field, as typed", "label, as typed", "An event…"]],
  ["gold", ["gold", "field, as typed", "An event…"]],
  ["🎭".repeat(64), ["field, as typed", "label, as typed", "An event…"]],
  ["🎭".repeat(65), ["field, as typed", "An event…"]],
  ["🎭".repeat(129), ["An event…"]],
  ["movie/watched", ["movie/watched", "field, as typed", "label, as typed", "An event…"]],
  ["movie/liked", ["event, as typed", "field, as typed", "label, as typed", "An event…"]],
])("“%s” can be what was seen, and else what may be meant", (text, wanted) => {
  expect(typed(text)).toEqual(wanted);
});
