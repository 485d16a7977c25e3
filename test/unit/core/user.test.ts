import { expect, it } from "vitest";
import { fieldErrors } from "../../../src/core/problem.ts";
import { maxFields, userFields, userFieldsPatch } from "../../../src/core/user.ts";

const fields = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));

const faults = (schema: typeof userFields | typeof userFieldsPatch, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? [] : fieldErrors(result.error);
};

it.each([
  ["wrong fields", { given: fields(30_000, {}), most: 1 }],
  ["wrong members of lists", { given: fields(190, Array(495).fill({})), most: 50 }],
  ["wrong lists", { given: fields(maxFields, [[]]), most: 50 }],
] as const)("names the first faults alone of very many %s", (_, { given, most }) => {
  let asked = 0;
  const counted = new Proxy(given, {
    get: (target, name) => {
      asked += 1;
      return Reflect.get(target, name);
    },
  });
  expect(faults(userFields, counted)).toHaveLength(most);
  // Each is looked at once: a schema that looks for every fault of each would do so again.
  expect(asked).toBeLessThanOrEqual(maxFields);
});

it("says of each wrong field what it must be, and takes null in a change alone", () => {
  const detail = "must be a string, number, boolean, date or a list of those";
  const given = { a: {}, b: null, c: "right", d: [1, null] };
  expect(faults(userFields, given)).toEqual(["/a", "/b", "/d"].map((path) => ({ path, detail })));
  expect(faults(userFieldsPatch, given)).toEqual(["/a", "/d"].map((path) => ({ path, detail })));
  expect(faults(userFields, JSON.parse('{"__proto__":1}'))).toEqual([
    { path: "/__proto__", detail: "is not allowed as a name" },
  ]);
});
