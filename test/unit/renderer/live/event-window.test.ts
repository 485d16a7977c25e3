import { describe, expect, it } from "vitest";
import {
  addBack,
  addNewer,
  addOlder,
  type EventWindow,
  indexOf,
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
    expect(grown.older).toEqual({ cursor: "2" });
  });

  it("lets go of the end, from where history can go on", () => {
    const window = addOlder(windowOf(page(7, 9)), page(4, 6));
    const full = addNewer(window, eventsFrom(10, 13), 8);
    expect([sequences(full), full.older]).toEqual([down(13, 6), { before: 6 }]);
    expect(sequences(addOlder(full, page(3, 5)))).toEqual(down(13, 3));
  });

  it("lets go of the top while a reader goes down, and says how many there are", () => {
    const grown = addOlder(windowOf(page(7, 9)), page(4, 6), 4);
    expect([sequences(grown), grown.letGo, grown.newer]).toEqual([down(7, 4), 2, { after: 7 }]);
  });

  const gone = () => addOlder(addOlder(windowOf(page(7, 9)), page(4, 6), 3), page(1, 3), 3);
  const pageUp = (first: number, last: number, next: string | null) => ({
    data: eventsFrom(first, last),
    next,
  });
  const backs: readonly [string, ReturnType<typeof pageUp>, Partial<EventWindow>, number[]][] = [
    ["a page", pageUp(4, 5, "5"), { letGo: 4, newer: { cursor: "5" }, older: { before: 3 } }, down(5, 3)],
    ["the last page", pageUp(4, 9, null), { letGo: 0, newer: null, older: { before: 7 } }, down(9, 7)],
    [
      "up to what was shown last, where more has come",
      pageUp(4, 9, "9"),
      { letGo: 0, newer: null },
      down(9, 7),
    ],
    ["nothing newer than was shown", pageUp(4, 12, "12"), { letGo: 0, newer: null }, down(9, 7)],
    [
      "a page that found nothing yet",
      { data: [], next: "6" },
      { letGo: 6, newer: { cursor: "6" } },
      down(3, 1),
    ],
    ["nothing, for it is kept no longer", { data: [], next: null }, { letGo: 0, newer: null }, down(3, 1)],
  ];
  it.each(backs)("puts back what was let go of: %s", (_, given, want, rows) => {
    const back = addBack(gone(), given, 3);
    expect(back).toMatchObject(want);
    expect(sequences(back)).toEqual(rows);
  });

  it("finds a row by its sequence", () => {
    const { rows } = windowOf({
      data: eventsFrom(1, 9)
        .filter((one) => one.sequence % 2 === 1)
        .toReversed(),
      next: null,
    });
    expect([9, 5, 1, 4, 10, 0].map((sequence) => indexOf(rows, sequence))).toEqual([0, 2, 4, -1, -1, -1]);
  });

  const joins: readonly [string, { given: ReturnType<typeof page>[]; want: number[]; older: string }][] = [
    ["a page that reaches down to it", { given: [page(6, 12)], want: down(12, 5), older: "5" }],
    ["pages that reach down to it", { given: [page(10, 12), page(7, 9)], want: down(12, 5), older: "5" }],
    ["pages that do not: they become it", { given: [page(20, 22)], want: down(22, 20), older: "20" }],
  ];
  it.each(joins)("joins %s", (_, { given, want, older }) => {
    const joined = joinNewer(windowOf(page(5, 7)), given);
    expect(sequences(joined)).toEqual(want);
    expect(joined.older).toEqual({ cursor: older });
  });
});
