import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../../../src/core/problem.ts";
import { sayFault, tellEach } from "../../../src/server/tell-each.ts";

const lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text).split("\n", 1)[0] ?? "");
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  lines.length = 0;
});

test("a fault that every look finds again is said once a minute, another one at once, a problem never", () => {
  const fault = new TypeError("found by each look");
  for (let look = 0; look < 599; look += 1) {
    sayFault(fault);
    vi.advanceTimersByTime(100);
  }
  sayFault(new Problem("busy", "The store is busy."));
  sayFault("no error at all");
  expect(lines).toEqual(["TypeError: found by each look", "no error at all"]);
  vi.advanceTimersByTime(100);
  sayFault(fault);
  expect(lines).toHaveLength(3);
});

test("a listener that fails is said, and the others are told", () => {
  const told: number[] = [];
  tellEach(
    [
      () => {
        throw new RangeError("one listener");
      },
      (one: number) => told.push(one),
    ],
    7,
  );
  expect([told, lines]).toEqual([[7], ["RangeError: one listener"]]);
});
