import { EventEmitter } from "node:events";
import type { Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream } from "../../../../src/server/http/event-stream.ts";

/** As much of a response as a stream uses; its reader is as slow as the test says. */
class FakeResponse extends EventEmitter {
  readonly written: string[] = [];
  writableEnded = false;
  takes = true;
  socket = null;
  headersSent = true;
  readonly req = { rawHeaders: ["Host", "127.0.0.1"] };
  status() {
    return this;
  }
  readonly headers: Record<string, string> = {};
  set(headers: Record<string, string>) {
    Object.assign(this.headers, headers);
    return this;
  }
  write(text: string) {
    if (this.writableEnded) throw new Error("write after end");
    this.written.push(text);
    return this.takes;
  }
  end() {
    this.writableEnded = true;
  }
  destroy() {
    this.emit("close");
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const res = new FakeResponse();
  return { res, stream: new EventStream(res as unknown as Response) };
}

test("is held back by no nginx, also by one as it comes", () => {
  // https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
  expect(open().res.headers).toMatchObject({ "X-Accel-Buffering": "no" });
});

test("a reader that is behind is waited for, again and again, without a trace", async () => {
  const { res, stream } = open();
  const listeners = () => res.eventNames().reduce((sum, name) => sum + res.listenerCount(name), 0);
  const before = listeners();
  for (let round = 0; round < 20; round += 1) {
    res.takes = false;
    stream.write("x");
    expect(stream.writable).toBe(false);
    const ready = stream.ready();
    res.emit("drain");
    await ready;
    expect(stream.writable).toBe(true);
  }
  expect(listeners()).toBe(before);
});

test("nothing is written once the response was ended from elsewhere, as the server's stop does", () => {
  const { res, stream } = open();
  res.end();
  stream.write("late");
  expect([stream.ended, res.written]).toEqual([true, []]);
});

test("an error of the response ends the stream, and everybody who waits hears of it", async () => {
  const { res, stream } = open();
  let ends = 0;
  stream.onEnd(() => {
    ends += 1;
  });
  res.takes = false;
  stream.write("x");
  const ready = stream.ready();
  res.emit("error", new Error("write after end"));
  await ready;
  res.emit("close");
  expect([ends, stream.ended]).toEqual([1, true]);
});

test("a reader that takes nothing for a minute is hung up on; one that takes something now and then is not", () => {
  const { res: slow, stream: kept } = open();
  const { res: gone, stream } = open();
  for (const res of [slow, gone]) res.takes = false;
  kept.write("x");
  stream.write("x");
  vi.advanceTimersByTime(45_000);
  slow.emit("drain");
  kept.write("y");
  vi.advanceTimersByTime(15_000);
  expect([kept.ended, stream.ended]).toEqual([false, true]);
  // Nothing more was heaped up for either.
  expect([slow.written, gone.written]).toEqual([["x", "y"], ["x"]]);
});

test("a silent stream says now and then that it is there", () => {
  const { res } = open();
  vi.advanceTimersByTime(30_000);
  expect(res.written).toEqual([": still here\n\n", ": still here\n\n"]);
});
