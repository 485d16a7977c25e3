import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type ConnectionState,
  followEvents,
  gatherTime,
} from "../../../../src/renderer/live/event-stream.ts";
import { eventNo, eventsFrom, FakeEventSource } from "../fakes.ts";

let sources: FakeEventSource[];
let seen: number[];
let states: ConnectionState[];
let resets: number;
let stream: { readonly close: () => void };

const current = () => sources.at(-1) as FakeEventSource;

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  seen = [];
  states = [];
  resets = 0;
  stream = followEvents({
    address: (after) => `/stream?lastEventId=${after}`,
    after: 3,
    onEvents: (events) => seen.push(...events.map((event) => event.sequence)),
    onState: (state) => states.push(state),
    onReset: () => {
      resets += 1;
    },
    open: (address) => {
      const source = new FakeEventSource(address);
      sources.push(source);
      return source;
    },
  });
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

it("starts right behind what is known", () => {
  expect(current().after).toBe(3);
});

it("tells events in order, gathered", () => {
  current().send(...eventsFrom(4, 6));
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(gatherTime);
  expect(seen).toEqual([4, 5, 6]);
});

it("refuses what it has seen already", () => {
  current().send(eventNo(4), eventNo(4), eventNo(2), eventNo(5));
  vi.advanceTimersByTime(gatherTime);
  expect(seen).toEqual([4, 5]);
});

it("comes back by itself, behind the last event received", () => {
  current().onopen?.();
  current().send(...eventsFrom(4, 5));
  current().onerror?.();
  expect(states).toEqual(["connecting", "live", "lost"]);
  vi.advanceTimersByTime(10_000);
  expect(sources).toHaveLength(2);
  expect(sources[0]?.closed).toBe(true);
  expect(current().after).toBe(5);
  current().send(...eventsFrom(5, 8));
  vi.advanceTimersByTime(gatherTime);
  expect(seen).toEqual([4, 5, 6, 7, 8]);
});

it("sees each event once over fifty lost connections", () => {
  let sent = 3;
  for (let round = 0; round < 50; round += 1) {
    const source = current();
    source.send(...eventsFrom(source.after + 1, sent + 7));
    sent += 7;
    source.onerror?.();
    vi.advanceTimersByTime(5000);
  }
  vi.advanceTimersByTime(gatherTime);
  expect(seen).toEqual(eventsFrom(4, sent).map((event) => event.sequence));
});

it("stays away once closed", () => {
  current().onerror?.();
  stream.close();
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(1);
});

it("goes on behind the reset where an older copy of the log was put back", () => {
  current().send(...eventsFrom(4, 9));
  current().onerror?.();
  vi.advanceTimersByTime(10_000);
  current().reset(5, "5-ab12");
  current().send(...eventsFrom(6, 7));
  vi.advanceTimersByTime(gatherTime);
  expect([resets, seen]).toEqual([1, [4, 5, 6, 7, 8, 9, 6, 7]]);
  current().reset(7, "7-ab12");
  current().onerror?.();
  vi.advanceTimersByTime(10_000);
  expect(current().address).toBe("/stream?lastEventId=7-ab12");
});
