import { expect, test } from "vitest";
import { copyOf } from "../../../src/core/json-object.ts";

test.each([
  "null",
  "7",
  '"text"',
  '[1,[2,{"a":null}],[]]',
  '{"a":{"b":[{"c":true}]},"d":{}}',
  '{"__proto__":{"a":1},"constructor":2,"0":3}',
])("a copy of %s is the same, and shares nothing that can be changed", (text) => {
  const value = JSON.parse(text);
  const copy = copyOf(value);
  expect(JSON.stringify(copy)).toBe(text.replace(/^{"__proto__":(.*),"0":3}$/, '{"0":3,"__proto__":$1}'));
  const shared = (a: unknown, b: unknown): boolean =>
    typeof a === "object" &&
    a !== null &&
    (a === b || Object.keys(a).some((key) => shared(a[key as never], (b as never)[key])));
  expect(shared(copy, value)).toBe(false);
});

test("what stands twice in a value stands in two places of its copy", () => {
  const twice = { a: 1 };
  const copy = copyOf({ one: twice, other: twice });
  copy.one.a = 2;
  expect(copy).toEqual({ one: { a: 2 }, other: { a: 1 } });
});
