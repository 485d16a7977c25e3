import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "../../../../../src/core/event.ts";
import { createClient } from "../../../../../src/renderer/api/client.ts";
import { EventFeed } from "../../../../../src/renderer/events/feed/event-feed.ts";
import { eventFeeds, mostLeftPaused } from "../../../../../src/renderer/events/feed/event-feeds.ts";
import { gatherTime } from "../../../../../src/renderer/live/event-stream.ts";
import { windowLimit } from "../../../../../src/renderer/live/event-window.ts";
import { eventsFrom, FakeEventSource, fakeHistory } from "../../fakes.ts";

let sources: FakeEventSource[];
let history: ReturnType<typeof fakeHistory>;
let feed: EventFeed;
/** Requests of the history that are not answered until they are let go. */
let unanswered: {
  readonly request: string;
  readonly signal: AbortSignal | null;
  readonly letGo: () => void;
}[];
let isSilent: boolean;

const open = (address: string) => {
  const source = new FakeEventSource(address);
  sources.push(source);
  return source;
};
const settle = () => vi.advanceTimersByTimeAsync(gatherTime);
const state = () => feed.store.getState();
const sequences = () => state().window.rows.map((row) => row.sequence);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

/** Events that the server keeps and streams. */
async function arrive(events: readonly Event[]): Promise<void> {
  history.all.push(...events);
  sources.at(-1)?.send(...events);
  await settle();
}

const fetcher = (async (input: string, init?: RequestInit) => {
  if (isSilent)
    await new Promise<void>((letGo, reject) => {
      const signal = init?.signal ?? null;
      unanswered.push({ request: input, signal, letGo });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  return history.fetcher(input);
}) as typeof fetch;

async function startWith(kept: number): Promise<void> {
  history = fakeHistory(eventsFrom(1, kept));
  feed = new EventFeed({
    client: createClient({}, fetcher),
    place: { spaceId: "cinema", environment: "development" },
    open,
  });
  feed.start();
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  unanswered = [];
  isSilent = false;
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

describe("live", () => {
  it("shows history first and follows right behind it", async () => {
    await startWith(5);
    expect(sequences()).toEqual(down(5, 1));
    expect(sources.at(-1)?.after).toBe(5);
    await arrive(eventsFrom(6, 8));
    expect(sequences()).toEqual(down(8, 1));
  });

  it("starts at the beginning of an environment without events", async () => {
    await startWith(0);
    expect(sources.at(-1)?.after).toBe(0);
    await arrive(eventsFrom(1, 2));
    expect(sequences()).toEqual([2, 1]);
  });

  it("loses nothing over a lost connection", async () => {
    await startWith(5);
    history.all.push(...eventsFrom(6, 9));
    sources.at(-1)?.onerror?.();
    expect(state().connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(5000);
    const back = sources.at(-1);
    back?.send(...eventsFrom((back?.after ?? 0) + 1, 9));
    await settle();
    expect(sequences()).toEqual(down(9, 1));
  });
});

describe("paused", () => {
  it("counts what waits and moves nothing", async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 219));
    expect(sequences()).toEqual(down(5, 1));
    expect(state().waiting).toBe(214);
  });

  it("shows all of it when resumed", async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 219));
    feed.resume();
    await settle();
    expect(sequences()).toEqual(down(219, 1));
    expect(state().waiting).toBe(0);
  });

  it("after a long pause starts from the top, and the rest is one scroll away", async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 3000));
    feed.resume();
    await settle();
    expect(sequences()).toEqual(down(3000, 2001));
    for (let n = 0; n < 10; n += 1) await feed.loadOlder();
    expect(sequences()).toEqual(down(3000, 1));
  });

  it("keeps what arrives while the gap is being read", async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 10));
    feed.resume();
    sources.at(-1)?.send(...eventsFrom(11, 12));
    await settle();
    await arrive(eventsFrom(13, 13));
    expect(sequences()).toEqual(down(13, 1));
  });

  it("is a pause of what another filter shows, from then on", async () => {
    await startWith(5);
    feed.pause();
    const first = state().pausedAt;
    await arrive(eventsFrom(6, 8));
    await vi.advanceTimersByTimeAsync(60_000);
    feed.setFilter({ name: "movie/*" });
    await settle();
    expect(sequences()).toEqual(down(8, 1));
    expect(Date.parse(state().pausedAt ?? "") - Date.parse(first ?? "")).toBeGreaterThanOrEqual(60_000);
    expect(state().waiting).toBe(0);
  });

  it("is kept over a visit to another page", async () => {
    await startWith(5);
    feed.pause();
    feed.stop();
    history.all.push(...eventsFrom(6, 8));
    feed.start();
    await settle();
    sources.at(-1)?.send(...eventsFrom(6, 8));
    await arrive(eventsFrom(9, 10));
    expect(state().pausedAt).not.toBeNull();
    expect(state().waiting).toBe(5);
    expect(sequences()).toEqual(down(5, 1));
  });
});

