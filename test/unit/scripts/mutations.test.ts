import { expect, it } from "vitest";
import { mutationsOf } from "../../../scripts/mutations/mutations-of.mjs";

it.each([
  ["if (a === b) go();", { want: ["if (a !== b) go();"] }],
  ["  await save();", { want: ["  save();"] }],
  ["const next = at + 1;", { want: ["const next = at + 2;"] }],
  ["a && b && c", { want: ["a || b && c", "a && b || c"] }],
  ['say("a === b");', { want: [] }],
  ["go(); // where a === b", { want: [] }],
  ["import { a } from 'b && c';", { want: [] }],
  ["  readonly on: true;", { want: [] }],
  ["// a === b", { want: [] }],
])("puts each small fault into %j", (given, { want }) => {
  expect(mutationsOf(`\n${given}`).map(({ line, after }) => `${line} ${after}`)).toEqual(
    want.map((line) => `2 ${line}`),
  );
});
