import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

const platformReads = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/docs",
  "/docs/standalone.js",
  "/problems",
  "/problems/gone",
  "/v2/openapi.json",
  "/v2/openapi-sdk.json",
  "/v2/scene.schema.json",
  "/launch",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/oauth",
  "/oauth/.well-known/openid-configuration",
  "/oauth/jwks",
  "/oauth/sign-in.css",
  "/oauth/interaction/x",
  "/oauth/interaction/x/github",
  "/oauth/interaction/x/github/done",
  "/oauth/github/callback",
  "/",
  "/welcome",
  "/spaces/cinema",
  "/index.html",
  "/theme.js",
];
const sdkReads = [
  "/healthz",
  "/",
  "/tv",
  "/demo",
  "/demo/connection",
  "/demo/index.html",
  "/v1/pixel/track",
  "/analytics.js/v1/x/analytics.min.js",
];
const posts = ["login", "create", "consent", "abort"].map((step) => `/oauth/interaction/x/${step}`);

test.each<["platform" | "SDK", string, string]>([
  ...platformReads.map((path): ["platform", string, string] => ["platform", path, "GET, HEAD"]),
  ...posts.map((path): ["platform", string, string] => ["platform", path, "POST"]),
  ...sdkReads.map((path): ["SDK", string, string] => ["SDK", path, "GET, HEAD"]),
])("%s %s takes only %s, and says so", async (plane, path, allow) => {
  const url = new URL(path, plane === "SDK" ? server.sdkUrl : server.platformUrl);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "GET"]) {
    if (allow.includes(method)) continue;
    const answer = await fetch(url, { method, redirect: "manual" });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, allow]);
    await answer.body?.cancel();
  }
});

test.each([
  ["platform", "/v2/orgs", "GET, HEAD, POST"],
  ["SDK", "/sdk/v1/sessions/x/states", "GET, HEAD"],
])(
  "what a route table of the %s plane reads can be asked for by HEAD, too, and its Allow says so",
  async (plane, path, allow) => {
    const url = new URL(path, plane === "SDK" ? server.sdkUrl : server.platformUrl);
    const answer = await fetch(url, { method: "DELETE" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  },
);

test.each(["/.well-known/oauth-authorization-server", "/oauth/jwks"])(
  "%s answers HEAD as it does GET",
  async (path) => {
    const url = new URL(path, server.platformUrl);
    const [head, get] = [await fetch(url, { method: "HEAD" }), await fetch(url)];
    expect([head.status, head.headers.get("content-type")]).toEqual([200, get.headers.get("content-type")]);
  },
);

test("HEAD of a stream or an export refuses the query that GET refuses", async () => {
  const path = `/v2/spaces/${server.spaceKey}/environments/development/events/export`;
  expect((await server.api("HEAD", `${path}?from=someday`)).status).toBe(400);
  expect((await server.api("HEAD", path)).status).toBe(200);
});

test.each([
  ["platform", "/v2/snapshots/none/file"],
  ["SDK", "/sdk/v1/sessions/none/stream"],
] as const)(
  "HEAD on the %s plane of what is streamed, and is not there, is 404 as GET is: %s",
  async (plane, path) => {
    const url = new URL(path, plane === "SDK" ? server.sdkUrl : server.platformUrl);
    const headers = { Authorization: `Bearer ${server.token}`, "X-API-Key": server.keys.development };
    const statusOf = async (method: string) => (await fetch(url, { method, headers })).status;
    expect([await statusOf("HEAD"), await statusOf("GET")]).toEqual([404, 404]);
  },
);

test("a path where nothing is stays 404, by any method", async () => {
  for (const [origin, path] of [
    [server.platformUrl, "/nothing.js"],
    [server.sdkUrl, "/demo/nothing.js"],
    [server.platformUrl, "/assets/"],
  ] as const) {
    const answer = await fetch(new URL(path, origin), { method: "POST" });
    expect(answer.status).toBe(404);
  }
});
