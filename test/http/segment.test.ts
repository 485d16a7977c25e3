import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { Analytics } from "@segment/analytics-node";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Problem } from "../../src/core/problem.ts";
import type { EnvironmentRef } from "../../src/core/refs.ts";
import { segmentRoutes } from "../../src/server/segment/segment-routes.ts";
import type { IngestItem } from "../../src/server/store/events.ts";

const receivedAt = Date.parse("2026-11-20T12:00:00.000Z");
const key = "us_dev_key";
const environment: EnvironmentRef = { spaceId: "s", environment: "development" };
let submitted: IngestItem[][] = [];
let failure: Error | null = null;
let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  app.use(
    segmentRoutes({
      authenticate: (apiKey) => (apiKey === key ? environment : null),
      ingest: {
        async submit(ref, items) {
          expect(ref).toBe(environment);
          if (failure !== null) throw failure;
          submitted.push([...items]);
        },
      },
      locksFields: () => false,
      now: () => receivedAt,
      sdkOrigin: (req) => `http://${req.headers.host}`,
    }).router,
  );
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  submitted = [];
  failure = null;
});

const events = () => submitted.flat().flatMap((item) => (item.kind === "event" ? [item.event] : []));
const refusals = () => submitted.flat().flatMap((item) => (item.kind === "refused" ? [item.event] : []));
const track = { event: "Order Completed", userId: "u1", messageId: "m1" };

async function send(path: string, body?: unknown, headers: Record<string, string> = {}, method = "POST") {
  const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: raw as BodyInit }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

describe("routes", () => {
  const table: [path: string, name: string][] = [
    ["track", "order/completed"],
    ["t", "order/completed"],
    ["identify", "user/identified"],
    ["i", "user/identified"],
    ["page", "page/viewed"],
    ["p", "page/viewed"],
    ["screen", "screen/viewed"],
    ["s", "screen/viewed"],
    ["group", "group/identified"],
    ["g", "group/identified"],
    ["alias", "user/aliased"],
    ["a", "user/aliased"],
  ];
  test.each(table)("/v1/%s", async (path, name) => {
    const answer = await send(`/v1/${path}`, { ...track, writeKey: key });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(events().map((event) => event.name)).toEqual([name]);
  });

  test.each(["batch", "b", "import"])(
    "/v1/%s takes a list, in order, with what is common to it",
    async (path) => {
      const answer = await send(`/v1/${path}`, {
        writeKey: key,
        sentAt: "2026-11-20T11:00:00Z",
        context: { library: { name: "py", version: "2" }, ip: "1" },
        integrations: { All: false },
        batch: [
          { type: "identify", userId: "u1", traits: { plan: "gold" } },
          { ...track, type: "track", timestamp: "2026-11-20T10:59:00Z" },
          { type: "page", userId: "u1", name: "Home", context: { ip: "2" }, integrations: { All: true } },
        ],
      });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(submitted).toHaveLength(1);
      expect(events().map((event) => event.name)).toEqual([
        "user/identified",
        "order/completed",
        "page/viewed",
      ]);
      expect(events().map((event) => event.time)).toEqual([receivedAt, receivedAt - 60_000, receivedAt]);
      expect(events().map((event) => event.sdk)).toEqual(Array(3).fill({ name: "py", version: "2" }));
      expect(events()[2]?.original).toMatchObject({ context: { ip: "2" }, integrations: { All: true } });
      expect(events()[1]?.original).toMatchObject({ context: { ip: "1" }, integrations: { All: false } });
    },
  );

  test("one bad message does not sink its batch", async () => {
    const batch = [
      { ...track, type: "track" },
      7,
      { type: "track", userId: "u1" },
      { ...track, type: "page", messageId: "m2" },
    ];
    expect((await send("/v1/batch", { writeKey: key, batch })).status).toBe(200);
    expect(events().map((event) => event.id)).toEqual(["m1", "m2"]);
    expect(refusals().map((event) => event.code)).toEqual(["invalid-event", "invalid-name"]);
  });

  test("/v1/m takes metrics, without a key", async () => {
    expect(await send("/v1/m", { series: [] })).toMatchObject({ status: 200, body: { success: true } });
    expect(submitted).toEqual([]);
  });

  test("settings send the browser client here and nowhere else", async () => {
    const answer = await send(`/v1/projects/${key}/settings`, undefined, {}, "GET");
    const host = `${new URL(url).host}/v1`;
    expect(answer.status).toBe(200);
    expect(answer.body.integrations).toEqual({
      "Segment.io": { apiKey: key, apiHost: host, protocol: "http" },
    });
    expect(answer.body.metrics).toEqual({ host, sampleRate: 0 });
    expect((await send("/v1/projects/nope/settings", undefined, {}, "GET")).status).toBe(401);
  });

  test("a pasted snippet is told which client to take, with the key and host that it has", async () => {
    const answer = await fetch(`${url}/analytics.js/v1/${key}/analytics.min.js`);
    expect(answer.headers.get("content-type")).toContain("text/javascript");
    const said: string[] = [];
    new Function("console", await answer.text())({ error: (words: string) => said.push(words) });
    expect(said).toEqual([expect.stringContaining(`load({"writeKey":"${key}","cdnURL":"${url}"})`)]);
  });

  test("a pixel is always a picture", async () => {
    const message = JSON.stringify({ ...track, writeKey: key });
    for (const data of [
      Buffer.from(message).toString("base64"),
      Buffer.from(message).toString("base64url"),
      message,
    ]) {
      const answer = await send(`/v1/pixel/track?data=${encodeURIComponent(data)}`, undefined, {}, "GET");
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/gif");
    }
    expect(events().map((event) => event.name)).toEqual(Array(3).fill("order/completed"));
    const plus = Buffer.from(
      JSON.stringify({ ...track, writeKey: key, properties: { x: ">>>>>>", y: "~~~>>>" } }),
    ).toString("base64");
    expect(plus).toContain("+");
    await send(`/v1/pixel/track?data=${plus}`, undefined, {}, "GET");
    expect(events()[3]?.pairs[0]).toEqual({ key: "x", value: ">>>>>>" });
    const latin1 = Buffer.from(message.replace("Order", "\xd6rder"), "latin1").toString("base64url");
    for (const query of ["", `?data=${latin1}`, "?data=%%%", "?data=bm9wZQ", "?data={}", "?data=a&data=b"]) {
      expect((await send(`/v1/pixel/track${query}`, undefined, {}, "GET")).status).toBe(200);
    }
    expect(events()).toHaveLength(4);
  });
});

