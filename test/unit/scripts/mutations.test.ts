import { expect, it } from "vitest";
import { mutationsOf } from "../../../scripts/mutations/mutations-of.mjs";
import { nearestFirst } from "../../../scripts/mutations/nearest.mjs";

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

it("has those tests first that name the module, then those with the rarest words in common; others not at all", () => {
  const names = 'import { valueError } from "../../../src/renderer/values/value-error.ts";';
  const sources: Record<string, string> = {
    "test/dom/app/pages.test.tsx": "",
    "test/dom/users/user-list.test.tsx": "",
    "test/dom/tribes/user-list.test.tsx": "",
    "test/dom/parts/values.test.tsx": "",
    "test/unit/renderer/rules/reasons.test.ts": names,
  };
  const near = (fault: string) => nearestFirst(fault, Object.keys(sources), (path) => sources[path] ?? "");
  expect(near("src/renderer/values/value-error.ts")).toEqual([
    "test/unit/renderer/rules/reasons.test.ts",
    "test/dom/parts/values.test.tsx",
  ]);
  expect(near("src/renderer/tribes/UserPage.tsx")).toEqual([
    "test/dom/tribes/user-list.test.tsx",
    "test/dom/app/pages.test.tsx",
    "test/dom/users/user-list.test.tsx",
  ]);
});
