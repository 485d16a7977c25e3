import { describe, expect, test } from "vitest";
import { etagOf } from "../../../src/core/etag.ts";

describe("an ETag", () => {
  test("is the same whatever the order of members, at every depth", () => {
    expect(etagOf({ a: 1, b: { c: 2, d: [{ e: 1, f: 2 }] } })).toBe(
      etagOf({ b: { d: [{ f: 2, e: 1 }], c: 2 }, a: 1 }),
    );
  });
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: "1" }],
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: { b: 1 } }, { a: [["b", 1]] }],
    [JSON.parse('{"__proto__":1}'), {}],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ];
  test.each(different)("tells %j from %j", (a, b) => {
    expect(etagOf(a)).not.toBe(etagOf(b));
  });
});
