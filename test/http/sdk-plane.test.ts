import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
let sdk: TestServer["sdk"];
/** Keys of a Space beside the first one. */
let otherKey: string;
beforeAll(async () => {
  server = await startServerHere();
  ({ api, sdk } = checkedCallers(server));
  const orgId = (await api("GET", "/v2/orgs")).body.data[0].id;
  await api("POST", "/v2/spaces", { orgId, name: "Other", key: "other" });
  otherKey = (await api("GET", "/v2/spaces/other/environments")).body.data[0].apiKey;
});
afterAll(() => server.remove());

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const environment = (name: string) => `/v2/spaces/my-first-space/environments/${name}`;
const user = (id: string, name = "development") => api("GET", `${environment(name)}/users/${id}`);
const browser = { name: "browser", version: "1.0.0-beta.8" };
const roku = { name: "roku", version: "0.1.0" };
const web = { id: "d1", platform: "web" };
const start = (members: object, key = server.keys.development) =>
  sdk("POST", "/sdk/v1/sessions", { sdk: browser, device: web, ...members }, { "x-api-key": key });

describe("a session with a userId", () => {
  afterEach(() => api("PUT", "/v2/clock", { mode: "system" }));
  const freeze = (at: string) => api("PUT", "/v2/clock", { mode: "frozen", at });

  test("makes the user, counts their sessions and dates them by the platform's clock", async () => {
    await freeze("2026-03-01T10:00:00Z");
    const { status, body } = await start({ userId: "known-1", fields: { plan: "gold", age: 34 } });
    expect([status, body.session.user, body.session.environment, body.session.startedAt]).toEqual([
      201,
      { id: "known-1", anonymous: false },
      "development",
      "2026-03-01T10:00:00.000Z",
    ]);
    await freeze("2026-03-02T11:00:00Z");
    const second = await start({ userId: "known-1" });
    expect(second.body.session.id).not.toBe(body.session.id);
    expect((await user("known-1")).body).toEqual({
      id: "known-1",
      kind: "known",
      fields: { plan: "gold", age: 34 },
      labels: [],
      platform: "web",
      locale: null,
      timeZone: null,
      createdAt: "2026-03-01T10:00:00.000Z",
      firstSeenAt: "2026-03-01T10:00:00.000Z",
      lastSeenAt: "2026-03-02T11:00:00.000Z",
      sessions: 2,
    });
  });

  test("leaves what its device told with the user, in every answer that gives them", async () => {
    const told = { platform: "tv", locale: "pt-PT", timeZone: "Europe/Lisbon" };
    await start({ userId: "told", device: { id: "d2", ...told } });
    await api("PUT", `${environment("development")}/users/untold`, {});
    const lists = ["", "?sort=lastSeenAt", "?q=told"].map(
      (query) => `${environment("development")}/users${query}`,
    );
    for (const list of lists) {
      const { data } = (await api("GET", list)).body;
      const of = (id: string) => data.find((one: { id: string }) => one.id === id);
      expect([list, of("told")]).toEqual([list, expect.objectContaining(told)]);
      expect([list, of("untold")]).toMatchObject([list, { platform: null, locale: null, timeZone: null }]);
    }
    expect((await user("told")).body).toMatchObject(told);
    expect((await api("GET", `${environment("development")}/users/told/explain`)).body.user).toMatchObject(
      told,
    );
    const path = `${environment("development")}/users/told`;
    expect((await api("PATCH", path, { labels: ["vip"] })).body).toMatchObject({ ...told, labels: ["vip"] });
    for (const [method, at] of [
      ["PATCH", path],
      ["PUT", path],
      ["POST", `${environment("development")}/users`],
    ])
      expect(
        outcome(
          await api(method ?? "", at ?? "", { ...(method === "POST" && { id: "new" }), platform: "web" }),
        ),
      ).toEqual([400, "invalid-body"]);
  });

  test("merges fields into what is there; null removes one", async () => {
    await api("PUT", `${environment("development")}/users/known-2`, { fields: { a: 1 }, labels: ["vip"] });
    await start({ userId: "known-2", fields: { b: ["x", "y"], c: true } });
    await start({ userId: "known-2", fields: { a: null, c: false } });
    expect((await user("known-2")).body).toMatchObject({
      fields: { b: ["x", "y"], c: false },
      labels: ["vip"],
    });
    expect((await user("known-2")).body.fields).not.toHaveProperty("a");
  });

  test.each([
    ["1 character", "x", 201],
    ["200 characters", "x".repeat(200), 201],
    ["none", "", 400],
    ["201 characters", "x".repeat(201), 400],
    ["U+0000", "a\u0000b", 400],
    ["a number", 7, 400],
  ])("of %s", async (_name, userId, status) => {
    const answer = await start({ userId });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect([answer.body.code, answer.body.errors[0].path]).toEqual(["invalid-body", "/userId"]);
    else expect((await user(String(userId))).body.sessions).toBe(1);
  });

  test("takes what it does not know from a newer SDK, and keeps nothing of it", async () => {
    const { status } = await start({
      userId: "known-3",
      novelty: { deep: [1] },
      device: { ...web, foldable: true },
      sdk: { ...browser, build: 7 },
    });
    expect([status, (await user("known-3")).body.fields]).toEqual([201, {}]);
  });
});

