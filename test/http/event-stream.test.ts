import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReadEvent, readEvents } from "../helpers/event-reader.ts";
import { Random } from "../helpers/random.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

const stream = "/v2/spaces/my-first-space/environments/development/events/stream";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

const batch = (size: number, name = "movie/watched") => {
  const time = new Date().toISOString();
  return {
    sentAt: time,
    events: Array.from({ length: size }, () => ({ id: randomUUID(), name, time, userId: "u1" })),
  };
};

async function sendMany(events: number, connections: number): Promise<void> {
  let left = events;
  const connection = async () => {
    while (left > 0) {
      const size = Math.min(500, left);
      left -= size;
      const answer = await server.sdk("POST", "/sdk/v1/events", batch(size));
      expect(answer.status).toBe(202);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

test("a reader that is cut off and resumes 50 times while 20,000 events arrive sees each exactly once, in order", async () => {
  const random = new Random(7);
  const total = 20_000;
  const seen: number[] = [];
  // Each of the first 50 takes 1 to 333 events, wherever that is in what the server writes; the next takes the rest.
  const reading = async () => {
    for (let cut = 0; cut < 50; cut += 1) await readUntil(seen.length + 1 + random.below(333), seen);
    await readUntil(total, seen);
  };
  await Promise.all([sendMany(total, 4), reading()]);
  expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
});

/** Reads on after what was seen until it is `enough`, and cuts the stream off there. @throws where the stream ends before */
async function readUntil(enough: number, seen: number[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const reader = readEvents(server, stream, {
      after: seen.at(-1) ?? 0,
      onEvent: ({ sequence }) => {
        seen.push(sequence);
        if (seen.length < enough) return;
        reader.stop();
        resolve();
      },
    });
    void reader.ended.then(() =>
      reject(new Error(`the stream ended after ${seen.length} of ${enough} events`)),
    );
  });
}

test("a filtered reader sees only what it asked for, and a slow one misses nothing", async () => {
  const names: string[] = [];
  const reader = readEvents(server, `${stream}?name=order/*`, {
    onEvent: ({ data }: ReadEvent) => names.push(data.name),
  });
  await reader.connected;
  await server.sdk("POST", "/sdk/v1/events", batch(3, "order/completed"));
  await server.sdk("POST", "/sdk/v1/events", batch(3, "movie/watched"));
  await server.sdk("POST", "/sdk/v1/events", batch(2, "order/refunded"));
  await expect.poll(() => names.length).toBe(5);
  reader.stop();
  expect(names).toEqual([
    "order/completed",
    "order/completed",
    "order/completed",
    "order/refunded",
    "order/refunded",
  ]);
});

test("a reader resumes across a restart of the server without a gap or a duplicate", async () => {
  const first = await startServerHere();
  const seen: number[] = [];
  const onEvent = ({ sequence }: ReadEvent) => seen.push(sequence);
  const before = readEvents(first, stream, { after: 0, onEvent });
  await before.connected;
  await first.sdk("POST", "/sdk/v1/events", batch(40));
  await expect.poll(() => seen.length).toBe(40);
  await first.sdk("POST", "/sdk/v1/events", batch(30));
  await first.stop();
  await before.ended;
  const second = await startServerHere({ dataDir: first.dataDir });
  const after = readEvents(second, stream, { after: seen.at(-1) ?? 0, onEvent });
  await after.connected;
  await second.sdk("POST", "/sdk/v1/events", batch(30));
  await expect.poll(() => seen.length).toBe(100);
  after.stop();
  await second.remove();
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

/** A look at the SDK plane by a connection of its own. */
const look = () =>
  new Promise<void>((resolve, reject) => {
    http
      .get(new URL("/healthz", server.sdkUrl), { agent: false }, (response) => {
        response.resume().on("end", resolve);
      })
      .on("error", reject);
  });

/** A request whose body is only half sent until `finish` is called. */
function halfSent(body: string): {
  readonly begun: Promise<void>;
  readonly finish: () => void;
  readonly status: Promise<number>;
} {
  const headers = { "x-api-key": server.keys.development, "content-length": Buffer.byteLength(body) };
  const request = http.request(new URL("/sdk/v1/events", server.sdkUrl), { method: "POST", headers });
  const begun = new Promise<void>((resolve) => request.write(body.slice(0, 10), () => resolve()));
  const status = new Promise<number>((resolve, reject) => {
    request.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    request.on("error", reject);
  });
  return { begun, finish: () => request.end(body.slice(10)), status };
}

test("a reader that asks for its connection to be closed afterwards is told that it will be", async () => {
  const headers = { authorization: `Bearer ${server.token}`, connection: "close" };
  const sent = http.get(new URL(stream, server.platformUrl), { headers });
  const [answer] = (await once(sent, "response")) as [http.IncomingMessage];
  expect(answer.headers).toMatchObject({
    connection: "close",
    "content-type": expect.stringContaining("event-stream"),
  });
  sent.destroy();
});

test("a stop ends open streams at once and lets a request in flight finish", async () => {
  const reader = readEvents(server, stream, { onEvent: () => undefined });
  await reader.connected;
  const request = halfSent(JSON.stringify(batch(1)));
  await request.begun;
  // The server has it once a later one on another connection is answered.
  await look();
  const stopped = server.stop();
  await reader.ended;
  request.finish();
  expect(await request.status).toBe(202);
  expect(await stopped).toBe(0);
});
