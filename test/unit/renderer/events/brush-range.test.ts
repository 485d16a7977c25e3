import { expect, test } from "vitest";
import { isWhole, moveEdge, timeAt, wholeBars } from "../../../../src/renderer/events/brush-range.ts";

const view = { from: 0, to: 1000, step: 10 };
const range = { from: 400, to: 500 };

test.each([
  ["ArrowLeft", false, "from", { from: 390, to: 500 }],
  ["ArrowRight", true, "to", { from: 400, to: 600 }],
  ["ArrowRight", true, "from", { from: 490, to: 500 }],
  ["ArrowLeft", true, "to", { from: 400, to: 410 }],
  ["Home", false, "from", { from: 0, to: 500 }],
  ["End", false, "to", { from: 400, to: 1000 }],
  ["End", false, "from", { from: 490, to: 500 }],
  ["x", false, "from", undefined],
] as const)("%s (shift %s) on %s", (key, shift, edge, want) => {
  expect(moveEdge(key, shift, edge, range, view)).toEqual(want);
});

test.each([
  [-0.5, 0],
  [0.25, 250],
  [2, 1000],
])("the time at %d of the width", (share, want) => {
  expect(timeAt(view, share)).toBe(want);
});

test.each([
  [
    { from: 401, to: 498 },
    { from: 400, to: 499 },
  ],
  [
    { from: 400, to: 499 },
    { from: 400, to: 499 },
  ],
  [
    { from: 409, to: 500 },
    { from: 400, to: 509 },
  ],
])("%o takes whole bars: %o", (given, want) => {
  expect(wholeBars(given, 10)).toEqual(want);
  expect(isWhole(want, 10)).toBe(true);
});

test.each([
  [{}, true],
  [{ from: 400 }, true],
  [{ to: 499 }, true],
  [{ from: 401 }, false],
  [{ from: 400, to: 500 }, false],
])("%o is of whole bars: %s", (given, want) => {
  expect(isWhole(given, 10)).toBe(want);
});
