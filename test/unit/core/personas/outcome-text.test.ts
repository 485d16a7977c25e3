import { expect, test } from "vitest";
import { differenceText } from "../../../../src/core/personas/outcome-text.ts";

const table: [given: object, want: string][] = [
  [{ kind: "tribe", expected: true, actual: false }, 'Tribe "N": expected in it, got not in it'],
  [{ kind: "tribe", expected: false, actual: true }, 'Tribe "N": expected not in it, got in it'],
  [{ kind: "tribe", expected: true, actual: "is gone" }, 'Tribe "N" is gone'],
  [{ path: "/enabled", expected: true, actual: false }, "N /enabled: expected true, got false"],
  [{ path: "/data/title", expected: "is gone", actual: null }, 'N /data/title: expected "is gone", got null'],
  [{ path: "/data/list", expected: [1], actual: { a: 1 } }, 'N /data/list: expected [1], got {"a":1}'],
  [
    { path: "/scenario", expected: { id: "s1", name: "Gold" }, actual: { id: "s2", name: "Default" } },
    'N /scenario: expected "Gold", got "Default"',
  ],
  [
    { path: "/scenario", expected: { id: "s1", name: "s1" }, actual: "is gone" },
    'N /scenario: expected "s1", which is gone',
  ],
  [{ expected: { enabled: true }, actual: "is gone" }, "N is gone"],
  [{ expected: { enabled: true }, actual: "is not served here" }, "N is not served here"],
];
test.each(table)("%j", (given, want) => {
  const outcome = { kind: "experience" as const, id: "id", name: "N", passed: false, expected: 0, actual: 0 };
  expect(differenceText({ ...outcome, ...given })).toBe(want);
});
