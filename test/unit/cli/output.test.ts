import { afterEach, expect, test, vi } from "vitest";
import { counted, print, printAside } from "../../../src/cli/output.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["a title", "\u001b]0;owned\u0007", "\\u001b]0;owned\\u0007"],
  ["a cleared screen", "\u001b[2J\u001b[1;1H", "\\u001b[2J\\u001b[1;1H"],
  ["one byte's escape", "\u009b31m", "\\u009b31m"],
  ["a line gone over", "safe\rfree", "safe\\u000dfree"],
  ["text turned around", "a\u202eb", "a\\u202eb"],
  ["a colour where there is none", "\u001b[31mred", "\\u001b[31mred"],
  ["lines, tabs, and words of any language", "✓\tgrün\n日本", "✓\tgrün\n日本"],
])("a name with %s is shown as what it is", (_, given, want) => {
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const aside = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  print(given);
  printAside(given);
  expect([out.mock.calls[0]?.[0], aside.mock.calls[0]?.[0]]).toEqual([`${want}\n`, `${want}\n`]);
});

test("a number is told with what it counts", () => {
  expect([0, 1, 17_832].map((events) => counted(events, "event"))).toEqual([
    "0 events",
    "1 event",
    "17,832 events",
  ]);
});
