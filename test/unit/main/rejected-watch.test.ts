import { expect, it } from "vitest";
import { RejectedWatch } from "../../../src/main/rejected-watch.ts";

const seconds = (count: number) => count * 1000;

it("counts until the person looks", () => {
  const watch = new RejectedWatch();
  expect(watch.note(0, 0).badge).toBe(0);
  expect(watch.note(3, seconds(5)).badge).toBe(3);
  watch.look();
  expect(watch.note(3, seconds(10)).badge).toBe(0);
  expect(watch.note(5, seconds(15)).badge).toBe(2);
});

it("begins anew with another server", () => {
  const watch = new RejectedWatch();
  watch.note(30, 0);
  watch.look();
  expect(watch.note(2, seconds(5))).toEqual({ badge: 2, burst: null });
});

it.each([
  ["19 within a minute", [0, 19], [0, 30], []],
  ["20 within a minute", [0, 20], [0, 30], [20]],
  ["20 in more than one", [0, 10, 20], [0, 45, 90], []],
  ["burst after burst within ten minutes", [0, 20, 20, 50], [0, 5, 120, 125], [20]],
  ["another one later", [0, 20, 20, 50], [0, 5, 700, 705], [20, 30]],
  ["what was there when it began", [500], [0], []],
])("tells of a burst: %s", (_name, counts, times, want) => {
  const watch = new RejectedWatch();
  const told = counts.map((count, index) => watch.note(count, seconds(times[index] ?? 0)).burst);
  expect(told.filter((burst) => burst !== null)).toEqual(want);
});