describe("keys", () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const table: [string, { body?: object; headers?: Record<string, string>; query?: string; want: number }][] =
    [
      ["writeKey", { body: { writeKey: key }, want: 200 }],
      ["Basic", { headers: basic(`${key}:`), want: 200 }],
      ["Basic without its colon", { headers: basic(key), want: 200 }],
      ["Bearer", { headers: { authorization: `Bearer ${key}` }, want: 200 }],
      ["bearer", { headers: { authorization: `bearer ${key}` }, want: 200 }],
      ["X-API-Key", { headers: { "x-api-key": key }, want: 200 }],
      ["?key=", { query: `?key=${key}`, want: 200 }],
      [
        "an OAuth token beside writeKey",
        { body: { writeKey: key }, headers: { authorization: "Bearer x" }, want: 200 },
      ],
      ["none", { want: 401 }],
      ["an unknown one", { body: { writeKey: "us_dev_other" }, want: 401 }],
      ["the password of Basic", { headers: basic(`x:${key}`), want: 401 }],
      ["one that is no text", { body: { writeKey: { a: key } }, want: 401 }],
      ["a list in the query", { query: `?key=x&key=${key}`, want: 401 }],
      ["a key of Object", { body: { writeKey: "__proto__" }, want: 401 }],
    ];
  test.each(table)("%s", async (_, { body = {}, headers = {}, query = "", want }) => {
    const answer = await send(`/v1/track${query}`, { ...track, ...body }, headers);
    expect(answer.status).toBe(want);
    expect(answer.body.success).toBe(want === 200);
    expect(submitted).toHaveLength(want === 200 ? 1 : 0);
    expect(answer.headers.get("www-authenticate")).toBe(want === 401 ? 'Bearer realm="understudy"' : null);
  });
});

