import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoundaryTimer } from "../../../../src/server/targeting/boundary-timer.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A timer over these instants, in ms, with what it has called back. */
function over(boundaries: readonly number[]) {
  const reached: number[] = [];
  const timer = new BoundaryTimer({
    wait: () => {
      const next = boundaries.find((boundary) => boundary > Date.now());
      return next === undefined ? null : next - Date.now();
    },
    onReached: () => reached.push(Date.now()),
  });
  timer.arm();
  return { timer, reached };
}

test("calls back at each boundary in turn, and then no more", () => {
  const { timer, reached } = over([1000, 1500, 90_000]);
  vi.advanceTimersByTime(10_000_000);
  expect(reached).toEqual([1000, 1500, 90_000]);
  timer.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("a boundary further away than any timer waits is called at its time, not before", () => {
  const far = 5_000_000_000;
  const { reached } = over([far]);
  vi.advanceTimersByTime(far - 1);
  expect(reached).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reached).toEqual([far]);
});

test("arming again looks anew, and stopping ends it for good", () => {
  const boundaries = [1000];
  const { timer, reached } = over(boundaries);
  boundaries.unshift(400);
  timer.arm();
  vi.advanceTimersByTime(500);
  expect(reached).toEqual([400]);
  timer.stop();
  vi.advanceTimersByTime(5000);
  expect(reached).toEqual([400]);
  timer.arm();
  expect(vi.getTimerCount()).toBe(0);
});

test("what passed while the machine slept, or its clock was set, is called within a minute", () => {
  const { reached } = over([7_200_000]);
  vi.advanceTimersByTime(1000);
  // Three hours go by in which no timer runs.
  vi.setSystemTime(10_800_000);
  vi.advanceTimersByTime(60_000);
  expect(reached).toHaveLength(1);
  // A boundary that had passed may be ahead again.
  vi.setSystemTime(1000);
  vi.advanceTimersByTime(60_000);
  expect(reached).toHaveLength(2);
  vi.advanceTimersByTime(7_200_000);
  expect(reached.slice(2)).toEqual([7_200_000]);
  // By less than has gone by since it last looked.
  vi.setSystemTime(7_190_000);
  vi.advanceTimersByTime(60_000);
  expect(reached.slice(3)).toHaveLength(1);
});
