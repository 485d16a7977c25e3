import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Router } from "express";
import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { createPlane } from "../../../../src/server/http/plane.ts";

const listenerOf = (name: "platform" | "SDK"): Server =>
  createPlane({
    name,
    guard: () => undefined,
    routes: Router(),
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
  const listener = listenerOf("platform").listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{");
  const [{ socket }] = (await once(listener, "request")) as [IncomingMessage];
  expect(socket.timeout).toBe(limits.silentSeconds.value * 1000);
  socket.emit("timeout");
  expect(await text(client)).toMatch(/^HTTP\/1\.1 408 /);
  listener.close();
});