describe("a session without a userId", () => {
  test("keeps the anonymousId that came", async () => {
    const { body } = await start({ anonymousId: "anon-1", fields: { theme: "dark" } });
    expect(body.session.user).toEqual({ id: "anon-1", anonymous: true });
    expect((await user("anon-1")).body).toMatchObject({
      kind: "visitor",
      fields: { theme: "dark" },
      sessions: 1,
    });
  });

  test("is given an anonymousId of its own where none came", async () => {
    const [first, second] = [(await start({})).body.session.user, (await start({})).body.session.user];
    expect(first.anonymous).toBe(true);
    expect(first.id).not.toBe(second.id);
    expect((await user(first.id)).body.kind).toBe("visitor");
  });

  test("leaves a known user of the same id alone", async () => {
    await start({ userId: "both" });
    await start({ anonymousId: "both", fields: { x: 1 } });
    expect((await user("both")).body).toMatchObject({ kind: "known", fields: {} });
    const visitor = await api("GET", `${environment("development")}/users/both?kind=visitor`);
    expect(visitor.body.fields).toEqual({ x: 1 });
  });
});

describe("the SDK's extra properties", () => {
  test.each([
    ["no sdk", { device: web }, ["/sdk/name", "/sdk/version"]],
    ["no sdk.version", { sdk: { name: "ios" }, device: web }, ["/sdk/version"]],
    ["no device", { sdk: browser }, ["/device/id", "/device/platform"]],
    ["no device.id", { sdk: browser, device: { platform: "web" } }, ["/device/id"]],
    ["sdk that is a text", { sdk: "browser", device: web }, ["/sdk/name", "/sdk/version"]],
    ["none at all", {}, ["/sdk/name", "/sdk/version", "/device/id", "/device/platform"]],
  ])("are required: %s", async (_name, body, paths) => {
    const answer = await sdk("POST", "/sdk/v1/sessions", { userId: "lacking", ...body });
    expect(outcome(answer)).toEqual([400, "sdk-properties-required"]);
    expect(answer.body.errors.map((one: { path: string }) => one.path)).toEqual(paths);
    for (const path of paths) expect(answer.body.detail).toContain(path.slice(1).replace("/", "."));
    expect(outcome(await user("lacking"))).toEqual([404, "not-found"]);
  });
});

test("null is what was left out, in a session, a batch and an event; in fields it removes one", async () => {
  const started = await start({
    userId: "nulls",
    anonymousId: null,
    fields: { plan: "gold", age: 34 },
    device: { ...web, locale: null, timeZone: null },
  });
  expect(started.status).toBe(201);
  expect((await start({ userId: "nulls", fields: { age: null } })).status).toBe(201);
  expect((await start({ userId: "nulls", fields: null })).status).toBe(201);
  expect((await user("nulls")).body.fields).toEqual({ plan: "gold" });
  expect((await start({ userId: null, fields: null })).body.session.user.anonymous).toBe(true);
  const time = new Date().toISOString();
  const pair = { key: "genre", value: "drama" };
  const event = { id: "nulls-1", name: "nulls/sent", time, userId: "nulls" };
  const metadata = { pair1: pair, pair2: null, pair3: null, pair4: null };
  const nulls = { sessionId: null, anonymousId: null, experienceId: null, metadata };
  const { body } = await sdk(
    "POST",
    "/sdk/v1/events",
    {
      sentAt: null,
      sdk: null,
      events: [
        { ...event, ...nulls },
        { ...event, id: null, metadata: null },
        { ...event, name: null },
      ],
    },
    { "x-api-key": server.keys.development },
  );
  expect(body).toMatchObject({ accepted: 2, rejected: [{ index: 2, code: "invalid-name" }] });
  const kept = await api("GET", `${environment("development")}/events?userId=nulls&status=accepted`);
  expect(kept.body.data.map((one: { metadata: object }) => one.metadata)).toEqual([{}, { pair1: pair }]);
});

