import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../helpers/eventually.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
const held: Socket[] = [];
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy();
  await server.remove();
});

/**
 * Connections that send this and then say nothing. Each is `ready` once this resolves, or was cut off already. They come a hundred
 * at a time, each time until one after them was taken: of more at once the system lets some wait, which then come after others.
 */
async function hold(count: number, url: string, text: string, ready = "connect"): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    await Promise.all(Array.from({ length: Math.min(left, 100) }, () => holdOne(url, text, ready)));
    await fetch(`${url}/healthz`, { headers: { connection: "close" } }).catch(() => {});
  }
}

function holdOne(url: string, text: string, ready: string): Promise<unknown> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  held.push(socket);
  socket.on("error", () => {});
  socket.write(text);
  return new Promise((resolve) => socket.once(ready, resolve).once("close", resolve));
}

/** Whether both planes answer a client that has no connection yet. */
const answers = () =>
  Promise.all(
    [server.platformUrl, server.sdkUrl].map(async (url) => {
      const answer = await fetch(`${url}/healthz`, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(5_000),
      });
      return answer.status;
    }),
  );

test("held connections on the SDK plane keep nobody out, on neither plane, however few files may be open", async () => {
  server = await startTestServer({ openFiles: 320 });
  await hold(600, server.sdkUrl, "POST /v1/track HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  await hold(1000, server.sdkUrl, "");
  expect(await answers()).toEqual([200, 200]);
  await hold(300, server.sdkUrl, "POST /v1/track HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{");
  expect(await answers()).toEqual([200, 200]);
  expect((await server.api("PUT", "/v2/lan", { open: false })).status).toBe(200);
});

test("where every connection of the SDK plane has a stream, the next is told to come again; the platform answers", async () => {
  server = await startTestServer({ openFiles: 320 });
  const { body } = await server.sdk("POST", "/sdk/v1/sessions", {
    sdk: { name: "t", version: "1" },
    device: { id: "d", platform: "web" },
  });
  const streamed = `GET /sdk/v1/sessions/${body.session.id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${server.keys.development}\r\n\r\n`;
  await hold(200, server.sdkUrl, streamed, "data");
  const next = await fetch(`${server.sdkUrl}/healthz`, { headers: { connection: "close" } });
  expect([next.status, next.headers.get("retry-after"), (await next.json()).code]).toEqual([
    503,
    "1",
    "busy",
  ]);
  expect((await server.api("GET", "/v2/status")).status).toBe(200);
  for (const socket of held.splice(0)) socket.destroy();
  await eventually(async () => expect((await fetch(`${server.sdkUrl}/healthz`)).status).toBe(200));
});
