import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { etagOf } from "../../../src/core/etag.ts";
import { jsonEqual } from "../../../src/core/publishing/json-equal.ts";

describe("an ETag", () => {
  test("is one of a value alone", () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(etagOf(a) === etagOf(b)).toBe(jsonEqual(a, b));
        expect(etagOf(JSON.parse(JSON.stringify(a)))).toBe(etagOf(a));
      }),
    );
  });

  test("is another one for each of many versions that hardly differ", () => {
    const versions = Array.from({ length: 50_000 }, (_, n) => ({
      n,
      at: `2026-11-25T00:00:00.${n}Z`,
      of: [n % 7, { n: n % 5 }],
    }));
    expect(new Set(versions.map(etagOf)).size).toBe(versions.length);
    expect(new Set(versions.map(({ at }) => etagOf(at))).size).toBe(versions.length);
  });

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
