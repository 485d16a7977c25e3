import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mostRecordings, Recordings } from "../../../../../src/renderer/events/replay/recordings.ts";
import { Removals } from "../../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../../src/renderer/stores/server-store.ts";
import { createToastsStore, toastTime, undo } from "../../../../../src/renderer/stores/toasts-store.ts";

const here = { spaceId: "spc_1", environment: "development" } as const;
const there = { spaceId: "spc_1", environment: "production" } as const;
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 14, 32, second));

/** What a browser keeps, and what a test does to it. */
function browser(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept));
  const memory = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  return { open: () => new Recordings(memory) };
}

const keptIn = (recordings: Recordings) => recordings.store.getState().kept;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a recording", () => {
  test("is what came between its start and its stop", () => {
    const recordings = browser().open();
    recordings.start(here, 40, at(0));
    const made = recordings.stop(here, 48, at(9));
    expect(made).toMatchObject({ ...here, after: 40, before: 49, events: 8 });
    expect(made).toMatchObject({ startedAt: at(0).toISOString(), stoppedAt: at(9).toISOString() });
    expect(keptIn(recordings)).toEqual([made]);
    expect(recordings.store.getState().running).toEqual({});
  });

  test("goes on over a reload, and in another tab", () => {
    const one = browser();
    const first = one.open();
    const second = one.open();
    first.start(here, 5, at(0));
    second.refresh();
    expect(second.store.getState().running).toEqual(first.store.getState().running);
    expect(one.open().stop(here, 7, at(3))).toMatchObject({ after: 5, events: 2 });
    expect(second.stop(here, 9, at(4))).toBeNull();
    expect(keptIn(second)).toHaveLength(1);
  });

  test("of another place goes on", () => {
    const recordings = browser().open();
    recordings.start(here, 1, at(0));
    recordings.start(there, 100, at(0));
    recordings.stop(here, 2, at(1));
    expect(recordings.stop(there, 103, at(2))).toMatchObject({ ...there, events: 3 });
  });

  test("that is being made is not begun anew", () => {
    const recordings = browser().open();
    recordings.start(here, 1, at(0));
    recordings.start(here, 5, at(1));
    expect(recordings.stop(here, 6, at(2))?.events).toBe(5);
  });

  test("in which nothing came is not kept", () => {
    const recordings = browser().open();
    recordings.start(here, 4, at(0));
    expect(recordings.stop(here, 4, at(9))).toBeNull();
    expect(keptIn(recordings)).toEqual([]);
    expect(recordings.store.getState().running).toEqual({});
  });
});

test("the newest of each environment are kept", () => {
  const recordings = browser().open();
  const record = (place: typeof here | typeof there, n: number) => {
    recordings.start(place, n, at(0));
    recordings.stop(place, n + 1, at(1));
  };
  record(there, 7);
  for (let n = 0; n < mostRecordings + 2; n += 1) record(here, n);
  const kept = keptIn(recordings).map(({ environment, after }) => `${environment} ${after}`);
  expect(kept).toHaveLength(mostRecordings + 1);
  expect([kept[0], kept.at(-2), kept.at(-1)]).toEqual(["development 21", "development 2", "production 7"]);
});

test.each(["nonsense", '{"running":{},"kept":[{"id":"x"}]}'])("%s in the browser is no recording", (text) => {
  const recordings = browser({ "understudy:recordings": text }).open();
  expect(keptIn(recordings)).toEqual([]);
});

describe("a deletion", () => {
  const deleted = () => {
    const one = browser();
    const recordings = one.open();
    const toasts = createToastsStore();
    const removals = new Removals(toasts, createServerStore());
    recordings.start(here, 1, at(0));
    const made = recordings.stop(here, 2, at(1));
    if (made === null) throw new Error("nothing was recorded");
    recordings.remove(removals, made);
    return { one, removals, toasts, made };
  };
  const hidden = (removals: Removals) => removals.hidden.getState().size;

  test("hides it, and is for good when its undo has run out", async () => {
    const { one, removals } = deleted();
    expect([hidden(removals), keptIn(one.open()).length]).toEqual([1, 1]);
    removals.settleAll();
    await vi.advanceTimersByTimeAsync(toastTime);
    expect([hidden(removals), keptIn(one.open()).length]).toEqual([0, 0]);
  });

  test.each<[string, (made: ReturnType<typeof deleted>) => void]>([
    ["its message", ({ toasts }) => undo(toasts, toasts.getState().toasts[0]?.id ?? 0)],
    ["its row", ({ removals, made }) => removals.undo(made.id)],
  ])("is undone from %s", async (_from, back) => {
    const made = deleted();
    back(made);
    await vi.advanceTimersByTimeAsync(toastTime);
    expect(made.toasts.getState().toasts).toEqual([]);
    expect([hidden(made.removals), keptIn(made.one.open()).length]).toEqual([0, 1]);
  });
});
