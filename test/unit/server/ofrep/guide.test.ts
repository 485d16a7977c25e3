import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ofrepErrorCodes, ofrepReasons } from "../../../../src/core/ofrep.ts";
import { fieldValue, maxFields } from "../../../../src/core/user.ts";

const guide = readFileSync(new URL("../../../../docs/openfeature.md", import.meta.url), "utf8");

test("the guide's table of reasons is true", () => {
  const rows = [...guide.matchAll(/^\| (\w+) \| `([A-Z_]+)` \|$/gm)].map(([, reason, word]) => [
    reason,
    word,
  ]);
  expect(Object.fromEntries(rows)).toEqual(ofrepReasons);
});

test("the guide tells every error code, and no other", () => {
  const told = [...guide.matchAll(/^\| [\d, ]+.*? \| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(new Set(told)).toEqual(new Set(ofrepErrorCodes));
});

test("the guide's limits are true", () => {
  expect(guide).toContain(`: ${maxFields} of them`);
  for (const value of ["x".repeat(8192), Array(500).fill(1)]) {
    expect(fieldValue.safeParse(value).success).toBe(true);
    expect(fieldValue.safeParse(value.concat("x" as never)).success).toBe(false);
  }
});

test("every piece of JSON in the guide is JSON", () => {
  const pieces = [...guide.matchAll(/```json\n([\s\S]+?)\n```/g)];
  expect(pieces.length).toBeGreaterThan(1);
  for (const [, text = ""] of pieces) expect(() => JSON.parse(text)).not.toThrow();
});
