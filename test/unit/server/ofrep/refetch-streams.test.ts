import { EventEmitter } from "node:events";
import type { Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream } from "../../../../src/server/http/event-stream.ts";
import { RefetchStreams } from "../../../../src/server/ofrep/refetch-streams.ts";
import { FakeFlags } from "./fake-flags.ts";

const development = { spaceId: "spc_1", environment: "development" } as const;
const start = Date.parse("2026-11-20T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

class FakeResponse extends EventEmitter {
  readonly headersSent = true;
  readonly req = { rawHeaders: [] };
  text = "";
  writableEnded = false;
  takes = true;
  socket = null;
  status() {
    return this;
  }
  set() {
    return this;
  }
  write(text: string) {
    this.text += text;
    return this.takes;
  }
  end() {
    this.writableEnded = true;
    this.emit("close");
  }
}

function open() {
  const flags = new FakeFlags();
  return { flags, streams: new RefetchStreams(flags) };
}

function reader(
  streams: RefetchStreams,
  seen: string | null = streams.position(development),
  targetingKey: string | null = null,
) {
  const res = new FakeResponse();
  const stream = new EventStream(res as unknown as Response);
  streams.connect(development, { targetingKey, seen, stream });
  const messages = () =>
    [...res.text.matchAll(/^id: (.+)\nevent: message\ndata: (.+)\n\n/gm)].map(([, id, data = ""]) => ({
      id,
      ...JSON.parse(data),
    }));
  return { res, messages };
}

test("a message has the standard's members, and its id is the position", () => {
  const { flags, streams } = open();
  const { messages } = reader(streams);
  vi.advanceTimersByTime(5000);
  flags.change();
  const position = streams.position(development);
  const lastModified = start / 1000 + 5;
  expect(messages()).toEqual([{ id: position, type: "refetchEvaluation", etag: position, lastModified }]);
});

test("who has seen the present gets an id and no message", () => {
  const { streams } = open();
  const position = streams.position(development);
  expect(reader(streams, position).res.text).toBe(`id: ${position}\n\n`);
});

test.each([null, "", "otherrun-1"])("who says it has seen %j is told to ask", (seen) => {
  const { streams } = open();
  expect(reader(streams, seen).messages()).toHaveLength(1);
});

test("a change between the question and the stream is not missed", () => {
  const { flags, streams } = open();
  const asked = streams.position(development);
  flags.change();
  expect(reader(streams, asked).messages()).toHaveLength(1);
});

test("each change is another position, even where the Space comes back", () => {
  const { flags, streams } = open();
  const positions = [streams.position(development)];
  flags.change();
  positions.push(streams.position(development));
  streams.dropSpace("spc_1");
  positions.push(streams.position(development));
  expect(new Set(positions).size).toBe(3);
});

test("what concerns one person is told to their readers alone, what concerns everybody to all", () => {
  const { flags, streams } = open();
  const readers = ["ana", "ana", "bea", null].map((id) => reader(streams, streams.position(development), id));
  const told = () => readers.map(({ messages }) => messages().length);
  flags.change({ kind: "known", id: "ana" });
  expect(told()).toEqual([1, 1, 0, 0]);
  vi.advanceTimersByTime(200);
  flags.change({ kind: "visitor", id: "ana" });
  expect(told()).toEqual([1, 1, 0, 0]);
  flags.change();
  expect(told()).toEqual([2, 2, 1, 1]);
});

test("who comes back after something that concerned another is told, to be safe", () => {
  const { flags, streams } = open();
  const seen = streams.position(development);
  reader(streams, seen, "ana");
  flags.change({ kind: "known", id: "bea" });
  expect(reader(streams, seen, "ana").messages()).toHaveLength(1);
});

test("a burst is told at its start and once at its end", () => {
  const { flags, streams } = open();
  const { messages } = reader(streams);
  for (let n = 0; n < 50; n += 1) {
    flags.change();
    vi.advanceTimersByTime(1);
  }
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(60);
  expect(messages()).toHaveLength(2);
  expect(messages().at(-1)?.id).toBe(streams.position(development));
  vi.advanceTimersByTime(10_000);
  expect(messages()).toHaveLength(2);
});

test("never more than one message in 100 ms, however long it goes on", () => {
  const { flags, streams } = open();
  const { messages } = reader(streams);
  for (let n = 0; n < 1000; n += 1) {
    flags.change();
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(1000);
  expect(messages()).toHaveLength(11);
});

test("a reader that is behind is told once, of the last change, when it has caught up", () => {
  const { flags, streams } = open();
  const { res, messages } = reader(streams);
  res.takes = false;
  for (let n = 0; n < 20; n += 1) {
    flags.change();
    vi.advanceTimersByTime(150);
  }
  expect(messages()).toHaveLength(1);
  res.takes = true;
  res.emit("drain");
  vi.advanceTimersByTime(100);
  expect(messages()).toHaveLength(2);
  expect(messages().at(-1)?.id).toBe(streams.position(development));
});

test("who has hung up is forgotten", () => {
  const { flags, streams } = open();
  const { res, messages } = reader(streams);
  res.emit("close");
  flags.change();
  expect(messages()).toHaveLength(0);
});

test("a silent stream has a heartbeat", () => {
  const { streams } = open();
  const { res } = reader(streams);
  vi.advanceTimersByTime(15_000);
  expect(res.text).toMatch(/^: /m);
});

test("a Space that goes ends its streams and no others, and is listened to no more", () => {
  const { flags, streams } = open();
  const gone = reader(streams).res;
  const kept = new FakeResponse();
  const other = { spaceId: "spc_10", environment: "development" } as const;
  const stream = new EventStream(kept as unknown as Response);
  streams.connect(other, { targetingKey: null, seen: streams.position(other), stream });
  expect(flags.listening).toBe(2);
  flags.change();
  streams.dropSpace("spc_1");
  expect([gone.writableEnded, kept.writableEnded, flags.listening]).toEqual([true, false, 1]);
});

test("an environment is listened to once, however many ask", () => {
  const { flags, streams } = open();
  for (let n = 0; n < 10; n += 1) reader(streams).res.emit("close");
  expect(flags.listening).toBe(1);
});
