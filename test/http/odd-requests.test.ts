import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawSocket } from "../helpers/raw-request.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

const environment = "/v2/spaces/my-first-space/environments/development";
const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

test.each([
  ["a word", cursor("abc")],
  ["no whole number", cursor("1.5")],
  ["below zero", cursor("-1")],
])("a cursor of events that is %s is refused as such", async (_name, forged) => {
  const { status, body } = await server.api("GET", `${environment}/events?cursor=${forged}`);
  expect([status, body.code]).toEqual([400, "invalid-query"]);
});

test("a user's id in a path is taken to the character, or not at all", async () => {
  await server.api("PUT", `${environment}/users/ana`, { labels: ["vip"] });
  const put = await server.api("PUT", `${environment}/users/ana%00x`, {});
  expect([put.status, put.body.code]).toEqual([400, "invalid-body"]);
  for (const method of ["GET", "DELETE"])
    expect((await server.api(method, `${environment}/users/ana%00x`)).status).toBe(404);
  expect((await server.api("GET", `${environment}/users/ana`)).body.labels).toEqual(["vip"]);
});

test("a query that is not known is refused, before anything is done, also where a route has none", async () => {
  const user = `${environment}/users/bo`;
  for (const [method, path, body] of [
    ["PUT", `${user}?kind=visitor`, {}],
    ["PUT", "/v2/clock?at=now", { mode: "frozen" }],
    ["DELETE", "/v2/spaces/my-first-space?dryRun=1", undefined],
  ] as const) {
    const { status, body: problem } = await server.api(method, path, body);
    expect([status, problem.code]).toEqual([400, "invalid-query"]);
    expect(problem.detail).toMatch(/^\/(kind|at|dryRun) is not known here; remove it/);
  }
  expect((await server.api("GET", user)).status).toBe(404);
  expect((await server.api("GET", "/v2/spaces/my-first-space")).status).toBe(200);
});

test("a Space's folder has a name that every system can make", async () => {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  const asked = await server.api("POST", "/v2/spaces", { orgId, name: "x", key: "com1" });
  expect([asked.status, asked.body.detail]).toEqual([400, "/key is a name that Windows keeps for a device"]);
  expect((await server.api("POST", "/v2/spaces", { orgId, name: "Con" })).body.key).toBe("con-space");
});

test.each([
  ["what is no HTTP", "GARBAGE\r\n\r\n"],
  ["a head that is too long", `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ["what asks a proxy", "CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
])("%s is refused with an id of its own, as every answer has one", async (_name, sent) => {
  for (const url of [server.platformUrl, server.sdkUrl]) {
    const ask = () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.write(sent);
      return text(socket);
    };
    const ids = [await ask(), await ask()].map((answer) => /^X-Request-Id: (req_\w+)\r$/m.exec(answer)?.[1]);
    expect(ids).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(ids).size).toBe(2);
  }
});

test.each([
  ["a star", "OPTIONS *", "must be a path here"],
  ["an address of another host", "GET http://127.0.0.2/healthz", "must be a path here"],
  ["an address of no host", "GET http:///healthz", "must be a path here"],
  ["a path that is too long", `GET /${"x".repeat(20_000)}`, "The address and the headers are too long."],
])("a target that is %s is told so", async (_name, target, detail) => {
  for (const url of [server.platformUrl, server.sdkUrl])
    expect(
      await rawSocket(url, `${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    ).toContain(detail);
});

test.each([
  ["this one's", "http://LOCALHOST/healthz", "Host: localhost", 200],
  ["this one's, without a path", "http://localhost", "Host: localhost", 302],
  ["another's", "http://evil.example/healthz", "Host: evil.example", 403],
  ["this one's, and Host names another", "http://localhost/healthz", "Host: evil.example", 403],
  ["this one's, and Host names another port", "http://localhost/healthz", "Host: localhost:1", 403],
  [
    "this one's, and there are two of Host",
    "http://localhost/healthz",
    "Host: localhost\r\nHost: localhost",
    403,
  ],
  ["this one's, and there is no Host", "http://localhost/healthz", "Accept: */*", 403],
])(
  "a target that is an address is taken where Host says the same: %s",
  async (_name, target, host, status) => {
    const asked = `GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
    expect(await rawSocket(server.sdkUrl, asked)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  },
);

test("a file comes whole, whatever part of it is asked for", async () => {
  const { platformUrl, sdkUrl } = server;
  const [script = ""] = (await (await fetch(platformUrl)).text()).match(/[^"]+\.js(?=")/) ?? [];
  const pages = [
    platformUrl,
    `${sdkUrl}/demo`,
    `${platformUrl}/docs/standalone.js`,
    new URL(script, platformUrl),
  ];
  for (const page of pages) {
    const answer = await fetch(page, { headers: { range: "bytes=9999999-" } });
    expect([answer.status, answer.headers.get("accept-ranges")]).toEqual([200, null]);
  }
});

test("nobody unknown gets to send an import", async () => {
  const line = `${JSON.stringify({ id: "u" })}\n`;
  const answer = await fetch(new URL(`${environment}/users/import`, server.platformUrl), {
    method: "POST",
    headers: { "content-type": "application/x-ndjson", "content-encoding": "gzip" },
    body: line,
  });
  expect(answer.status).toBe(401);
});
