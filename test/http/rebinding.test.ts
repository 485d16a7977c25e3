import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnyRoute, everyRoute } from "../helpers/every-route.ts";
import { type RawAnswer, rawRequest, rawSocket } from "../helpers/raw-request.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let before: unknown;

beforeAll(async () => {
  server = await startServerHere();
  before = await contents();
});
afterAll(async () => {
  await server?.stop();
  await server?.remove();
});

/** All that a request could have changed. */
async function contents(): Promise<unknown> {
  const space = `/v2/spaces/${server.spaceKey}`;
  const paths = [
    "/v2/orgs",
    "/v2/spaces",
    "/v2/tokens",
    "/v2/settings",
    `${space}/environments`,
    `${space}/experience-types`,
    `${space}/collections`,
    ...["users", "events"].map((noun) => `${space}/environments/development/${noun}`),
  ];
  return Promise.all(
    paths.map(async (path) => {
      const { body } = await server.api("GET", path);
      return (body as { data?: unknown }).data ?? body;
    }),
  );
}

const originOf = ({ plane }: Pick<AnyRoute, "plane">) =>
  plane === "platform" ? server.platformUrl : server.sdkUrl;
const portOf = (route: Pick<AnyRoute, "plane">) => new URL(originOf(route)).port;

/** A request that would be served, were it not for where it says that it comes from. */
function send(route: AnyRoute, headers: Record<string, string>): Promise<RawAnswer> {
  const names: Record<string, string> = {
    spaceId: server.spaceKey,
    envKey: "development",
    writeKey: server.keys.development,
  };
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => names[name] ?? "x");
  const body = route.example === undefined ? undefined : JSON.stringify(route.example);
  const credentials: Record<string, string> =
    route.plane === "platform"
      ? { authorization: `Bearer ${server.token}` }
      : { "x-api-key": server.keys.development };
  const length: Record<string, string> =
    body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return rawRequest(originOf(route), path, {
    method: route.method,
    headers: { ...credentials, ...length, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

function expectRefusal(answer: RawAnswer, code: string, about: string): void {
  expect([about, answer.status, answer.headers["content-type"]?.split(";")[0]]).toEqual([
    about,
    403,
    "application/problem+json",
  ]);
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 403,
    code,
    type: expect.stringMatching(`/problems/${code}$`),
  });
  expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
}

const foreignHosts: [string, (port: string) => string][] = [
  ["a name of someone else", (port) => `evil.example:${port}`],
  ["without a port", () => "evil.example"],
  ["another machine's address", (port) => `192.168.1.7:${port}`],
  ["all addresses", (port) => `0.0.0.0:${port}`],
  ["another machine's IPv6 address", (port) => `[2001:db8::1]:${port}`],
  ["ours in front of another's", (port) => `127.0.0.1.evil.example:${port}`],
  ["localhost in front of another's", (port) => `localhost.evil.example:${port}`],
  ["ours as a user name", () => "localhost@evil.example"],
  ["a list", (port) => `localhost:${port}, evil.example`],
  ["empty", () => ""],
];
const foreignOrigins: [string, string][] = [
  ["someone else's", "http://evil.example"],
  ["null (a sandboxed frame, a file, a redirect)", "null"],
  ["another machine's", "http://192.168.1.7:4747"],
  ["one that begins like ours", "http://127.0.0.1.evil.example"],
  ["one that ends like ours", "http://evil.example#http://localhost"],
  ["one with a user name", "http://localhost@evil.example"],
  ["an extension", "chrome-extension://abcdef"],
  ["empty", ""],
];

describe("a foreign Host is refused on every route and stream", () => {
  test.each(foreignHosts)("%s", async (_, hostFor) => {
    for (const route of everyRoute) {
      expectRefusal(
        await send(route, { Host: hostFor(portOf(route)) }),
        "forbidden-host",
        `${route.method} ${route.path}`,
      );
    }
  });

  test("no Host at all", async () => {
    for (const origin of [server.platformUrl, server.sdkUrl]) {
      expect(await rawSocket(origin, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
      expect(await rawSocket(origin, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(
        /^HTTP\/1\.1 40[03] /,
      );
    }
  });

  test("a preflight, an upgrade and an address in the request line", async () => {
    for (const origin of [server.platformUrl, server.sdkUrl]) {
      const { host } = new URL(origin);
      const preflight = await rawRequest(origin, "/v1/track", {
        method: "OPTIONS",
        headers: {
          Host: "evil.example",
          Origin: "http://localhost:3000",
          "Access-Control-Request-Method": "POST",
        },
      });
      expectRefusal(preflight, "forbidden-host", "preflight");
      const upgrade =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
      const until = /"code":"forbidden-\w+"[^}]*}/;
      const foreign = await rawSocket(origin, `GET /v2/me HTTP/1.1\r\nHost: evil.example\r\n${upgrade}`, {
        until,
      });
      expect(foreign).toMatch(/^HTTP\/1\.1 403 [\s\S]*forbidden-host/);
      const fromPage = await rawSocket(
        origin,
        `GET /v2/me HTTP/1.1\r\nHost: ${host}\r\nOrigin: null\r\n${upgrade}`,
        { until },
      );
      expect(fromPage).toMatch(/^HTTP\/1\.1 403 [\s\S]*forbidden-origin/);
      const absolute = await rawSocket(
        origin,
        `GET http://${host}/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      );
      expect(absolute).toMatch(/^HTTP\/1\.1 403 /);
    }
  });
});

describe("a foreign Origin is refused on every route and stream", () => {
  test.each(foreignOrigins)("%s", async (_, origin) => {
    for (const route of everyRoute) {
      const answer = await send(route, { Origin: origin });
      expectRefusal(answer, "forbidden-origin", `${route.method} ${route.path}`);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("its preflight too", async () => {
    for (const route of everyRoute) {
      const answer = await rawRequest(originOf(route), route.path, {
        method: "OPTIONS",
        headers: { Origin: "http://evil.example", "Access-Control-Request-Method": route.method },
      });
      expectRefusal(answer, "forbidden-origin", `OPTIONS ${route.path}`);
    }
  });

  test("a page on another port of this machine may not call the platform plane", async () => {
    for (const route of everyRoute.filter(({ plane }) => plane === "platform")) {
      expectRefusal(
        await send(route, { Origin: "http://127.0.0.1:3000" }),
        "forbidden-origin",
        `${route.method} ${route.path}`,
      );
      expectRefusal(
        await send(route, { Origin: server.sdkUrl }),
        "forbidden-origin",
        `${route.method} ${route.path}`,
      );
    }
  });
});

test("nothing has changed", async () => {
  expect(await contents()).toEqual(before);
});

describe("what is ours passes", () => {
  const forms = ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"];
  test.each(forms)("Host %s", async (form) => {
    for (const origin of [server.platformUrl, server.sdkUrl]) {
      const Host = `${form}:${new URL(origin).port}`;
      expect((await rawRequest(origin, "/healthz", { headers: { Host } })).status).toBe(200);
    }
    const own = `http://${form.toLowerCase()}:${portOf({ plane: "platform" })}`;
    const answer = await rawRequest(server.platformUrl, "/v2/me", {
      headers: { Host: new URL(own).host, Origin: own, authorization: `Bearer ${server.token}` },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  test("both families listen", async () => {
    for (const plane of ["platform", "sdk"] as const) {
      for (const host of ["127.0.0.1", "[::1]"]) {
        expect((await rawRequest(`http://${host}:${portOf({ plane })}`, "/healthz")).status).toBe(200);
      }
    }
  });
});

describe("CORS on the SDK plane", () => {
  const origins = [
    "http://localhost:3000",
    "http://127.0.0.1:5173",
    "http://[::1]:8080",
    "https://localhost",
  ];
  const exposed = (answer: RawAnswer) =>
    (answer.headers["access-control-expose-headers"] ?? "").split(/,\s*/);

  test.each(origins)("%s may call, without cookies", async (origin) => {
    const headers = { Origin: origin, "x-api-key": server.keys.development, "content-type": "text/plain" };
    for (const path of ["/v1/track", "/sdk/v1/events"]) {
      const body = JSON.stringify(path === "/v1/track" ? { event: "A", userId: "cors" } : { events: [] });
      const answer = await rawRequest(server.sdkUrl, path, {
        method: "POST",
        headers: { ...headers, "content-length": String(body.length) },
        body,
      });
      expect([200, 202]).toContain(answer.status);
      expect(answer.headers["access-control-allow-origin"]).toBe(origin);
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
      expect(answer.headers.vary).toMatch(/\borigin\b/i);
      expect(exposed(answer)).toEqual(expect.arrayContaining(["ETag", "Retry-After"]));
    }
  });

  test("refusals are readable by the page too", async () => {
    const answer = await rawRequest(server.sdkUrl, "/v1/track", {
      method: "POST",
      headers: { Origin: "http://localhost:3000" },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers["access-control-allow-origin"]).toBe("http://localhost:3000");
  });

  test.each(["authorization", "content-type, x-api-key", "if-none-match, last-event-id"])(
    "a preflight for %s",
    async (wanted) => {
      const answer = await rawRequest(server.sdkUrl, "/sdk/v1/events", {
        method: "OPTIONS",
        headers: {
          Origin: "http://localhost:3000",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": wanted,
        },
      });
      expect([200, 204]).toContain(answer.status);
      expect(answer.headers["access-control-allow-headers"]?.toLowerCase()).toContain(wanted.split(",")[0]);
      expect(answer.headers["access-control-allow-methods"]).toContain("POST");
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    },
  );

  test("the platform plane has none, whatever is asked", async () => {
    for (const headers of [{}, { Origin: server.platformUrl }, { Origin: "http://localhost:3000" }]) {
      for (const method of ["GET", "OPTIONS"]) {
        const answer = await rawRequest(server.platformUrl, "/v2/me", {
          method,
          headers: { ...headers, "Access-Control-Request-Method": "GET" },
        });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    }
  });
});

describe("what names a place in an odd way", () => {
  const discovery = "/.well-known/oauth-authorization-server";
  test.each([
    ["a port that there is not", { path: discovery, headers: { Host: "127.0.0.1:99999" } }],
    ["a target that names another host", { path: `http://evil.example${discovery}` }],
    ["a target that names this one", { path: `http://127.0.0.1${discovery}` }],
  ])("%s is refused", async (_name, { path, ...rest }) => {
    const answer = await rawRequest(server.platformUrl, path, rest);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("forbidden-host")]);
  });

  test("two Hosts are refused", async () => {
    const { host } = new URL(server.platformUrl);
    const answer = await rawSocket(
      server.platformUrl,
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (400|403) /);
  });
});

describe("a console address", () => {
  const launch = async () => new URL((await server.api("POST", "/v2/console/launch", {})).body.url);

  test.each([
    ["looked at by HEAD", { method: "HEAD" }],
    ["loaded as a picture", { headers: { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" } }],
    ["loaded in a frame", { headers: { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate" } }],
  ])("is not spent when it is %s, and signs nobody in", async (_name, request) => {
    const { pathname, search } = await launch();
    const refused = await rawRequest(server.platformUrl, pathname + search, request);
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined]);
    const opened = await rawRequest(server.platformUrl, pathname + search);
    expect([opened.status, opened.headers["set-cookie"]]).toEqual([303, expect.stringContaining("HttpOnly")]);
  });

  // The other systems do not tell whose a connection is.
  if (process.platform === "linux")
    test("is not another user's of this computer to open, and is not spent by their trying", async () => {
      const { href } = await launch();
      expect(await statusForAnotherUser(href)).toBe(403);
      expect((await fetch(href, { redirect: "manual" })).headers.get("location")).toContain("#console=");
    });

  /** Root asks as nobody. For who is not root, the server takes itself for another user's: nobody else can be had. */
  async function statusForAnotherUser(url: string): Promise<number> {
    if (process.getuid?.() === 0) {
      const ask = "fetch(process.argv[1], { redirect: 'manual' }).then(({ status }) => console.log(status))";
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", ask, url], {
        uid: 65_534,
        cwd: "/",
      });
      return Number(stdout);
    }
    const { getuid } = process;
    process.getuid = () => 65_533;
    const { status } = await fetch(url, { redirect: "manual" }).finally(() => {
      if (getuid !== undefined) process.getuid = getuid;
    });
    return status;
  }
});

test("a picture on a foreign page sends no event; on one's own pages, and without a browser, it does", async () => {
  const data = encodeURIComponent(
    JSON.stringify({ userId: "pixel", event: "Seen", writeKey: server.keys.development }),
  );
  const picture = async (headers: Record<string, string>) =>
    (await rawRequest(server.sdkUrl, `/v1/pixel/track?data=${data}`, { headers })).status;
  const embedded = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect([
    await picture(embedded),
    await picture({ ...embedded, referer: "https://evil.example/" }),
    await picture({ ...embedded, referer: "http://localhost:3000/app" }),
    await picture({}),
  ]).toEqual([403, 403, 200, 200]);
});