describe("a page that is not answered", () => {
  /** Paused, three events, and live again: their page is not answered. */
  const resumeInSilence = async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 8));
    isSilent = true;
    feed.resume();
    await settle();
  };

  it("is said after a while, and what comes meanwhile counts", async () => {
    await resumeInSilence();
    expect([state().waiting, state().catchingUp]).toEqual([3, false]);
    await vi.advanceTimersByTimeAsync(1000);
    await arrive(eventsFrom(9, 11));
    expect([state().waiting, state().catchingUp, sequences()]).toEqual([6, true, down(5, 1)]);
    unanswered[0]?.letGo();
    await settle();
    expect([state().waiting, state().catchingUp, sequences()]).toEqual([0, false, down(11, 1)]);
  });

  it("is asked for anew by the next press", async () => {
    await resumeInSilence();
    await arrive(eventsFrom(9, 9));
    isSilent = false;
    feed.resume();
    await settle();
    expect(unanswered.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect([state().waiting, sequences()]).toEqual([0, down(9, 1)]);
    await arrive(eventsFrom(10, 10));
    expect(sequences()).toEqual(down(10, 1));
  });

  it("moves nothing once the list is paused again", async () => {
    await resumeInSilence();
    feed.pause();
    unanswered[0]?.letGo();
    await arrive(eventsFrom(9, 9));
    expect([state().waiting, state().catchingUp, sequences()]).toEqual([4, false, down(5, 1)]);
  });

  it("keeps no woken list from following, once it is paused", async () => {
    await startWith(5);
    feed.suspend();
    isSilent = true;
    void feed.wake();
    await settle();
    feed.pause();
    await arrive(eventsFrom(6, 7));
    expect(state().waiting).toBe(2);
  });

  it("of what came while nobody looked is said, and a stream counts what comes meanwhile", async () => {
    await startWith(5);
    feed.suspend();
    isSilent = true;
    void feed.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([state().catchingUp, sources.at(-1)?.closed]).toEqual([true, false]);
    await arrive(eventsFrom(6, 7));
    expect(state().waiting).toBe(2);
    isSilent = false;
    feed.resume();
    await settle();
    expect([state().waiting, sequences()]).toEqual([0, down(7, 1)]);
  });

  it("opens no stream for a page that was left", async () => {
    await startWith(5);
    feed.suspend();
    isSilent = true;
    void feed.wake();
    await settle();
    feed.stop();
    unanswered[0]?.letGo();
    await settle();
    expect(sources.every((source) => source.closed)).toBe(true);
  });

  it("of older events can be asked for again after a while", async () => {
    await startWith(450);
    sources.at(-1)?.onopen?.();
    isSilent = true;
    void feed.loadOlder();
    void feed.loadOlder();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([unanswered.length, state().olderProblem]).toEqual([1, "The server has not answered yet."]);
    isSilent = false;
    await feed.loadOlder();
    expect([state().olderProblem, sequences()]).toEqual([null, down(450, 51)]);
  });
});

describe("without a stream", () => {
  it("says so after a while, reads what comes, and goes on with the stream", async () => {
    await startWith(5);
    const { epoch } = state();
    expect(state().isLate).toBe(false);
    history.all.push(...eventsFrom(6, 7));
    await vi.advanceTimersByTimeAsync(5000);
    expect([state().isLate, sequences(), state().epoch]).toEqual([true, down(7, 1), epoch + 1]);
    history.all.push(...eventsFrom(8, 8));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sequences()).toEqual(down(8, 1));
    sources.at(-1)?.onopen?.();
    expect(state().isLate).toBe(false);
    await arrive(eventsFrom(9, 10));
    expect(sequences()).toEqual(down(10, 1));
    const asked = history.requests.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([state().isLate, history.requests.length]).toEqual([false, asked]);
  });

  it("gives up what was not answered once there is one", async () => {
    await startWith(5);
    isSilent = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(unanswered).toHaveLength(1);
    sources.at(-1)?.onopen?.();
    await arrive(eventsFrom(6, 7));
    expect([unanswered[0]?.signal?.aborted, sequences()]).toEqual([true, down(7, 1)]);
  });

  it("stands still while it is paused, and reads what came when resumed", async () => {
    await startWith(5);
    feed.pause();
    history.all.push(...eventsFrom(6, 7));
    await vi.advanceTimersByTimeAsync(5000);
    expect([state().isLate, sequences()]).toEqual([true, down(5, 1)]);
    feed.resume();
    await settle();
    expect(sequences()).toEqual(down(7, 1));
  });
});

