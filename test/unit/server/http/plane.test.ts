import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { getHeapSpaceStatistics } from "node:v8";
import { Router } from "express";
import { expect, test, vi } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { createPlane } from "../../../../src/server/http/plane.ts";
import { collectGarbage, collectYoung } from "../../../helpers/collect-garbage.ts";

const listenerOf = (name: "platform" | "SDK", routes = Router()): Server =>
  createPlane({
    name,
    guard: () => undefined,
    routes,
    problemOrigin: () => "http://127.0.0.1:1",
    log: () => undefined,
  }).createListener();

test.each([
  ["platform", 0],
  ["SDK", limits.silentSeconds.value * 1000],
] as const)(
  "a request to the %s plane may take %i ms (0: for as long as it goes on, as an import or a recording may)",
  (name, ms) => {
    expect(listenerOf(name).requestTimeout).toBe(ms);
  },
);

test("a body that stops coming ends its request to the platform plane", async () => {
  const router = Router();
  router.post("/", (req) => void req.resume());
  const listener = listenerOf("platform", router).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{");
  const [req] = (await once(listener, "request")) as [IncomingMessage];
  await expect.poll(() => req.readableLength).toBe(0);
  const { socket } = req;
  expect(socket.timeout).toBe(limits.silentSeconds.value * 1000);
  socket.emit("timeout");
  expect(await text(client)).toMatch(/^HTTP\/1\.1 408 /);
  listener.close();
});

test.each([
  ["of which more is to come", "cd"],
  ["that has come whole", ""],
])("a body %s is silent only while it is being read", async (_, more) => {
  const router = Router();
  let read = () => {};
  router.post("/", (req, res) => {
    const slow = new PassThrough({ highWaterMark: 1 });
    req.pipe(slow);
    read = () => void slow.resume().on("end", () => res.end("read"));
  });
  const listener = listenerOf("platform", router).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  const answered = text(client);
  client.write(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${2 + more.length}\r\nConnection: close\r\n\r\nab`,
  );
  const [req] = (await once(listener, "request")) as [IncomingMessage];
  await expect.poll(() => [req.isPaused(), req.complete]).toEqual([true, more === ""]);
  const timer = vi.spyOn(req.socket, "setTimeout");
  const anew = [limits.silentSeconds.value * 1000];
  req.socket.emit("timeout");
  expect([req.socket.destroyed, timer.mock.calls]).toEqual([false, [anew]]);
  read();
  await once(req, "resume");
  expect(timer.mock.calls[1]).toEqual(anew);
  client.write(more);
  expect(await answered).toMatch(/^HTTP\/1\.1 200 .*read$/s);
  listener.close();
});

test.each([
  ["a whole answer", true],
  ["one that is written bit by bit", false],
])("%s that nobody reads is hung up on: %s", async (_, isWhole) => {
  const router = Router();
  const much = "x".repeat(32 * 1024 ** 2);
  router.get("/", (_req, res) => {
    if (isWhole) return void res.send(much);
    res.write(much);
    res.end();
  });
  const listener = listenerOf("SDK", router).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1").pause();
  client.on("error", () => undefined);
  client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const [{ socket }] = (await once(listener, "request")) as [IncomingMessage];
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
  expect(socket.timeout).toBe(limits.silentSeconds.value * 1000);
  socket.emit("timeout");
  expect(socket.destroyed).toBe(isWhole);
  client.destroy();
  socket.destroy();
  listener.close();
});

test("requests that are sent ahead are answered one after the other, and only so many may wait", async () => {
  const router = Router();
  const waiting: (() => void)[] = [];
  router.get("/:n", (req, res) => void waiting.push(() => res.send(String(req.params.n))));
  const listener = listenerOf("SDK", router).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const ask = (n: number) => `GET /${n} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const client = connect(port, "127.0.0.1").setEncoding("utf8");
  let answered = "";
  client.on("data", (text) => {
    answered += text;
  });
  client.write([1, 2, 3].map(ask).join(""));
  for (const n of [1, 2, 3]) {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    await expect.poll(() => answered).toMatch(new RegExp(`\\r\\n${n}$`));
  }
  client.destroy();
  const greedy = connect(port, "127.0.0.1");
  greedy.write(Array.from({ length: 100 }, (_, n) => ask(n)).join(""));
  await once(greedy, "close");
  expect(waiting.length).toBe(1);
  listener.close();
});

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

test("requests that are over do not become old memory", async () => {
  const router = Router();
  const held: (() => void)[] = [];
  router.get("/", (_req, res) => {
    held.push(() => res.end("x"));
  });
  const listener = listenerOf("platform", router).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const clients = Array.from({ length: 16 }, () => connect(port, "127.0.0.1"));
  let answers = 0;
  let onAll = () => {};
  for (const client of clients)
    client.on("data", () => {
      answers += 1;
      if (answers % clients.length === 0) onAll();
    });
  /** All ask at once, and are answered after a collection. */
  const round = async () => {
    const all = new Promise<void>((resolve) => {
      onAll = resolve;
    });
    for (const client of clients) client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    while (held.length < clients.length) await new Promise((resolve) => setImmediate(resolve));
    collectYoung();
    for (const answer of held.splice(0)) answer();
    await all;
  };
  for (let warm = 0; warm < 20; warm += 1) await round();
  // What is there now is old: whatever it leads to is kept until old memory is collected.
  collectGarbage();
  const before = oldBytes();
  for (let more = 0; more < 50; more += 1) await round();
  // Kept ones would take 3,700 bytes each; what is left is Node's own, and 230.
  expect((oldBytes() - before) / (50 * clients.length)).toBeLessThan(1500);
  for (const client of clients) client.destroy();
  listener.close();
});
