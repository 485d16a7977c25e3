import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { boundsOf, Connections } from "../../../../src/server/http/connections.ts";

class FakeSocket extends EventEmitter {
  destroyed = false;
  writableLength = 0;
  bytesRead = 0;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
    this.emit("close");
  }
}

const setUp = (bounds: { connections: number; fromOneAddress: number; bodyBytes?: number }) => {
  const connections = new Connections({ bodyBytes: 100, ...bounds }, (address) => address === "10.0.0.5");
  const come = (address = "127.0.0.1") => {
    const socket = new FakeSocket(address);
    connections.accept(socket as unknown as Socket);
    return socket;
  };
  const ask = (socket: FakeSocket, headers: Record<string, string> = {}) => {
    const req = Object.assign(new EventEmitter(), { socket, headers });
    const res = Object.assign(new EventEmitter(), { writableFinished: false });
    connections.asks(req as unknown as IncomingMessage, res as unknown as ServerResponse);
    return {
      endBody: () => req.emit("end"),
      answer: () => {
        res.writableFinished = true;
        res.emit("close");
      },
    };
  };
  const refuses = (socket: FakeSocket) => connections.refuses(socket as unknown as Socket);
  return { connections, come, ask, refuses };
};

describe("answers that wait to be read", () => {
  it("are bounded: whoever has left one longest makes room, and nobody who has just been answered", () => {
    vi.useFakeTimers();
    const { come } = setUp({ connections: 9, fromOneAddress: 9 });
    const [first, second, third] = [come(), come(), come()];
    const all = () => [first, second, third].map((one) => one.destroyed);
    const half = limits.unreadBytes.value / 2;
    first.writableLength = half;
    vi.advanceTimersByTime(1_000);
    second.writableLength = half;
    vi.advanceTimersByTime(5_000);
    expect(all()).toEqual([false, false, false]);
    third.writableLength = half;
    vi.advanceTimersByTime(250);
    expect(all()).toEqual([true, false, false]);
    first.writableLength = 0;
    // It is read to its end, and another one is written.
    second.writableLength = 0;
    vi.advanceTimersByTime(250);
    for (const one of [second, third]) one.writableLength = 2 * half;
    vi.advanceTimersByTime(1_500);
    expect(all()).toEqual([true, false, false]);
    vi.advanceTimersByTime(1_000);
    expect(all()).toEqual([true, false, true]);
    vi.useRealTimers();
  });
});

describe("bodies that are still coming", () => {
  it("count as what they may be inflated to", () => {
    vi.useFakeTimers();
    const { come, ask } = setUp({ connections: 9, fromOneAddress: 9, bodyBytes: 512 * 1024 });
    const packed = [come(), come()];
    for (const one of packed) ask(one, { "content-length": "90", "content-encoding": "gzip" });
    vi.advanceTimersByTime(3_000);
    expect(packed.filter((one) => one.destroyed)).toHaveLength(1);
    vi.useRealTimers();
  });

  it("are bounded by what has come of them, and what came before on the connection does not count", () => {
    vi.useFakeTimers();
    const { come, ask } = setUp({ connections: 9, fromOneAddress: 9 });
    const [first, second, whole] = [come(), come(), come()];
    const body = { "content-length": "90" };
    first.bytesRead = 1_000;
    for (const one of [first, second]) ask(one, body);
    ask(whole, body).endBody();
    Object.assign(first, { bytesRead: 1_020 });
    Object.assign(second, { bytesRead: 80 });
    Object.assign(whole, { bytesRead: 90 });
    vi.advanceTimersByTime(1_000);
    expect([first, second, whole].map((one) => one.destroyed)).toEqual([false, false, false]);
    second.bytesRead = 81;
    vi.advanceTimersByTime(3_000);
    expect([first, second, whole].map((one) => one.destroyed)).toEqual([true, false, false]);
    vi.useRealTimers();
  });

  it("count also where they were sent ahead", () => {
    vi.useFakeTimers();
    const { come, ask } = setUp({ connections: 9, fromOneAddress: 9 });
    const ahead = come();
    const first = ask(ahead, { "content-length": "1" });
    ask(ahead, { "content-length": "200" });
    first.endBody();
    first.answer();
    ahead.bytesRead = 101;
    vi.advanceTimersByTime(3_000);
    expect(ahead.destroyed).toBe(true);
    vi.useRealTimers();
  });
});