describe("the SDK's version", () => {
  const old = /session\.identify and session\.anonymize alone.*call session\.start/;
  test.each([
    ["browser", "1.0.0-beta.6", old],
    ["browser", "1.0.0-beta.7", null],
    ["Browser", "1.0.0-beta.2", old],
    ["browser", "1.0.0", null],
    ["browser", "beta", /semantic versions.*1\.0\.0-beta\.8/],
    ["android", "1.0.0-alpha.28", old],
    ["android", "1.0.0-alpha.29", null],
    ["android", "1.0.0-beta.1", null],
    ["ios", "0.1.9", old],
    ["ios", "0.2.0", null],
    ["ios", "v٣", /semantic versions.*0\.3\.0/],
    ["roku", "0.1.0", null],
    ["roku", "0.0.9", old],
    ["curl", "beta", null],
  ])("%s %s is served, and told what replaces what ends", async (name, version, told) => {
    const answer = await start({ userId: "versioned", sdk: { name, version } });
    expect(answer.status).toBe(201);
    const advice = answer.headers.get("understudy-sdk-advice");
    if (told === null) expect(advice).toBeNull();
    else expect(advice).toMatch(told);
  });
});

describe("a Roku's session", () => {
  test.each(["development", "staging", "production"] as const)(
    "is in Production with the %s key, and so are its user and its events",
    async (name) => {
      const key = server.keys[name];
      const userId = `roku-${name}`;
      const { body } = await start({ userId, sdk: roku, device: { id: "tv", platform: "roku" } }, key);
      expect(body.session.environment).toBe("production");
      const events = [
        {
          id: `${userId}-1`,
          name: "roku/played",
          time: new Date().toISOString(),
          sessionId: body.session.id,
        },
      ];
      await sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": key });
      const found = await api("GET", `${environment("production")}/events?userId=${userId}`);
      expect(found.body.data.map((one: { name: string }) => one.name)).toEqual(["roku/played"]);
      expect((await user(userId, "production")).status).toBe(200);
      for (const other of ["development", "staging"]) {
        expect(outcome(await user(userId, other))).toEqual([404, "not-found"]);
        expect((await api("GET", `${environment(other)}/events?userId=${userId}`)).body.data).toEqual([]);
      }
    },
  );
});

describe("environments", () => {
  const events = (key: string, batch: object) => sdk("POST", "/sdk/v1/events", batch, { "x-api-key": key });
  const watched = (extra: object = {}) => ({
    name: "movie/watched",
    time: new Date().toISOString(),
    ...extra,
  });
  const names = async (name: string, userId: string): Promise<string[]> =>
    (await api("GET", `${environment(name)}/events?userId=${userId}`)).body.data.map(
      (one: { name: string }) => one.name,
    );

  test("are closed to each other's keys: a session is read and followed by its own alone", async () => {
    const { id } = (await start({ userId: "apart-1" }, server.keys.production)).body.session;
    for (const part of ["states", "stream"])
      for (const name of ["development", "staging"] as const) {
        const path = `/sdk/v1/sessions/${id}/${part}`;
        expect(outcome(await sdk("GET", path, undefined, { "x-api-key": server.keys[name] }))).toEqual([
          404,
          "not-found",
        ]);
      }
  });

  test("take no event from another's key, whatever session it names", async () => {
    const { id: sessionId } = (await start({ userId: "apart-2" }, server.keys.production)).body.session;
    const key = server.keys.development;
    const named = await events(key, {
      events: [watched({ sessionId }), watched({ sessionId, userId: "apart-2" })],
    });
    expect(named.body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: "no-user" }] });
    expect([await names("production", "apart-2"), await names("development", "apart-2")]).toEqual([
      [],
      ["movie/watched"],
    ]);
  });

  test.each(["roku", "Roku", "ROKU"])(
    "are one to %s: Production, with and without a session",
    async (name) => {
      const userId = `apart-${name}`;
      const device = { id: "tv", platform: "roku" };
      const started = await start({ userId, sdk: { name, version: "0.1.0" }, device });
      expect(started.body.session.environment).toBe("production");
      const { id: sessionId } = started.body.session;
      expect((await sdk("GET", `/sdk/v1/sessions/${sessionId}/states`)).status).toBe(200);
      const batch = {
        sdk: { name, version: "0.1.0" },
        events: [watched({ userId }), watched({ sessionId })],
      };
      expect((await events(server.keys.staging, batch)).body).toEqual({ accepted: 2, rejected: [] });
      expect([await names("production", userId), await names("staging", userId)]).toEqual([
        ["movie/watched", "movie/watched"],
        [],
      ]);
    },
  );
});

