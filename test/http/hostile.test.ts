import { afterAll, beforeAll, expect, test } from "vitest";
import { sdkApi } from "../../src/core/api/sdk.ts";
import { platformApi } from "../../src/core/api.ts";
import { type AnyRoute, everyRoute } from "../helpers/every-route.ts";
import { type HostileRequest, hostileRequests, type Params } from "../helpers/hostile-requests.ts";
import { KeepAliveClient } from "../helpers/keep-alive-client.ts";
import { Random } from "../helpers/random.ts";
import { rawSocket, resetAfter } from "../helpers/raw-request.ts";
import { faultOf } from "../helpers/refusal-faults.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const seed = 20261121;
const requestsPerRoute = Math.ceil(5_200 / everyRoute.length);
const connections = 8;

let server: TestServer;
let client: KeepAliveClient;
let params: Params;
/** How many requests each status has answered. */
const answered = new Map<number, number>();

beforeAll(async () => {
  server = await startTestServer();
  client = new KeepAliveClient(connections);
  params = await placesToAttack();
});
afterAll(async () => {
  client?.close();
  await server?.stop();
  await server?.remove();
});

async function made(path: string, body: object): Promise<string> {
  const answer = await server.api("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { id: string }).id;
}

/** One of each noun, so that bad requests are about things that are there. */
async function placesToAttack(): Promise<Params> {
  const space = `/v2/spaces/${server.spaceKey}`;
  const typeId = await made(`${space}/experience-types`, {
    name: "Victim",
    properties: [{ key: "headline", type: "string" }],
  });
  const collectionId = await made(`${space}/collections`, { name: "Victim" });
  await server.api("PUT", `${space}/environments/development/users/u1`, { fields: { plan: "gold" } });
  const serve = { scenarios: [{ name: "Everyone", serve: { enabled: true } }] };
  const collection = `${space}/collections/${collectionId}`;
  const experienceId = await made(`${collection}/experiences`, { name: "Victim", typeId, ...serve });
  const sectionId = await made(`${collection}/sections`, { name: "Victims", typeIds: [typeId], ...serve });
  const started = await server.sdk("POST", "/sdk/v1/sessions", sdkApi.startSession.body.meta()?.example);
  expect(started.status).toBe(201);
  const orgs = (await server.api("GET", "/v2/orgs")).body as { data: { id: string }[] };
  return {
    spaceId: server.spaceKey,
    envKey: "development",
    orgId: orgs.data[0]?.id ?? "nope",
    userId: "u1",
    typeId,
    collectionId,
    experienceId,
    sectionId,
    sessionId: started.body.session.id,
    writeKey: server.keys.development,
  };
}

const originOf = ({ plane }: AnyRoute) => (plane === "platform" ? server.platformUrl : server.sdkUrl);

/** Most come with what opens the door, so that the rooms behind it are tried too. */
function withCredentials(route: AnyRoute, request: HostileRequest, random: Random): HostileRequest {
  if (random.below(8) === 0) return request;
  const credentials: Record<string, string> =
    route.plane === "platform"
      ? { authorization: `Bearer ${server.token}` }
      : { "x-api-key": server.keys.development };
  return { ...request, headers: { ...credentials, ...request.headers } };
}

async function attack(route: AnyRoute, request: HostileRequest): Promise<string | null> {
  const about = `${route.plane} ${request.method} ${request.path.slice(0, 120)} (${request.kind}, ${JSON.stringify(request.headers).slice(0, 120)}, ${String(request.body ?? "").slice(0, 120)})`;
  try {
    const answer = await client.send(originOf(route), request);
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
    const fault = faultOf(route.plane, request, answer);
    return fault === null ? null : `${about}: ${fault}`;
  } catch (error) {
    return `${about}: ${String(error)}`;
  }
}

async function assertAlive(): Promise<void> {
  for (const origin of [server.platformUrl, server.sdkUrl]) {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  }
  const event = { name: "after/attack", time: new Date().toISOString(), userId: "u1" };
  const response = await fetch(`${server.sdkUrl}/sdk/v1/events`, {
    method: "POST",
    headers: { "x-api-key": server.keys.development },
    body: JSON.stringify({ events: [event] }),
  });
  expect([response.status, await response.json()]).toEqual([202, { accepted: 1, rejected: [] }]);
  const stored = await server.api(
    "GET",
    `/v2/spaces/${server.spaceKey}/environments/development/events?name=after/attack`,
  );
  expect((stored.body as { data: unknown[] }).data.length).toBeGreaterThan(0);
  await assertReadable();
}

/** What the attack has left behind can still be told: every list of the platform plane answers. */
async function assertReadable(): Promise<void> {
  for (const [name, { path }] of Object.entries(platformApi)) {
    if (!name.startsWith("list") && name !== "exportEvents") continue;
    const answer = await server.api(
      "GET",
      path.replace(/:([A-Za-z]+)/g, (_, param: string) => params[param] ?? "nope"),
    );
    expect([name, answer.status, typeof answer.body === "string" || Array.isArray(answer.body.data)]).toEqual(
      [name, 200, true],
    );
  }
}

test("five thousand bad requests over every route: no 5xx, no crash, every refusal says what is wrong", async () => {
  const random = new Random(seed);
  const queue = everyRoute.flatMap((route) =>
    [...hostileRequests(route, params, requestsPerRoute, random)].map((request) => ({
      route,
      request: withCredentials(route, request, random),
    })),
  );
  expect(queue.length).toBeGreaterThanOrEqual(5_000);
  const started = performance.now();
  const faults: string[] = [];
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const fault = await attack(next.route, next.request);
      if (fault !== null) faults.push(fault);
    }
  };
  const total = queue.length;
  await Promise.all(Array.from({ length: connections }, work));
  console.info(
    `${total} bad requests over ${everyRoute.length} routes in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  expect(faults.slice(0, 20)).toEqual([]);
  expect(faults).toHaveLength(0);
  // The attack has reached every check: what is refused at the door alone would show nothing.
  expect([...answered.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]));
  await assertAlive();
});

const crlf = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;

/** What no HTTP client will send. Node's own parser may answer; what counts is that the connection gets an answer or an end. */
const bareBytes: [string, string | Buffer][] = [
  ["no HTTP at all", "\u0000\u0001\u0002\r\n\r\n"],
  [
    "TLS to a plain port",
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]),
  ],
  ["HTTP/0.9", "GET /healthz\r\n\r\n"],
  ["a version from the future", crlf("GET /healthz HTTP/3.7", "Host: HOST")],
  ["no Host", crlf("GET /healthz HTTP/1.1")],
  ["two Hosts", crlf("GET /healthz HTTP/1.1", "Host: HOST", "Host: evil.example", "Connection: close")],
  ["NUL in a header", crlf("GET /healthz HTTP/1.1", "Host: HOST", "X: a\u0000b")],
  ["NUL in the path", crlf("GET /heal\u0000thz HTTP/1.1", "Host: HOST")],
  [
    "bytes over 127 in the path",
    Buffer.from(crlf("GET /v2/spaces/\u00ff\u00fe HTTP/1.1", "Host: HOST"), "latin1"),
  ],
  ["a blank in the path", crlf("GET /heal thz HTTP/1.1", "Host: HOST")],
  ["a header without a colon", crlf("GET /healthz HTTP/1.1", "Host: HOST", "nonsense")],
  ["a folded header", crlf("GET /healthz HTTP/1.1", "Host: HOST", "X: a", " b")],
  ["bare line feeds", "GET /healthz HTTP/1.1\nHost: HOST\n\n"],
  ["headers too long", crlf("GET /healthz HTTP/1.1", "Host: HOST", `X: ${"x".repeat(100_000)}`)],
  [
    "too many headers",
    crlf("GET /healthz HTTP/1.1", "Host: HOST", ...Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`)),
  ],
  ["a path too long", crlf(`GET /${"a".repeat(100_000)} HTTP/1.1`, "Host: HOST")],
  ["a negative length", `${crlf("POST /v1/track HTTP/1.1", "Host: HOST", "Content-Length: -1")}{}`],
  [
    "two lengths",
    `${crlf("POST /v1/track HTTP/1.1", "Host: HOST", "Content-Length: 2", "Content-Length: 3")}{}`,
  ],
  [
    "a length and chunks",
    `${crlf("POST /v1/track HTTP/1.1", "Host: HOST", "Content-Length: 2", "Transfer-Encoding: chunked")}0\r\n\r\n`,
  ],
  [
    "broken chunks",
    `${crlf("POST /sdk/v1/events HTTP/1.1", "Host: HOST", "Transfer-Encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    "an unknown transfer encoding",
    `${crlf("POST /v1/track HTTP/1.1", "Host: HOST", "Transfer-Encoding: x")}{}`,
  ],
  [
    "a body cut off",
    `${crlf("POST /v1/track HTTP/1.1", "Host: HOST", "Content-Length: 100", "Connection: close")}{}`,
  ],
  ["CONNECT", crlf("CONNECT evil.example:443 HTTP/1.1", "Host: HOST")],
  ["OPTIONS *", crlf("OPTIONS * HTTP/1.1", "Host: HOST", "Connection: close")],
  [
    "an absolute address elsewhere",
    crlf("GET http://evil.example/healthz HTTP/1.1", "Host: evil.example", "Connection: close"),
  ],
  ["path traversal", crlf("GET /../../../../etc/passwd HTTP/1.1", "Host: HOST", "Connection: close")],
  [
    "escaped path traversal",
    crlf("GET /docs/..%2f..%2f..%2fpackage.json HTTP/1.1", "Host: HOST", "Connection: close"),
  ],
  ["a double slash", crlf("GET //evil.example/%2e%2e HTTP/1.1", "Host: HOST", "Connection: close")],
  ["an upgrade", crlf("GET /sdk/v1/x HTTP/1.1", "Host: HOST", "Connection: Upgrade", "Upgrade: websocket")],
  ["HTTP/2 with prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a method in lower case", crlf("get /healthz HTTP/1.1", "Host: HOST")],
  ["an unknown method", crlf("HACK /healthz HTTP/1.1", "Host: HOST")],
  ["two requests, the second broken", `${crlf("GET /healthz HTTP/1.1", "Host: HOST")}GARBAGE\r\n\r\n`],
];

test.each(bareBytes)("over a bare connection: %s", async (_, bytes) => {
  for (const origin of [server.platformUrl, server.sdkUrl]) {
    const sent = typeof bytes === "string" ? bytes.replaceAll("HOST", new URL(origin).host) : bytes;
    const answer = await rawSocket(origin, sent, { readFor: 1000 });
    expect(answer).not.toMatch(/^HTTP\/1\.[01] 5\d\d/m);
    expect(answer).not.toContain("root:");
    expect(answer).not.toContain('"devDependencies"');
    for (const [head] of answer.matchAll(/^HTTP\/1\.[01] [34]\d\d [\s\S]*?\r\n\r\n/gm)) {
      expect(head).toMatch(/^content-type: application\/(problem\+)?json/im);
    }
  }
});

/** Requests whose sender is gone before, or while, they are answered. */
const brokenOff = [
  crlf("CONNECT evil.example:443 HTTP/1.1", "Host: HOST"),
  crlf("GET /v2/me HTTP/1.1", "Host: HOST", "Connection: Upgrade", "Upgrade: websocket"),
  crlf("GET / HTTP/1.1", "Host: HOST"),
  "GET /healthz HTTP/1.1\r\nHost: HO",
  "\u0000\u0001",
  `${crlf("POST /v1/batch HTTP/1.1", "Host: HOST", "X-API-Key: KEY", "Content-Length: 400000")}{"batch":[`,
  `${crlf("POST /v1/batch HTTP/1.1", "Host: HOST", "X-API-Key: KEY", "Content-Encoding: gzip", "Content-Length: 400000")}\u001f`,
  crlf("GET STREAM HTTP/1.1", "Host: HOST", "Authorization: Bearer TOKEN"),
];

test("connections that are reset at any moment end nothing but themselves", async () => {
  const stream = `/v2/spaces/${server.spaceKey}/environments/development/events/stream`;
  const random = new Random(seed);
  for (let round = 0; round < 25; round += 1) {
    const sockets = brokenOff.flatMap((bytes) =>
      [server.platformUrl, server.sdkUrl].map((origin) => {
        const filled = bytes.replace("HOST", new URL(origin).host).replace("KEY", server.keys.development);
        return resetAfter(
          origin,
          filled.replace("STREAM", stream).replace("TOKEN", server.token),
          random.below(6),
        );
      }),
    );
    await Promise.all(sockets);
  }
  await assertAlive();
});

test("after all of it both planes answer, and the server stops cleanly", async () => {
  await assertAlive();
  expect(await server.stop()).toBe(0);
});
