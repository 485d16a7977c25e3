import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

// The SDK's own routes are answered without Express where they are asked for plainly; with a question mark at
// the end they go through it. Both must answer the same, to the byte.
let server: TestServer;
let session: string;
beforeAll(async () => {
  server = await startServerHere();
  const { body } = await server.sdk("POST", "/sdk/v1/sessions", start);
  session = body.session.id;
  const path = "/v2/spaces/my-first-space";
  await server.api("PATCH", path, { allowedOrigins: ["https://shop.example"] });
});
afterAll(() => server.remove());

const start = {
  userId: "ana",
  sdk: { name: "browser", version: "1.0.0" },
  device: { id: "d1", platform: "web", locale: "pt", timeZone: "Europe/Lisbon" },
};
const events = { events: [{ id: "e1", name: "movie/watched", time: "2026-11-20T14:32:06Z", userId: "ana" }] };
const json = { "Content-Type": "application/json" };

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The answer as it comes over the wire, but for what differs from one request to the next. */
async function bytesOf({ method = "POST", path, headers = {}, body = "" }: Asked): Promise<string> {
  const { hostname, port } = new URL(server.sdkUrl);
  const all = {
    Host: `${hostname}:${port}`,
    Connection: "close",
    ...(body.length > 0 && { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A body that is refused for its length is not read to its end.
  socket.on("error", () => {});
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  await once(socket, "close");
  return Buffer.concat(chunks)
    .toString()
    .replace(/^(X-Request-Id|Date|Understudy-Clock): .*$/gim, "$1")
    .replace(/"(id|startedAt)":"((?:ses|evt)_\w+|2\d\d\d-[^"]*)"/g, '"$1"');
}

const withKey = (headers: object = {}) => ({ "X-API-Key": server.keys.development, ...json, ...headers });
const bearer = () => ({ ...json, Authorization: `Bearer ${server.keys.development}` });
const fromShop = { Origin: "https://shop.example" };
const foreign = { Origin: "https://evil.example" };
const zipped = { "Content-Encoding": "gzip" };
const context = JSON.stringify({ context: { targetingKey: "ana" } });
const segment = (writeKey?: string) => {
  const call = { messageId: "m1", userId: "ana", event: "Movie Watched", timestamp: "2026-11-20T14:32:06Z" };
  return JSON.stringify({ ...call, batch: [{ ...call, type: "track" }], ...(writeKey && { writeKey }) });
};
const large = JSON.stringify({ events: [], more: "x".repeat(600_000) });
const cases: readonly [name: string, asked: () => Asked][] = [
  ["a session", () => ({ path: "/sdk/v1/sessions", headers: withKey(), body: JSON.stringify(start) })],
  [
    "a session without the SDK's properties",
    () => ({ path: "/sdk/v1/sessions", headers: withKey(), body: "{}" }),
  ],
  [
    "a session with a wrong field",
    () => ({ path: "/sdk/v1/sessions", headers: withKey(), body: JSON.stringify({ ...start, userId: 7 }) }),
  ],
  ["no body", () => ({ path: "/sdk/v1/sessions", headers: withKey() })],
  ["no key", () => ({ path: "/sdk/v1/sessions", body: JSON.stringify(start) })],
  [
    "an unknown key",
    () => ({ path: "/sdk/v1/events", headers: { "X-API-Key": "us_dev_none" }, body: JSON.stringify(events) }),
  ],
  ["events", () => ({ path: "/sdk/v1/events", headers: withKey(), body: JSON.stringify(events) })],
  [
    "events as plain text",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ "Content-Type": "text/plain" }),
      body: JSON.stringify(events),
    }),
  ],
  [
    "refused events",
    () => ({ path: "/sdk/v1/events", headers: withKey(), body: '{"events":[{"name":"no"}]}' }),
  ],
  ["no events", () => ({ path: "/sdk/v1/events", headers: withKey(), body: '{"events":7}' })],
  ["broken JSON", () => ({ path: "/sdk/v1/events", headers: withKey(), body: '{"events":[' })],
  [
    "a foreign charset",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ "Content-Type": "application/json; charset=latin1" }),
      body: "{}",
    }),
  ],
  [
    "gzip",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ "Content-Encoding": "gzip" }),
      body: gzipSync(JSON.stringify(events)),
    }),
  ],
  [
    "broken gzip",
    () => ({ path: "/sdk/v1/events", headers: withKey({ "Content-Encoding": "gzip" }), body: "no gzip" }),
  ],
  [
    "an unknown encoding",
    () => ({ path: "/sdk/v1/events", headers: withKey({ "Content-Encoding": "zip" }), body: "{}" }),
  ],
  ["more than it takes", () => ({ path: "/sdk/v1/events", headers: withKey(), body: large })],
  [
    "more than it takes, inflated",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ "Content-Encoding": "gzip" }),
      body: gzipSync(large),
    }),
  ],
  [
    "a foreign Host",
    () => ({ path: "/sdk/v1/events", headers: withKey({ Host: "evil.example" }), body: "{}" }),
  ],
  [
    "an allowed origin",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ Origin: "https://shop.example" }),
      body: JSON.stringify(events),
    }),
  ],
  [
    "a foreign origin",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ Origin: "https://evil.example" }),
      body: JSON.stringify(events),
    }),
  ],
  [
    "a preflight",
    () => ({
      method: "OPTIONS",
      path: "/sdk/v1/events",
      headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" },
    }),
  ],
  ["another method", () => ({ method: "PUT", path: "/sdk/v1/events", headers: withKey(), body: "{}" })],
  ["states", () => ({ method: "GET", path: `/sdk/v1/sessions/${session}/states`, headers: withKey() })],
  [
    "the head of states",
    () => ({ method: "HEAD", path: `/sdk/v1/sessions/${session}/states`, headers: withKey() }),
  ],
  [
    "states that were seen",
    () => ({
      method: "GET",
      path: `/sdk/v1/sessions/${session}/states`,
      headers: withKey({ "If-None-Match": "*" }),
    }),
  ],
  [
    "states that were seen, to a cache",
    () => ({
      method: "GET",
      path: `/sdk/v1/sessions/${session}/states`,
      headers: withKey({ "If-None-Match": "*", "Cache-Control": "no-cache" }),
    }),
  ],
  [
    "states of nobody",
    () => ({ method: "GET", path: "/sdk/v1/sessions/ses_none/states", headers: withKey() }),
  ],
  [
    "a stream of nobody",
    () => ({ method: "GET", path: "/sdk/v1/sessions/ses_none/stream", headers: withKey() }),
  ],
  [
    "another environment's states",
    () => ({
      method: "GET",
      path: `/sdk/v1/sessions/${session}/states`,
      headers: withKey({ "X-API-Key": server.keys.production }),
    }),
  ],
  [
    "its own request id",
    () => ({
      path: "/sdk/v1/events",
      headers: withKey({ "X-Request-Id": "my-own-id-1" }),
      body: JSON.stringify(events),
    }),
  ],
  ...["/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/homepage.banner"].flatMap(
    (path): (typeof cases)[number][] => [
      [`OFREP ${path}`, () => ({ path, headers: withKey(), body: context })],
      [`OFREP ${path} by a Bearer token`, () => ({ path, headers: bearer(), body: context })],
      [`OFREP ${path} from an allowed page`, () => ({ path, headers: withKey(fromShop), body: context })],
      [`OFREP ${path} from a foreign page`, () => ({ path, headers: withKey(foreign), body: context })],
      [`OFREP ${path} without a key`, () => ({ path, headers: json, body: context })],
      [
        `OFREP ${path} that was seen`,
        () => ({ path, headers: withKey({ "If-None-Match": "*" }), body: context }),
      ],
      [`OFREP ${path} with broken JSON`, () => ({ path, headers: withKey(), body: '{"context":' })],
      [`OFREP ${path} for nobody`, () => ({ path, headers: withKey(), body: "{}" })],
      [`OFREP ${path}, more than it takes`, () => ({ path, headers: withKey(), body: large })],
      [
        `OFREP ${path} with another method`,
        () => ({ method: "PUT", path, headers: withKey(), body: context }),
      ],
    ],
  ),
  ...["/v1/batch", "/v1/track", "/v1/t"].flatMap((path): (typeof cases)[number][] => [
    [`Segment ${path}`, () => ({ path, headers: json, body: segment(server.keys.development) })],
    [`Segment ${path} by a Bearer token`, () => ({ path, headers: bearer(), body: segment() })],
    [`Segment ${path} from an allowed page`, () => ({ path, headers: withKey(fromShop), body: segment() })],
    [`Segment ${path} from a foreign page`, () => ({ path, headers: withKey(foreign), body: segment() })],
    [`Segment ${path} without a key`, () => ({ path, headers: json, body: segment() })],
    [`Segment ${path} with broken JSON`, () => ({ path, headers: withKey(), body: '{"batch":[' })],
    [`Segment ${path} with a list`, () => ({ path, headers: withKey(), body: "[]" })],
    [`Segment ${path}, more than it takes`, () => ({ path, headers: withKey(), body: large })],
    [`Segment ${path}, zipped`, () => ({ path, headers: withKey(zipped), body: gzipSync(segment()) })],
    [
      `Segment ${path} with another method`,
      () => ({ method: "PUT", path, headers: withKey(), body: segment() }),
    ],
  ]),
];

test.each(cases)("%s: the same with Express and without", async (_name, asked) => {
  const plain = asked();
  const [lean, full] = [await bytesOf(plain), await bytesOf({ ...plain, path: `${plain.path}?` })];
  expect(lean).toBe(full);
  expect(lean).toMatch(/^HTTP\/1\.1 \d{3} /);
});

test("a stream begins the same with Express and without", async () => {
  const first = async (path: string) => {
    const { hostname, port } = new URL(server.sdkUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${server.keys.development}\r\n\r\n`,
    );
    let text = "";
    for await (const chunk of socket) {
      text += chunk;
      if (/changed":\[\]}\n\n/.test(text)) break;
    }
    return text.replace(/^(X-Request-Id|Date|Understudy-Clock): .*$/gim, "$1");
  };
  const path = `/sdk/v1/sessions/${session}/stream`;
  expect(await first(path)).toBe(await first(`${path}?`));
});