describe("bodies", () => {
  test.each(["text/plain;charset=UTF-8", "application/x-www-form-urlencoded", ""])(
    "JSON as %j",
    async (type) => {
      const body = Buffer.from(JSON.stringify({ ...track, writeKey: key }));
      expect((await send("/v1/track", body, type === "" ? {} : { "content-type": type })).status).toBe(200);
      expect(events()).toHaveLength(1);
    },
  );

  test("gzip", async () => {
    const body = gzipSync(JSON.stringify({ ...track, writeKey: key }));
    expect((await send("/v1/track", body, { "content-encoding": "gzip" })).status).toBe(200);
    expect(events()).toHaveLength(1);
  });

  const big = (bytes: number) => "x".repeat(bytes);
  const headers = { "x-api-key": key };
  const table: [
    string,
    { path?: string; body: unknown; headers?: Record<string, string>; want: [number, string] },
  ][] = [
    ["broken JSON", { body: '{"event":', want: [400, "not JSON"] }],
    ["no body", { body: undefined, want: [400, "JSON object"] }],
    ["a list", { body: [], want: [400, "JSON object"] }],
    ["a scalar", { body: "null", want: [400, "JSON object"] }],
    ["too deep", { body: `${"[".repeat(100_000)}${"]".repeat(100_000)}`, want: [400, "64 levels"] }],
    ["a batch without its list", { path: "/v1/batch", body: {}, want: [400, "batch must be a list"] }],
    [
      "a batch over 500 KiB",
      { path: "/v1/batch", body: { batch: [big(500 * 1024)] }, want: [400, "512000 bytes"] },
    ],
    [
      "a small gzip of a batch over 500 KiB",
      {
        path: "/v1/batch",
        body: gzipSync(JSON.stringify({ batch: [big(5e6)] })),
        headers: { "content-encoding": "gzip" },
        want: [400, "inflating"],
      },
    ],
    [
      "too many messages",
      { path: "/v1/batch", body: { batch: Array(5001).fill(1) }, want: [400, "5000 messages"] },
    ],
    [
      "a context that multiplies",
      {
        path: "/v1/batch",
        body: { context: { x: big(100_000) }, batch: Array(200).fill({}) },
        want: [400, "8 MiB"],
      },
    ],
    [
      "an encoding nobody knows",
      { body: "{}", headers: { "content-encoding": "rot13" }, want: [415, "rot13"] },
    ],
    ["bad gzip", { body: "{}", headers: { "content-encoding": "gzip" }, want: [400, "inflate"] }],
  ];
  test.each(table)(
    "%s is refused in the standard's shape",
    async (_, { path = "/v1/track", want: [status, words], ...given }) => {
      const answer = await send(path, given.body, { ...headers, ...given.headers });
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ success: false, message: expect.stringContaining(words) });
      expect(submitted).toEqual([]);
    },
  );

  test("a single call over 32 KiB is a 400, and is kept with its reason", async () => {
    const answer = await send("/v1/track", { ...track, writeKey: key, properties: { x: big(32 * 1024) } });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, message: expect.stringContaining("32768") },
    });
    expect(refusals()).toMatchObject([{ code: "too-large", id: "m1" }]);
  });

  test("hostile keys are harmless", async () => {
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
    const one = `{"type":"identify","userId":"u1","traits":${hostile},"context":${hostile},"__proto__":{"userId":"u2"}}`;
    const body = `{"writeKey":"${key}","context":${hostile},"integrations":${hostile},"batch":[${one}]}`;
    expect((await send("/v1/batch", body)).status).toBe(200);
    expect(submitted.flat()[0]).toMatchObject({ event: { person: { id: "u1" } }, fields: {} });
    expect(JSON.stringify(events()[0]?.original)).toContain('"__proto__":{"userId":"u2"}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("failures", () => {
  test("busy asks to come again", async () => {
    failure = new Problem("busy", "Too much at once.", { headers: { "Retry-After": "3" } });
    const answer = await send("/v1/batch", { writeKey: key, batch: [{ ...track, type: "track" }] });
    expect(answer).toMatchObject({ status: 503, body: { success: false, message: "Too much at once." } });
    expect(answer.headers.get("retry-after")).toBe("3");
    failure = new Problem("busy", "Too much at once.");
    expect((await send("/v1/track", { ...track, writeKey: key })).headers.get("retry-after")).toBe("1");
    expect(
      (
        await send(
          `/v1/pixel/track?data=${JSON.stringify({ ...track, writeKey: key })}`,
          undefined,
          {},
          "GET",
        )
      ).status,
    ).toBe(503);
  });

  const table: [method: string, path: string, status: number, allow: string | null][] = [
    ["GET", "/v1/track", 405, "POST"],
    ["DELETE", "/v1/b", 405, "POST"],
    ["POST", `/v1/projects/${key}/settings`, 405, "GET, HEAD"],
    ["POST", "/v1/pixel/page", 405, "GET, HEAD"],
    ["POST", "/v1/nothing", 404, null],
    ["GET", "/v1", 404, null],
    ["GET", "/v1/projects/%ff/settings", 400, null],
  ];
  test.each(table)("%s %s is %i in the standard's shape", async (method, path, status, allow) => {
    const answer = await send(path, undefined, {}, method);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, message: expect.any(String) });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("a preflight is left to the plane", async () => {
    expect((await send("/v1/track", undefined, {}, "OPTIONS")).body).not.toMatchObject({ success: false });
  });
});

test("the published client tries again after a 503, and loses nothing", async () => {
  failure = new Problem("busy", "Too much at once.", { headers: { "Retry-After": "1" } });
  const analytics = new Analytics({ writeKey: key, host: url, flushAt: 1 });
  analytics.track({ userId: "u1", event: "Order Completed" });
  setTimeout(() => {
    failure = null;
  }, 500);
  await analytics.closeAndFlush({ timeout: 10_000 });
  expect(events().map((event) => event.name)).toEqual(["order/completed"]);
});