describe("states", () => {
  const states = (id: string, headers: Record<string, string> = {}) =>
    sdk("GET", `/sdk/v1/sessions/${id}/states`, undefined, headers);

  test("have an ETag, and 304 for who has seen them, even with Cache-Control: no-cache", async () => {
    const { id } = (await start({ userId: "states-1" })).body.session;
    const first = await states(id);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
    for (const extra of [{}, { "cache-control": "no-cache" }]) {
      const again = await states(id, { "if-none-match": etag, ...extra });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await states(id, { "if-none-match": '"another"' })).status).toBe(200);
  });

  test("and the stream of another Space's session, or of none, are 404", async () => {
    const { id } = (await start({ userId: "states-2" })).body.session;
    for (const path of [`/sdk/v1/sessions/${id}/states`, `/sdk/v1/sessions/${id}/stream`]) {
      const answer = await sdk("GET", path, undefined, { "x-api-key": otherKey });
      expect(outcome(answer), path).toEqual([404, "not-found"]);
    }
    expect(outcome(await states("ses_unknown"))).toEqual([404, "not-found"]);
  });

  test("of a session outlive a restart of the server", async () => {
    const first = await startServerHere();
    const session = { userId: "u1", sdk: browser, device: web };
    const { id } = (await first.sdk("POST", "/sdk/v1/sessions", session)).body.session;
    await first.stop();
    const second = await startServerHere({ dataDir: first.dataDir });
    expect((await second.sdk("GET", `/sdk/v1/sessions/${id}/states`)).status).toBe(200);
    await second.remove();
  });
});

describe("a session's stream", () => {
  test("says its revision at once, and counts as a connected session while it is open", async () => {
    const sessions = async () => (await api("GET", `${environment("staging")}/stats`)).body.sessions;
    const { id } = (await start({ userId: "stream-1" }, server.keys.staging)).body.session;
    expect(await sessions()).toBe(0);
    const open = () => openStream(`/sdk/v1/sessions/${id}/stream`, server.keys.staging);
    const [one, two] = [await open(), await open()];
    expect([one.status, one.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(one.first).toMatch(/^event: states\ndata: \{"revision":\d+,"changed":\[\]\}\n\n$/);
    expect(await sessions()).toBe(2);
    one.close();
    await expect.poll(sessions).toBe(1);
    two.close();
    await expect.poll(sessions).toBe(0);
  });
});

describe("the API key", () => {
  const body = JSON.stringify({ events: [] });
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.sdkUrl), { method: "POST", body, headers });

  test("may come as ?key= where headers can't be set", async () => {
    expect((await post(`/sdk/v1/events?key=${server.keys.staging}`)).status).toBe(202);
  });

  test.each([
    ["is missing", "/sdk/v1/events", {}],
    ["is unknown", "/sdk/v1/events", { "x-api-key": "us_dev_nonsense" }],
    ["is unknown in the query", "/sdk/v1/events?key=nonsense", {}],
    ["is empty", "/sdk/v1/events?key=", {}],
    ["is an owner's token", "/sdk/v1/events", { "x-api-key": "test-owner-token-0123456789" }],
    ["is missing for a session", "/sdk/v1/sessions", {}],
  ])("that %s is 401", async (_name, path, headers) => {
    const answer = await post(path, headers as Record<string, string>);
    expect([answer.status, (await answer.json()).code]).toEqual([401, "unauthorized"]);
    expect(answer.headers.get("www-authenticate")).not.toBeNull();
  });
});