describe("scrolled away from the top", () => {
  it("lets new rows wait until the reader is back", async () => {
    await startWith(5);
    feed.scrolled(false);
    await arrive(eventsFrom(6, 9));
    expect(sequences()).toEqual(down(5, 1));
    expect(state().waiting).toBe(4);
    feed.scrolled(true);
    await settle();
    expect(sequences()).toEqual(down(9, 1));
  });

  it("counts what comes while a row is held, though what came before is being read", async () => {
    await startWith(5);
    feed.hold(true);
    await arrive(eventsFrom(6, 7));
    expect([sequences(), state().waiting]).toEqual([down(5, 1), 2]);
    isSilent = true;
    feed.hold(false);
    feed.hold(true);
    for (const { letGo } of unanswered) letGo();
    await settle();
    expect([sequences(), state().waiting]).toEqual([down(5, 1), 2]);
    isSilent = false;
    feed.hold(false);
    await settle();
    expect([sequences(), state().waiting]).toEqual([down(7, 1), 0]);
  });

  it("reads older pages once each, to the end", async () => {
    await startWith(450);
    await Promise.all([feed.loadOlder(), feed.loadOlder()]);
    await feed.loadOlder();
    await feed.loadOlder();
    expect(sequences()).toEqual(down(450, 1));
    expect(state().window.older).toBeNull();
  });
});

describe("far down", () => {
  const all = windowLimit + 1000;
  const goDown = async () => {
    await startWith(all);
    feed.scrolled(false);
    while (state().window.older !== null) await feed.loadOlder();
  };
  const goUp = async () => {
    const seen = new Set(sequences());
    while (state().window.newer !== null) {
      await feed.loadNewer();
      for (const sequence of sequences()) seen.add(sequence);
    }
    return seen;
  };

  it("lets go of the top, and reads it back on the way up", async () => {
    await goDown();
    expect([sequences().at(0), sequences().at(-1), state().window.letGo]).toEqual([windowLimit, 1, 1000]);
    const seen = await goUp();
    expect([seen.size, sequences().at(0), state().window.letGo]).toEqual([all, all, 0]);
    expect(sequences()).toEqual(down(all, all - windowLimit + 1));
    while (state().window.older !== null) await feed.loadOlder();
    expect(sequences().at(-1)).toBe(1);
  });

  it("what comes meanwhile waits, and is shown at the live edge", async () => {
    await goDown();
    await arrive(eventsFrom(all + 1, all + 3));
    expect(state().waiting).toBe(3);
    feed.scrolled(true);
    await settle();
    expect(sequences()[0]).toBe(windowLimit);
    await goUp();
    expect([sequences()[0], state().waiting]).toEqual([all, 3]);
    feed.scrolled(false);
    feed.scrolled(true);
    await settle();
    expect([sequences()[0], state().waiting]).toEqual([all + 3, 0]);
  });

  it("while paused, too, and the pause's counter stays exact", async () => {
    await startWith(all);
    feed.pause();
    while (state().window.older !== null) await feed.loadOlder();
    await arrive(eventsFrom(all + 1, all + 2));
    await goUp();
    expect([sequences()[0], state().waiting]).toEqual([all, 2]);
  });

  it("goes back to the live edge at once when asked to", async () => {
    await goDown();
    const { jumps } = state();
    feed.resume();
    await settle();
    expect([sequences()[0], state().window.newer, state().jumps]).toEqual([all, null, jumps + 1]);
  });

  it("a failure leaves the rows as they are, and the next step asks again", async () => {
    await goDown();
    history.breaks = true;
    await feed.loadNewer();
    expect([sequences()[0], state().window.letGo]).toEqual([windowLimit, 1000]);
    history.breaks = false;
    await feed.loadNewer();
    expect(sequences()[0]).toBe(windowLimit + 200);
  });
});

