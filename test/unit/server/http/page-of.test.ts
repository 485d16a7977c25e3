import { expect, test } from "vitest";
import { cursorNumber, cursorOf, pageOf } from "../../../../src/server/http/page-of.ts";

const page = (items: readonly string[], cursor?: string) =>
  pageOf(items, (item) => item, { limit: 2, cursor });

test("a list is read page by page to its end", () => {
  const first = page(["a", "b", "c"]);
  expect(first.data).toEqual(["a", "b"]);
  expect(page(["a", "b", "c"], first.next ?? "")).toEqual({ data: ["c"], next: null });
});

test.each([
  ["is deleted", ["a", "c", "d"], ["c", "d"]],
  ["is deleted with its whole page", ["c", "d", "e"], ["c", "d"]],
  ["is deleted, and so is the one after it", ["a", "d"], ["d"]],
  ["is deleted, and something came before it", ["0", "a", "c"], ["c"]],
  ["moves, because something came before it", ["0", "a", "b", "c"], ["c"]],
  ["is deleted with all the rest", [], []],
])("no item comes twice, and none is left out, where the cursor's item %s", (_name, after, given) => {
  const { next } = page(["a", "b", "c", "d", "e"]);
  expect(page(after, next ?? "").data).toEqual(given);
});

test.each([cursorOf("a"), cursorOf("gone", "too", "-1"), cursorOf("gone", "too", "x"), "?", "bnVsbA"])(
  "%s is no cursor of a list",
  (cursor) => {
    expect(() => page(["a"], cursor)).toThrow(/not from this list/);
  },
);

test("a cursor's number is a whole one", () => {
  expect(cursorNumber(undefined, 7)).toBe(7);
  expect(cursorNumber("12", 7)).toBe(12);
  expect(() => cursorNumber("NaN", 7)).toThrow(/not from this list/);
});
