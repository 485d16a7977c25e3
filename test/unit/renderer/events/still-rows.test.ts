import { describe, expect, it } from "vitest";
import { rowsMoved } from "../../../../src/renderer/events/still-rows.ts";
import { eventsFrom } from "../fakes.ts";

const rows = (first: number, last: number) => eventsFrom(first, last).toReversed();

describe("the row that is read", () => {
  const cases: readonly [string, ReturnType<typeof rows>, number][] = [
    ["stays where rows come below", rows(1, 60), 0],
    ["moves down where rows come above", rows(41, 68), 8],
    ["moves up where rows go above", rows(41, 55), -5],
    ["is gone", rows(1, 20), 0],
  ];
  it.each(cases)("%s", (_, now, want) => {
    expect(rowsMoved(rows(41, 60), now, 10.2)).toBe(want);
  });
});
