import { describe, expect, it } from "vitest";
import {
  addMark,
  addNewer,
  addOlder,
  type EventWindow,
  joinNewer,
  windowOf,
} from "../../../../src/renderer/live/event-window.ts";
import { eventsFrom } from "../fakes.ts";

const page = (first: number, last: number) => ({
  data: eventsFrom(first, last).toReversed(),
  next: first > 1 ? String(first) : null,
});
const sequences = (window: EventWindow) => window.rows.map((row) => row.sequence);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe("the window of events", () => {
  it("puts what arrives on top, newest first", () => {
    expect(sequences(addNewer(windowOf(page(5, 7)), eventsFrom(8, 10)))).toEqual(down(10, 5));
  });

  it("puts older pages below", () => {
    const grown = addOlder(windowOf(page(5, 7)), page(2, 4));
    expect(sequences(grown)).toEqual(down(7, 2));
    expect(grown.older).toBe("2");
  });

  it("lets go of the end at a place that history can go on from", () => {
    const window = addOlder(windowOf(page(7, 9)), page(4, 6));
    const full = addNewer(window, eventsFrom(10, 13), 8);
    expect(sequences(full)).toEqual(down(13, 7));
    expect(full.older).toBe("7");
    expect(sequences(addOlder(full, page(4, 6)))).toEqual(down(13, 4));
  });

  it("keeps everything rather than cut where history could not go on", () => {
    const live = addNewer({ ...windowOf(page(1, 1)), marks: [] }, eventsFrom(2, 20), 8);
    expect(live.rows).toHaveLength(20);
    const marked = addNewer(addMark(live, { sequence: 16, cursor: "16" }), eventsFrom(21, 21), 8);
    expect(sequences(marked)).toEqual(down(21, 16));
    expect(marked.older).toBe("16");
  });

  it("lets go of the top while a reader goes down, and says by how much", () => {
    const grown = addOlder(windowOf(page(7, 9)), page(4, 6), 4);
    expect(sequences(grown)).toEqual(down(7, 4));
    expect(grown.dropped).toBe(2);
  });

  const joins: readonly [string, { given: ReturnType<typeof page>[]; want: number[]; older: string }][] = [
    ["a page that reaches down to it", { given: [page(6, 12)], want: down(12, 5), older: "5" }],
    ["pages that reach down to it", { given: [page(10, 12), page(7, 9)], want: down(12, 5), older: "5" }],
    ["pages that do not: they become it", { given: [page(20, 22)], want: down(22, 20), older: "20" }],
  ];
  it.each(joins)("joins %s", (_, { given, want, older }) => {
    const joined = joinNewer(windowOf(page(5, 7)), given);
    expect(sequences(joined)).toEqual(want);
    expect(joined.older).toBe(older);
  });
});