const wide = { connections: 1000, fromOneAddress: 2 };

describe("more connections than there may be", () => {
  it("the one that has waited longest makes room, and who sends a body after all that wait", () => {
    const { come, ask, connections } = setUp({ connections: 3, fromOneAddress: 9 });
    const [asking, sending, silent] = [come(), come(), come()];
    ask(asking);
    ask(sending, { "content-length": "10" });
    const next = come();
    expect([asking, sending, silent, next].map((one) => one.destroyed)).toEqual([false, false, true, false]);
    ask(next);
    come();
    expect([asking, sending, next].map((one) => one.destroyed)).toEqual([false, true, false]);
    expect(connections.count).toBe(3);
  });

  it("a request is whole with its body, and its connection waits again once it is answered", () => {
    const { come, ask } = setUp({ connections: 2, fromOneAddress: 9 });
    const [first, second] = [come(), come()];
    const request = ask(first, { "transfer-encoding": "chunked" });
    request.endBody();
    come();
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    request.answer();
    come();
    come();
    expect(first.destroyed).toBe(true);
  });

  it("one that has asked twice waits once both are answered", () => {
    const { come, ask, refuses } = setUp({ connections: 1, fromOneAddress: 9 });
    const twice = come();
    const [first, second] = [ask(twice), ask(twice)];
    first.answer();
    const next = come();
    expect([twice.destroyed, refuses(next)]).toEqual([false, true]);
    next.destroy();
    second.answer();
    come();
    expect(twice.destroyed).toBe(true);
  });

  it("where all are being answered, the next is told so, and is forgotten when it goes", () => {
    const { come, ask, refuses, connections } = setUp({ connections: 1, fromOneAddress: 9 });
    const streaming = come();
    ask(streaming);
    const next = come();
    expect([refuses(streaming), refuses(next), next.destroyed]).toEqual([false, true, false]);
    const refused = ask(next);
    refused.answer();
    next.destroy();
    streaming.destroy();
    expect(connections.count).toBe(0);
    expect(refuses(come())).toBe(false);
  });

  it("a hundred are told so, more are cut off", () => {
    const { come, ask, connections } = setUp({ connections: 1, fromOneAddress: 9 });
    ask(come());
    const told = Array.from({ length: 100 }, () => come());
    expect(told.every((one) => !one.destroyed)).toBe(true);
    expect(come().destroyed).toBe(true);
    expect(connections.count).toBe(101);
  });

  it("an address of the network is bounded by itself; this machine's own are not", () => {
    const { come, ask, refuses } = setUp(wide);
    const [a, b] = [come("192.168.1.7"), come("192.168.1.7")];
    const other = come("192.168.1.8");
    ask(b);
    const c = come("192.168.1.7");
    expect([a, b, other, c].map((one) => one.destroyed)).toEqual([true, false, false, false]);
    ask(c);
    expect(refuses(come("192.168.1.7"))).toBe(true);
    for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      for (let count = 0; count < 5; count += 1) expect(refuses(come(own))).toBe(false);
    // A proxy that is trusted has many people behind it.
    const behind = Array.from({ length: 5 }, () => come("10.0.0.5"));
    expect(behind.map((one) => one.destroyed)).toEqual(behind.map(() => false));
  });
});

describe("how many there may be", () => {
  it.each([
    [320, 80, 160],
    [1024, 256, 512],
    [4096, 1024, 2560],
    [1_048_576, 2000, 12_000],
    [Number.POSITIVE_INFINITY, 2000, 12_000],
  ])("with %d files: %d on the platform plane, %d on the SDK plane", (files, platform, sdk) => {
    expect(boundsOf("platform", files).connections).toBe(platform);
    expect(boundsOf("SDK", files).connections).toBe(sdk);
  });
});
