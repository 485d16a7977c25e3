import { expect, test } from "vitest";
import { mergePatch } from "../../../src/core/merge-patch.ts";

/** RFC 7396, appendix A, and what JavaScript makes of names that every object inherits. */
const table: [given: { target: unknown; patch: unknown }, want: unknown][] = [
  [{ target: { a: "b" }, patch: { a: "c" } }, { a: "c" }],
  [
    { target: { a: "b" }, patch: { b: "c" } },
    { a: "b", b: "c" },
  ],
  [{ target: { a: "b" }, patch: { a: null } }, {}],
  [{ target: { a: "b", b: "c" }, patch: { a: null } }, { b: "c" }],
  [{ target: { a: ["b"] }, patch: { a: "c" } }, { a: "c" }],
  [{ target: { a: "c" }, patch: { a: ["b"] } }, { a: ["b"] }],
  [{ target: { a: { b: "c" } }, patch: { a: { b: "d", c: null } } }, { a: { b: "d" } }],
  [{ target: { a: [{ b: "c" }] }, patch: { a: [1] } }, { a: [1] }],
  [{ target: ["a", "b"], patch: ["c", "d"] }, ["c", "d"]],
  [{ target: { a: "b" }, patch: ["c"] }, ["c"]],
  [{ target: { a: "foo" }, patch: null }, null],
  [{ target: { a: "foo" }, patch: "bar" }, "bar"],
  [
    { target: { e: null }, patch: { a: 1 } },
    { e: null, a: 1 },
  ],
  [{ target: [1, 2], patch: { a: "b", c: null } }, { a: "b" }],
  [{ target: {}, patch: { a: { bb: { ccc: null } } } }, { a: { bb: {} } }],
  [{ target: {}, patch: { constructor: { a: 1 } } }, { constructor: { a: 1 } }],
  [{ target: { a: 1 }, patch: { a: undefined } }, { a: 1 }],
];
test.each(table)("%j", ({ target, patch }, want) => {
  const before = structuredClone(target);
  expect(mergePatch(target, patch)).toEqual(want);
  expect(target).toEqual(before);
});

test("a member named __proto__ is one like any other", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}')) as object;
  expect(Object.hasOwn(merged, "__proto__")).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