describe("a place that was left", () => {
  it("keeps no rows", async () => {
    await startWith(5);
    feed.stop();
    expect(sequences()).toEqual([]);
    feed.start();
    await settle();
    expect(sequences()).toEqual(down(5, 1));
  });

  it("keeps a paused list, until too many others were left: the pause stays, and is read anew", async () => {
    history = fakeHistory(eventsFrom(1, 5));
    const feedOf = eventFeeds((place) => ({ client: createClient({}, history.fetcher), place, open }));
    const paused = async (spaceId: string) => {
      feed = feedOf({ spaceId, environment: "development" });
      feed.start();
      await settle();
      feed.pause();
      feed.stop();
      return feed;
    };
    const first = await paused("first");
    for (let n = 1; n < mostLeftPaused; n += 1) await paused(`other-${n}`);
    expect(first.store.getState().window.rows).toHaveLength(5);
    await paused("one-more");
    expect(first.store.getState().window.rows).toHaveLength(0);
    feed = feedOf({ spaceId: "first", environment: "development" });
    expect(feed).toBe(first);
    feed.start();
    await settle();
    expect([sequences(), state().pausedAt === null]).toEqual([down(5, 1), false]);
  });
});

describe("filter", () => {
  it("is sent to history and to the stream", async () => {
    await startWith(5);
    feed.setFilter({ name: "movie/*", status: "rejected" });
    await settle();
    expect(history.requests.at(-1)).toContain("name=movie%2F*&status=rejected");
    expect(sources.at(-1)?.address).toContain("name=movie%2F*&status=rejected&lastEventId=5");
    expect(sources.slice(0, -1).every((source) => source.closed)).toBe(true);
  });
});

describe("while nobody looks", () => {
  const wake = async () => {
    await feed.wake();
    await settle();
  };

  it("gives its connection back, and reads what is new when seen again", async () => {
    await startWith(5);
    feed.suspend();
    expect(sources.every((source) => source.closed)).toBe(true);
    history.all.push(...eventsFrom(6, 300));
    await wake();
    expect(sequences()).toEqual(down(300, 1));
    expect(sources.at(-1)?.after).toBe(300);
    await arrive(eventsFrom(301, 302));
    expect(sequences()).toEqual(down(302, 1));
  });

  it("after a long time starts from the top, and tells those who count to ask anew", async () => {
    await startWith(5);
    const { epoch } = state();
    feed.suspend();
    history.all.push(...eventsFrom(6, 3000));
    await wake();
    expect(sequences()).toEqual(down(3000, 2001));
    expect(state().epoch).toBe(epoch + 1);
  });

  it("keeps a pause's counter exact", async () => {
    await startWith(5);
    feed.pause();
    await arrive(eventsFrom(6, 7));
    feed.suspend();
    history.all.push(...eventsFrom(8, 10));
    await wake();
    expect(sources.at(-1)?.after).toBe(7);
    sources.at(-1)?.send(...eventsFrom(8, 10));
    await settle();
    expect([state().waiting, sequences()]).toEqual([5, down(5, 1)]);
  });
});

it("tells every event of the stream to those who count, shown or not", async () => {
  await startWith(2);
  const heard: number[] = [];
  const end = feed.onReceived((events) => heard.push(...events.map((event) => event.sequence)));
  feed.pause();
  await arrive(eventsFrom(3, 4));
  end();
  await arrive(eventsFrom(5, 5));
  expect(heard).toEqual([3, 4]);
});

it("goes on with a search that was cut short, and says how far it is", async () => {
  history = fakeHistory([]);
  const pages = [
    { data: [], next: "a", searchedTo: "2026-11-20T14:00:00.000Z" },
    { data: [eventsFrom(7, 7)[0]], next: "b", searchedTo: "2026-11-20T13:00:00.000Z" },
    { data: [eventsFrom(2, 2)[0]], next: null },
  ];
  feed = new EventFeed({
    client: createClient({}, (async () => Response.json(pages.shift())) as unknown as typeof fetch),
    place: { spaceId: "cinema", environment: "development" },
    open,
  });
  feed.start({ q: "rare" });
  await settle();
  expect(state()).toMatchObject({ phase: "ready", searchedTo: "2026-11-20T14:00:00.000Z" });
  await feed.loadOlder();
  expect([sequences(), state().searchedTo]).toEqual([[7], "2026-11-20T13:00:00.000Z"]);
  await feed.loadOlder();
  expect([sequences(), state().searchedTo, state().window.older]).toEqual([[7, 2], null, null]);
});

it("says why history could not be read, and tries again when asked", async () => {
  history = fakeHistory(eventsFrom(1, 3));
  let broken = true;
  const fetcher = (async (...given: Parameters<typeof fetch>) => {
    if (broken) throw new TypeError("refused");
    return history.fetcher(...given);
  }) as typeof fetch;
  feed = new EventFeed({
    client: createClient({}, fetcher),
    place: { spaceId: "cinema", environment: "development" },
    open,
  });
  feed.start();
  await settle();
  expect(state()).toMatchObject({ phase: "failed", problem: "The server did not answer." });
  broken = false;
  feed.retry();
  await settle();
  expect(sequences()).toEqual([3, 2, 1]);
});
