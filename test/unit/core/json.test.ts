import { expect, test } from "vitest";
import { z } from "zod";
import { json, jsonObject } from "../../../src/core/primitives.ts";
import { fieldErrors } from "../../../src/core/problem.ts";

const from = (text: string): unknown => JSON.parse(text);
const notJson = [{ path: "/m", detail: "must be a JSON value" }];

test.each<[string, unknown, unknown]>([
  ["null", null, null],
  ["a text", "x", null],
  ["an object of lists", { a: [1, [true, { b: null }]], "": {} }, null],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), null],
  ["nothing", undefined, notJson],
  ["a number that JSON can't write", from("1e999"), notJson],
  ["one deep within", { a: [0, { b: [Number.NaN] }] }, notJson],
  ["a list with a hole", new Array(1), notJson],
  ["a member that is undefined", { a: undefined }, notJson],
  ["a date", new Date(0), notJson],
  [
    "__proto__ deep within",
    from('{"a":[0,{"__proto__":{}}]}'),
    [{ path: "/m/a/1/__proto__", detail: "is not allowed as a name" }],
  ],
  [
    "__proto__ beside what is no JSON",
    from('{"a":1e999,"__proto__":1}'),
    [{ path: "/m/__proto__", detail: "is not allowed as a name" }],
  ],
])("%s, as a JSON value", (_name, value, faults) => {
  const { success, data, error } = z.object({ m: json }).safeParse({ m: value });
  expect(success ? null : fieldErrors(error)).toEqual(faults);
  if (faults === null) expect(data).toEqual({ m: value });
});

test.each<[string, unknown, unknown]>([
  ["values of all kinds", { a: 1, b: [{}], c: null }, null],
  ["a list", [], [{ path: "", detail: "must be an object" }]],
  ["a value that is none", { a: 1, b: Number.NaN }, [{ path: "/b", detail: "must be a JSON value" }]],
  [
    "__proto__",
    from('{"a":{"__proto__":1}}'),
    [{ path: "/a/__proto__", detail: "is not allowed as a name" }],
  ],
])("%s, as an object of JSON values", (_name, value, faults) => {
  const { success, error } = jsonObject.safeParse(value);
  expect(success ? null : fieldErrors(error)).toEqual(faults);
});
