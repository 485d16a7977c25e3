import { expect, it } from "vitest";
import { marked } from "../../../scripts/mutations/marked.mjs";
import { mutationsOf } from "../../../scripts/mutations/mutations-of.mjs";
import { reaching } from "../../../scripts/mutations/reaching.mjs";
import { nearestFirst } from "../../../scripts/setup/nearest.mjs";

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

it.each([
  ["const a = b + 1;", "const a = b + ⟨1⟩;"],
  ["if (!a.b) go();", "if (⟨!a.b⟩) go();"],
  ["go(a?.b.map(c) === d);", "go(⟨a?.b.map(c) === d⟩);"],
  ["const a = await b();", "const a = ⟨await b()⟩;"],
  ["const all = a?.b.some(c).d;", "const all = ⟨a?.b.some(c).d⟩;"],
  ["const all = a?.map((b) => b.some(c).d);", "const all = a?.map((b) => ⟨b.some(c)⟩.d);"],
  ["const rows = sql`SELECT a\nWHERE a > 1`;", "const rows = ⟨sql`SELECT a\nWHERE a > 1`⟩;"],
])("marks the smallest expression around a fault of %j", (source, want) => {
  const inFunction = (text: string) => `async () => {\n${text}\n};`;
  const whole = inFunction(source);
  const marks = mutationsOf(whole).map((fault) => marked({ path: "a.ts", number: 7, ...fault }, whole));
  expect(marks).toEqual([inFunction(want).replace("⟨", "(globalThis.reached?.(7), ").replace("⟩", ")")]);
});

it.each(["for await (const a of b) go();", "() => b as { c: true };", "const a = b && c;"])(
  "marks nothing in %j",
  (source) => {
    const marks = mutationsOf(source).map((fault) => marked({ path: "a.ts", number: 1, ...fault }, source));
    expect(marks).toEqual([null]);
  },
);

it("counts a mark for the test file that came by it, and one of a thread or a process for that which had started it", () => {
  const log = ["test a.ts 10 1 100", "1 a.ts 10 1 110", "2 - 20 10 120", "3 - 10 1 130", "1 b.tsx 0 0 0"];
  expect(reaching(`${log.join("\n")}\n`)).toEqual(
    new Map([
      [1, new Set(["b.tsx", "a.ts"])],
      [2, new Set(["a.ts"])],
      [3, new Set(["a.ts"])],
    ]),
  );
});