describe("CORS", () => {
  const call = (origin: string, init: RequestInit = {}) =>
    fetch(new URL("/sdk/v1/events", server.sdkUrl), {
      method: "POST",
      body: JSON.stringify({ events: [] }),
      ...init,
      headers: { "x-api-key": server.keys.development, origin, ...init.headers },
    });
  const allowed = (response: Response) => response.headers.get("access-control-allow-origin");

  test.each(["http://localhost:3000", "http://127.0.0.1:8080", "https://localhost", "http://[::1]:5173"])(
    "reflects the loopback origin %s, without credentials",
    async (origin) => {
      const answer = await call(origin);
      expect([answer.status, allowed(answer)]).toEqual([202, origin]);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("access-control-expose-headers")).toMatch(/ETag.*Retry-After/);
      expect(answer.headers.get("vary")).toMatch(/Origin/i);
      expect(answer.headers.get("set-cookie")).toBeNull();
    },
  );

  test.each([
    "https://evil.example",
    "null",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example:80",
  ])("refuses the foreign origin %s, and keeps nothing of what it sends", async (origin) => {
    const events = [{ id: origin, name: "evil/sent", time: new Date().toISOString(), userId: "u1" }];
    const answer = await call(origin, { body: JSON.stringify({ events }) });
    expect([answer.status, (await answer.json()).code, allowed(answer)]).toEqual([
      403,
      "forbidden-origin",
      null,
    ]);
    expect((await api("GET", `${environment("development")}/events?name=evil/sent`)).body.data).toEqual([]);
    expect((await call(origin, { method: "OPTIONS", body: null })).status).toBe(403);
  });

  test("honours a Space's allowed origins from the moment they are set until they are taken back", async () => {
    const origin = "https://app.example.com";
    const allow = (allowedOrigins: string[]) => api("PATCH", "/v2/spaces/my-first-space", { allowedOrigins });
    expect((await call(origin)).status).toBe(403);
    await allow([origin]);
    const answer = await call(origin);
    expect([answer.status, allowed(answer)]).toEqual([202, origin]);
    expect((await call("https://app.example.com:8443")).status).toBe(403);
    await allow(["*"]);
    expect(allowed(await call("https://anywhere.example"))).toBe("https://anywhere.example");
    await allow([]);
    expect((await call(origin)).status).toBe(403);
  });

  test.each([
    ["https://EXAMPLE.com:443", "https://example.com"],
    ["https://münchen.de", "https://xn--mnchen-3ya.de"],
    ["http://example.org:80", "http://example.org"],
    ["http://example.org:8080", "http://example.org:8080"],
    ["capacitor://localhost", "capacitor://localhost"],
    ["Ionic://localhost", "ionic://localhost"],
  ])("keeps %s as browsers send it", async (given, sent) => {
    const { body } = await api("PATCH", "/v2/spaces/my-first-space", { allowedOrigins: [given] });
    expect(body.allowedOrigins).toEqual([sent]);
    const answer = await call(sent);
    expect([answer.status, allowed(answer)]).toEqual([202, sent]);
    await api("PATCH", "/v2/spaces/my-first-space", { allowedOrigins: [] });
    expect((await call(sent)).status).toBe(403);
  });

  test.each([
    "https://example.com:99999",
    "https://999.1.1.1",
    "file://host",
    "https://example.com/",
    "null",
  ])("refuses %s, which no browser sends", async (given) => {
    const answer = await api("PATCH", "/v2/spaces/my-first-space", { allowedOrigins: ["*", given] });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: "/allowedOrigins/1" }]]);
  });

  test("answers a preflight with what was asked for, before any key", async () => {
    const response = await fetch(new URL("/sdk/v1/sessions", server.sdkUrl), {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, x-api-key",
      },
    });
    expect([response.status, allowed(response)]).toEqual([204, "http://localhost:3000"]);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(response.headers.get("access-control-allow-headers")).toBe("content-type, x-api-key");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("lets a page read why it was refused", async () => {
    const answer = await call("http://localhost:3000", { headers: { "x-api-key": "nonsense" } });
    expect([answer.status, allowed(answer)]).toEqual([401, "http://localhost:3000"]);
  });
});

