import { afterEach, describe, expect, test, vi } from "vitest";
import { searchPage, searchPageUp } from "../../../../src/server/events/event-search.ts";
import { rateRange } from "../../../../src/server/events/rate-range.ts";
import { readCursor } from "../../../../src/server/http/page-of.ts";
import type { EventQuery, StoredEvent } from "../../../../src/server/store/events.ts";
import type { Store } from "../../../../src/server/store/ports.ts";

const filter: EventQuery = { environment: { spaceId: "s", environment: "staging" }, where: [], q: "x" };
const nothing = { person: null, sessionId: null, experienceId: null, pairs: null, sdk: null, original: null };
const record = (sequence: number) =>
  ({
    ...nothing,
    sequence,
    id: `e${sequence}`,
    name: "a/b",
    time: 0,
    receivedAt: 0,
    source: "sdk",
    problem: null,
  }) as unknown as StoredEvent;

/** A store of 1000 places, searched 100 at a time; each question takes `ms`. */
function setUp(matching: readonly number[], ms: number) {
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const after = async (query: { after: number; limit: number }) => {
    clock += ms;
    const through = Math.min(1000, query.after + 100);
    const up = matching.toReversed().filter((one) => one > query.after && one <= through);
    return { events: up.slice(0, query.limit).map(record), through };
  };
  const before = vi.fn(async (query: { before: number; limit: number }) => {
    clock += ms;
    const low = Math.max(1, query.before - 100);
    const events = matching.filter((one) => one < query.before && one >= low).slice(0, query.limit);
    return { events: events.map(record), searched: low <= 1 ? 0 : low, searchedAt: low };
  });
  const figures = async () => ({ lastSequence: 1000 });
  return { store: { figures, log: { after, before } } as unknown as Store, before };
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a search that reads the rows", () => {
  test("goes on until the page is full", async () => {
    const { store, before } = setUp([950, 640, 630], 1);
    const page = await searchPage(store, filter, 1001, 2);
    expect([page.data.map((one) => one.sequence), readCursor(page.next ?? "", 1), page.searchedTo]).toEqual([
      [950, 640],
      ["640"],
      undefined,
    ]);
    expect(before).toHaveBeenCalledTimes(4);
  });

  test("ends where nothing older is left", async () => {
    const page = await searchPage(setUp([950], 1).store, filter, 1001, 2);
    expect([page.data.length, page.next]).toEqual([1, null]);
  });

  test("that takes long gives what it has, how far it is, and where to go on", async () => {
    const { store } = setUp([950, 10], 50);
    const page = await searchPage(store, filter, 1001, 2);
    expect(page.data.map((one) => one.sequence)).toEqual([950]);
    expect(page.searchedTo).toBe("1970-01-01T00:00:00.701Z");
    const rest = await searchPage(store, filter, Number(readCursor(page.next ?? "", 1)?.[0]), 2);
    expect(rest.data).toEqual([]);
    expect(rest.next).not.toBeNull();
  });
});

describe("a search upwards", () => {
  const pageUp = async (matching: readonly number[], ms: number, after = 0) => {
    const { data, next } = await searchPageUp(setUp(matching, ms).store, filter, after, 2);
    return [data.map((one) => one.sequence), readCursor(next ?? undefined, 1)?.[0] ?? null];
  };
  const cases: readonly [string, Parameters<typeof pageUp>, Awaited<ReturnType<typeof pageUp>>][] = [
    ["goes on until the page is full", [[950, 640, 630], 1], [[630, 640], "640"]],
    ["goes on from where it was", [[950, 640, 630], 1, 640], [[950], null]],
    ["ends at the newest", [[], 1], [[], null]],
    ["that takes long gives what it has, and where to go on", [[950, 10], 50], [[10], "300"]],
  ];
  test.each(cases)("%s", async (_, given, want) => {
    expect(await pageUp(...given)).toEqual(want);
  });
});

describe("buckets", () => {
  const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
  test.each([
    ["14:00:00", "14:15:00", 91, 10_000, "14:00:00"],
    ["14:00:07", "14:00:09", 90, 1000, "14:00:07"],
    ["14:00:07", "15:00:07", 61, 60_000, "14:00:00"],
    ["14:00:07", "15:00:07", 1, 7_200_000, "14:00:00"],
  ])("from %s to %s, at most %i", (from, to, buckets, step, start) => {
    const range = rateRange({ from: `2026-11-20T${from}Z`, to: `2026-11-20T${to}Z`, buckets }, 0);
    expect([range.step, range.start]).toEqual([step, at(start)]);
    expect(Math.floor((range.to - range.start) / range.step) + 1).toBeLessThanOrEqual(buckets);
  });

  test("are of the last 15 minutes unless told", () => {
    const now = at("14:15:00");
    expect(rateRange({ buckets: 90 }, now)).toMatchObject({ from: at("14:00:00"), to: now });
  });
});
