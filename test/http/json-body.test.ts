import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import express, { type NextFunction, type Request, type Response } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonDepthExceeds, jsonTextDepthExceeds, maxJsonDepth } from "../../src/core/json-depth.ts";
import { Problem } from "../../src/core/problem.ts";
import { readJson } from "../../src/server/http/json-body.ts";

const limitBytes = 1000;
let server: Server;
let port: number;

beforeAll(async () => {
  const app = express();
  const echo = (req: Request, res: Response) =>
    res.json({ body: req.body === undefined ? "none" : req.body });
  app.post("/strict", readJson({ limitBytes }), echo);
  app.post("/any", readJson({ limitBytes, anyType: true }), echo);
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    const problem = error instanceof Problem ? error : new Problem("internal-error", String(error));
    res.status(problem.status).json({ code: problem.code, detail: problem.message });
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Given {
  path?: "/strict" | "/any";
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

async function post({ path = "/strict", body, headers = { "content-type": "application/json" } }: Given) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
  return {
    status: response.status,
    ...((await response.json()) as { code?: string; detail?: string; body?: unknown }),
  };
}

const json = (extra: Record<string, string>) => ({ "content-type": "application/json", ...extra });
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("a body that is taken", () => {
  const table: [string, { given: Given; want: unknown }][] = [
    ["an object", { given: { body: '{"a":1}' }, want: { a: 1 } }],
    ["a scalar", { given: { body: "7" }, want: 7 }],
    ["null", { given: { body: "null" }, want: null }],
    ["none at all", { given: {}, want: "none" }],
    ["an empty one", { given: { body: "" }, want: "none" }],
    ["a byte order mark", { given: { body: '\ufeff{"a":1}' }, want: { a: 1 } }],
    [
      "a charset",
      { given: { body: "{}", headers: { "content-type": 'application/json; charset="UTF-8"' } }, want: {} },
    ],
    [
      "merge-patch",
      { given: { body: "{}", headers: { "content-type": "application/merge-patch+json" } }, want: {} },
    ],
    [
      "text/plain on any",
      { given: { path: "/any", body: "{}", headers: { "content-type": "text/plain" } }, want: {} },
    ],
    [
      "gzip",
      { given: { body: gzipSync('{"z":1}'), headers: json({ "content-encoding": "gzip" }) }, want: { z: 1 } },
    ],
    [
      "gzip by its old name",
      { given: { body: gzipSync("[1]"), headers: json({ "content-encoding": "x-gzip" }) }, want: [1] },
    ],
    [
      "deflate",
      { given: { body: deflateSync("[1]"), headers: json({ "content-encoding": "deflate" }) }, want: [1] },
    ],
    [
      "brotli",
      { given: { body: brotliCompressSync("[1]"), headers: json({ "content-encoding": "br" }) }, want: [1] },
    ],
    ["as deep as allowed", { given: { body: nested(maxJsonDepth) }, want: JSON.parse(nested(maxJsonDepth)) }],
  ];
  test.each(table)("%s", async (_, { given, want }) => {
    expect(await post(given)).toEqual({ status: 200, body: want });
  });

  test("keys such as __proto__ stay own properties and pollute nothing", async () => {
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const answer = await post({ body });
    expect(JSON.stringify(answer.body)).toBe(body);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a body that is refused", () => {
  const table: [string, { given: Given; want: [number, string, string] }][] = [
    [
      "broken JSON",
      { given: { body: '{"a":a}' }, want: [400, "invalid-json", "position 5 (line 1, column 6)"] },
    ],
    ["a later line", { given: { body: '{\n"a": 1,\n}' }, want: [400, "invalid-json", "line 3, column 1"] }],
    ["cut off", { given: { body: '{"a":1' }, want: [400, "invalid-json", "position 6"] }],
    ["two values", { given: { body: "{} {}" }, want: [400, "invalid-json", "position 3"] }],
    ["a comment", { given: { body: "/* */ {}" }, want: [400, "invalid-json", "position 0"] }],
    [
      "invalid UTF-8",
      { given: { body: new Uint8Array([0x22, 0xff, 0x22]) }, want: [400, "invalid-json", "UTF-8"] },
    ],
    ["too deep", { given: { body: nested(maxJsonDepth + 1) }, want: [400, "invalid-json", "64 levels"] }],
    ["deep and broken", { given: { body: "[".repeat(900) }, want: [400, "invalid-json", "nests"] }],
    [
      "another type",
      {
        given: { body: "{}", headers: { "content-type": "text/plain" } },
        want: [415, "unsupported-media-type", "not text/plain"],
      },
    ],
    [
      "a type with a suffix",
      {
        given: { body: "{}", headers: { "content-type": "application/jsonx" } },
        want: [415, "unsupported-media-type", "jsonx"],
      },
    ],
    [
      "UTF-16",
      {
        given: { body: "{}", headers: { "content-type": "application/json; charset=utf-16" } },
        want: [415, "unsupported-media-type", "utf-16"],
      },
    ],
    [
      "UTF-16 on any",
      {
        given: { path: "/any", body: "{}", headers: { "content-type": "text/plain;charset=utf-16" } },
        want: [415, "unsupported-media-type", "utf-16"],
      },
    ],
    [
      "an unknown encoding",
      {
        given: { body: "{}", headers: json({ "content-encoding": "rot13" }) },
        want: [415, "unsupported-media-type", "rot13"],
      },
    ],
    [
      "bad gzip",
      {
        given: { body: "{}", headers: json({ "content-encoding": "gzip" }) },
        want: [400, "invalid-request", "inflate"],
      },
    ],
    [
      "gzip cut off",
      {
        given: { body: gzipSync('{"a":1}').subarray(0, 12), headers: json({ "content-encoding": "gzip" }) },
        want: [400, "invalid-request", "inflate"],
      },
    ],
    ["too large", { given: { body: `"${"a".repeat(limitBytes)}"` }, want: [413, "too-large", "1000 bytes"] }],
    [
      "too large once inflated",
      {
        given: { body: gzipSync(`"${"a".repeat(1e6)}"`), headers: json({ "content-encoding": "gzip" }) },
        want: [413, "too-large", "inflating"],
      },
    ],
  ];
  test.each(table)("%s", async (_, { given, want: [status, code, words] }) => {
    const answer = await post(given);
    expect(answer).toMatchObject({ status, code });
    expect(answer.detail).toContain(words);
  });

  test("a body of exactly the limit passes", async () => {
    expect((await post({ body: `"${"a".repeat(limitBytes - 2)}"` })).status).toBe(200);
  });

  test("one without a Content-Type says so", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.end("POST /strict HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(answer).toContain("no Content-Type came");
  });
});

test("depth counts lists and objects, and stops looking where it knows", () => {
  expect(jsonDepthExceeds("x", 0)).toBe(false);
  expect(jsonDepthExceeds([], 0)).toBe(true);
  expect(jsonDepthExceeds({ a: [1] }, 2)).toBe(false);
  expect(jsonDepthExceeds({ a: [{}] }, 2)).toBe(true);
  expect(jsonDepthExceeds(JSON.parse(nested(200_000)), 64)).toBe(true);
});

test("a text's depth is that of its value", () => {
  for (const value of ["x", [], { a: [1] }, { a: [{}] }, [[], [[]]], { "[\\": '"[[{' }, ["\\", '\\"[', [1]]])
    for (const most of [0, 1, 2, 3])
      expect([value, most, jsonTextDepthExceeds(JSON.stringify(value), most)]).toEqual([
        value,
        most,
        jsonDepthExceeds(value, most),
      ]);
});
