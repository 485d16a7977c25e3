import { expect, it } from "vitest";
import { Attempts } from "../../../../src/server/access/attempts.ts";

it("allows so many tries in a span, then says how long to wait", () => {
  const tries = new Attempts(2, 10_000);
  const waits = [0, 1000, 2000, 9999, 10_000, 10_500].map((now) => tries.waitFor("a", now));
  expect(waits).toEqual([0, 0, 8, 1, 0, 1]);
  expect(tries.waitFor("b", 2000)).toBe(0);
});

it("shuts nobody out for longer where the clock is set back", () => {
  const tries = new Attempts(1, 10_000);
  tries.waitFor("a", 3_600_000);
  expect([tries.waitFor("a", 0), tries.waitFor("a", 1_000)]).toEqual([0, 9]);
});

it("starts over after a success", () => {
  const tries = new Attempts(1, 10_000);
  tries.waitFor("a", 0);
  tries.forget("a");
  expect(tries.waitFor("a", 1)).toBe(0);
});

it("keeps no more than a thousand keys", () => {
  const tries = new Attempts(1, 10_000);
  for (let i = 0; i <= 1000; i += 1) tries.waitFor(String(i), 0);
  expect([tries.waitFor("1000", 1), tries.waitFor("0", 1)]).toEqual([10, 0]);
});