/** Opens a stream and waits for its first message. */
async function openStream(path: string, key: string) {
  const stop = new AbortController();
  const response = await fetch(new URL(path, server.sdkUrl), {
    headers: { "x-api-key": key },
    signal: stop.signal,
  });
  const read = await response.body?.getReader().read();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    first: new TextDecoder().decode(read?.value),
    close: () => stop.abort(),
  };
}

test("an origin that one Space allows does not open another's key, by any protocol", async () => {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  await server.api("POST", "/v2/spaces", { orgId, name: "Open", key: "open-to-app" });
  await server.api("PATCH", "/v2/spaces/open-to-app", { allowedOrigins: ["https://app.example.com"] });
  const open = (await server.api("GET", "/v2/spaces/open-to-app/environments")).body.data[0].apiKey;
  const origin = "https://app.example.com";
  const status = async (key: string, path: string, body: object) =>
    (await server.sdk("POST", path, body, { "x-api-key": key, origin })).status;
  expect(await status(open, "/sdk/v1/events", { events: [] })).toBe(202);
  expect(await status(open, "/v1/track", { event: "Clicked", userId: "u1" })).toBe(200);
  expect(await status(server.keys.development, "/sdk/v1/events", { events: [] })).toBe(403);
  expect(await status(server.keys.development, "/v1/track", { event: "Clicked", userId: "u1" })).toBe(403);
  await server.api("PATCH", "/v2/spaces/open-to-app", { allowedOrigins: ["*"] });
  expect(
    (await server.sdk("POST", "/sdk/v1/events", { events: [] }, { "x-api-key": open, origin: "null" }))
      .status,
  ).toBe(403);
});

test("a Space may have the fields of known users written by the platform only", async () => {
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  await server.api("POST", "/v2/spaces", { orgId, name: "Locked", key: "locked" });
  await server.api("PATCH", "/v2/spaces/locked", { userFieldsLocked: true });
  const key = (await server.api("GET", "/v2/spaces/locked/environments")).body.data[0].apiKey;
  const sdk = { name: "browser", version: "1.0.0" };
  const device = { id: "d1", platform: "web" };
  const start = async (body: object) =>
    server.sdk("POST", "/sdk/v1/sessions", { sdk, device, ...body }, { "x-api-key": key });
  const refused = await start({ userId: "ana", fields: { plan: "gold" } });
  expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
    403,
    "fields-locked",
    "/fields",
  ]);
  expect((await start({ userId: "ana", fields: {} })).status).toBe(201);
  expect((await start({ anonymousId: "v1", fields: { plan: "gold" } })).status).toBe(201);
  await server.sdk("POST", "/v1/identify", { userId: "ana", traits: { plan: "gold" } }, { "x-api-key": key });
  const inLocked = "/v2/spaces/locked/environments/development";
  expect((await server.api("GET", `${inLocked}/users/ana`)).body.fields).toEqual({});
  const [event] = (await server.api("GET", `${inLocked}/events?status=rejected`)).body.data;
  expect(event.problem.code).toBe("fields-locked");
  expect((await server.api("PATCH", `${inLocked}/users/ana`, { fields: { plan: "gold" } })).status).toBe(200);
  await server.api("PATCH", "/v2/spaces/locked", { userFieldsLocked: false });
  expect((await start({ userId: "ana", fields: { plan: "silver" } })).status).toBe(201);
});

describe("who asks the other plane", () => {
  const detail = async (url: string) => (await (await fetch(url)).json()).detail;

  test.each(["/sdk/v1/events", "/v1/track", "/ofrep/v1/evaluate/flags"])(
    "for %s is told the SDK plane's address",
    async (path) =>
      expect(await detail(`${server.platformUrl}${path}`)).toBe(
        `There is nothing at ${path}. Ask the SDK plane, ${server.sdkUrl}, for that.`,
      ),
  );
  test.each(["/v2/spaces", "/v1.0/orgs", "/docs"])("for %s is told the platform's", async (path) =>
    expect(await detail(`${server.sdkUrl}${path}`)).toBe(
      `There is nothing at ${path}. Ask the Platform API, ${server.platformUrl}, for that.`,
    ),
  );
  test("for what neither has is told that alone", async () => {
    for (const url of [server.platformUrl, server.sdkUrl])
      expect(await detail(`${url}/v3/nothing`)).toBe("There is nothing at /v3/nothing.");
  });
});
