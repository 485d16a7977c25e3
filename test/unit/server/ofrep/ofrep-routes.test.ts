import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { createPlane } from "../../../../src/server/http/plane.ts";
import { StreamRights } from "../../../../src/server/http/stream-rights.ts";
import { ofrepRoutes } from "../../../../src/server/ofrep/ofrep-routes.ts";
import type { WorkspaceChange } from "../../../../src/server/workspace/workspace.ts";
import { decided, FakeFlags } from "./fake-flags.ts";

const development = { spaceId: "spc_1", environment: "development" } as const;
const bulk = "/ofrep/v1/evaluate/flags";
const key = "us_dev_1";

let flags: FakeFlags;
let server: Server;
let origin: string;
let spaceIsGone: () => void;
const log: string[] = [];

beforeAll(async () => {
  const listeners: ((change: WorkspaceChange) => void)[] = [];
  let spaces: string[] = ["spc_1"];
  spaceIsGone = () => {
    spaces = [];
    for (const listener of listeners) listener({ kind: "space", spaceId: "spc_1" } as WorkspaceChange);
  };
  const source = {
    flags: (...args: Parameters<FakeFlags["flags"]>) => flags.flags(...args),
    onChange: (...args: Parameters<FakeFlags["onChange"]>) => flags.onChange(...args),
  };
  flags = new FakeFlags();
  const plane = createPlane({
    name: "SDK",
    guard: () => undefined,
    problemOrigin: () => "http://127.0.0.1:1",
    log: (line) => log.push(line),
    routes: ofrepRoutes({
      rights: new StreamRights(() => []),
      flags: source,
      openKey: (sent) => {
        if (sent === "us_foreign") throw new Problem("forbidden-origin", "Not from there.");
        return sent === key ? development : null;
      },
      clock: { headers: () => ({ "Understudy-Clock": "frozen; at=2026-12-24T18:00:00.000Z" }) },
      sdkOrigin: (req) => `http://${req.headers.host}`,
      workspace: {
        onChange: (listener) => {
          listeners.push(listener);
          return () => undefined;
        },
        findSpace: (id) => (spaces.includes(id) ? ({} as never) : undefined),
      },
    }).router,
  });
  server = plane.createListener().listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  flags.answer = { revision: 7, decided };
  flags.failure = null;
  flags.asked.length = 0;
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
async function send(path: string, { method = "POST", headers = { "x-api-key": key }, body = {} }: Sent = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(origin + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" || method === "HEAD" ? {} : { body: text }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === "" ? null : JSON.parse(answer),
  };
}
const ana = { context: { targetingKey: "ana", plan: "gold" } };

describe("one flag", () => {
  test("is answered as the standard has it, by the caller's context", async () => {
    const { status, headers, body } = await send(`${bulk}/homepage.banner.size`, { body: ana });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).toEqual({
      key: "homepage.banner.size",
      value: 2.5,
      reason: "TARGETING_MATCH",
      variant: "Gold",
      metadata: { experienceId: "exp_banner", scenarioId: "scn_gold", enabled: true, revision: 7 },
    });
    expect(flags.asked).toEqual([
      {
        environment: development,
        context: {
          targetingKey: "ana",
          fields: { plan: "gold" },
          platform: null,
          locale: null,
          timeZone: null,
        },
      },
    ]);
  });

  test("its key may be escaped", async () => {
    expect((await send(`${bulk}/homepage%2Ebanner%2Eenabled`)).body).toMatchObject({
      key: "homepage.banner.enabled",
      value: true,
    });
  });

  test("a bucket without a targeting key is a 400", async () => {
    const { status, body } = await send(`${bulk}/homepage.split`);
    expect([status, body.key, body.errorCode]).toEqual([400, "homepage.split", "TARGETING_KEY_MISSING"]);
    expect(body.errorDetails).toMatch(/targetingKey/);
    expect((await send(`${bulk}/homepage.split`, { body: ana })).status).toBe(200);
  });

  test.each([
    ["homepage.nothing", /Is its Collection published there/],
    ["homepage.banner.subtitle", /has no value here/],
    ["a%2Fb%20c", /no flag "a\/b c" in Development/],
  ])("%s is not found", async (name, detail) => {
    const { status, body } = await send(`${bulk}/${name}`, { body: ana });
    expect([status, body.key, body.errorCode]).toEqual([404, decodeURIComponent(name), "FLAG_NOT_FOUND"]);
    expect(body.errorDetails).toMatch(detail);
  });
});

describe("all flags", () => {
  test("are answered with where to hear of changes", async () => {
    const { status, body } = await send(bulk, { body: ana });
    expect(status).toBe(200);
    expect(body.flags.map((flag: { key: string }) => flag.key)).toContain("homepage.body.enabled");
    expect(body.metadata).toEqual({ environment: "development", revision: 7 });
    const [{ url, ...stream }] = body.eventStreams;
    expect(stream).toEqual({ type: "sse", inactivityDelaySec: 120 });
    expect(url).toMatch(new RegExp(`^${origin}/ofrep/v1/stream\\?key=${key}&user=ana&since=`));
    expect((await send(bulk)).body.eventStreams[0].url).not.toContain("user=");
  });

  test("one that fails does not sink the others", async () => {
    const { status, body } = await send(bulk);
    expect(status).toBe(200);
    const failed = body.flags.filter((flag: object) => "errorCode" in flag);
    expect(failed).toHaveLength(2);
    expect(body.flags.length).toBeGreaterThan(10);
  });

  test("say which time they are of, like one flag does, and one that has no value then", async () => {
    for (const path of [bulk, `${bulk}/homepage.banner`, `${bulk}/homepage.banner.nope`])
      expect((await send(path, { body: ana })).headers.get("understudy-clock")).toMatch(
        /^frozen; at=2026-12-24T/,
      );
  });

  const etagOf = async (body: unknown) => (await send(bulk, { body })).headers.get("etag") ?? "";
  const seen = async (etag: string, body: unknown) =>
    (await send(bulk, { body, headers: { "x-api-key": key, "if-none-match": etag } })).status;

  test("what was seen is a 304 without a body, with its tag", async () => {
    const etag = await etagOf(ana);
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await send(bulk, { body: ana, headers: { "x-api-key": key, "if-none-match": etag } });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, null, etag]);
    expect(await seen(`W/${etag}, "x"`, ana)).toBe(304);
    expect(await seen('"x"', ana)).toBe(200);
  });

  test("the order of the context's members does not change the tag; a change elsewhere does not, either", async () => {
    const etag = await etagOf({ context: { targetingKey: "ana", a: { b: 1, c: 2 } } });
    flags.change();
    expect(await seen(etag, { context: { a: { c: 2, b: 1 }, targetingKey: "ana" } })).toBe(304);
  });

  const changes: [string, () => unknown][] = [
    ["another person", () => ({ context: { targetingKey: "bea", plan: "gold" } })],
    ["another field", () => ({ context: { targetingKey: "ana", plan: "silver" } })],
    ["what is passed over", () => ({ context: { targetingKey: "ana", plan: "gold", more: { a: 1 } } })],
    [
      "another revision",
      () => {
        flags.answer = { ...flags.answer, revision: 8 };
        return ana;
      },
    ],
    [
      "another answer: the clock, or an event of the user",
      () => {
        flags.answer = { revision: 7, decided: decided.slice(1) };
        return ana;
      },
    ],
  ];
  test.each(changes)("the tag is another one for %s", async (_, change) => {
    const etag = await etagOf(ana);
    expect(await seen(etag, change())).toBe(200);
  });
});

describe("the key", () => {
  const good: [string, Sent, string?][] = [
    ["X-API-Key", { headers: { "x-api-key": key } }],
    ["a Bearer token", { headers: { authorization: `Bearer ${key}` } }],
    ["a bearer token in another case", { headers: { authorization: `bearer  ${key} ` } }],
    ["the address", { headers: {} }, `?key=${key}`],
    ["one good among bad ones", { headers: { "x-api-key": "us_old", authorization: `Bearer ${key}` } }],
  ];
  test.each(good)("opens as %s", async (_, sent, query = "") => {
    for (const path of [bulk, `${bulk}/homepage.banner`])
      expect((await send(`${path}${query}`, { ...sent, body: ana })).status).toBe(200);
  });

  test("a stream is announced with the key that has opened the door", async () => {
    const headers = { "x-api-key": "us_old", authorization: `Bearer ${key}` };
    const { body } = await send(bulk, { headers, body: ana });
    expect(new URL(body.eventStreams[0].url).searchParams.get("key")).toBe(key);
  });

  const bad: [string, Record<string, string>, string, RegExp][] = [
    ["none", {}, "", /Send the environment's API key/],
    ["an empty one", { "x-api-key": "" }, "", /Send the environment's API key/],
    ["an unknown one", { "x-api-key": "us_dev_2" }, "", /not known/],
    ["a list", {}, `?key=${key}&key=${key}`, /Send the environment's API key/],
    ["Basic", { authorization: `Basic ${key}` }, "", /Send the environment's API key/],
  ];
  test.each(bad)("%s is a 401 with a challenge", async (_, headers, query, detail) => {
    for (const path of [bulk, `${bulk}/homepage.banner`]) {
      const answer = await send(path + query, { headers, body: "not even JSON" });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(answer.body).toMatchObject({
        errorCode: "GENERAL",
        errorDetails: expect.stringMatching(detail),
      });
    }
    expect((await send(`/ofrep/v1/stream${query}`, { method: "GET", headers })).status).toBe(401);
    expect(flags.asked).toEqual([]);
  });

  test("one that may not be used from there is a 403", async () => {
    const { status, body } = await send(bulk, { headers: { "x-api-key": "us_foreign" } });
    expect([status, body]).toEqual([403, { errorCode: "GENERAL", errorDetails: "Not from there." }]);
  });
});

describe("refusals have the standard's shape", () => {
  const refused: [string, Sent, number, string, RegExp][] = [
    ["broken JSON", { body: '{"context":' }, 400, "PARSE_ERROR", /position/],
    ["no body", { body: "" }, 400, "PARSE_ERROR", /Send a JSON object/],
    ["another JSON value", { body: "[]" }, 400, "PARSE_ERROR", /Send a JSON object/],
    ["a bad context", { body: { context: 5 } }, 400, "INVALID_CONTEXT", /must be an object/],
    ["a bad key", { body: { context: { targetingKey: 5 } } }, 400, "INVALID_CONTEXT", /targetingKey/],
    ["a body too large", { body: { context: { a: "x".repeat(600_000) } } }, 413, "GENERAL", /524288 bytes/],
    [
      "another charset",
      { headers: { "x-api-key": key, "content-type": "application/json; charset=latin1" } },
      415,
      "GENERAL",
      /UTF-8/,
    ],
    ["another method", { method: "PUT" }, 405, "GENERAL", /use POST/],
    ["GET", { method: "GET" }, 405, "GENERAL", /use POST/],
  ];
  test.each(refused)("%s", async (_, sent, status, code, detail) => {
    for (const path of [bulk, `${bulk}/homepage.banner`]) {
      const answer = await send(path, sent);
      expect([answer.status, answer.body.errorCode]).toEqual([status, code]);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect(answer.body.errorDetails).toMatch(detail);
      if (status === 405) expect(answer.headers.get("allow")).toBe("POST");
      else expect(answer.body.key).toBe(path === bulk ? undefined : "homepage.banner");
    }
  });

  test("a body of any content type is JSON", async () => {
    const headers = { "x-api-key": key, "content-type": "text/plain" };
    expect((await send(`${bulk}/homepage.split`, { headers, body: ana })).status).toBe(200);
  });

  test.each(["/ofrep", "/ofrep/v1/configuration", `${bulk}/a/b`, "/ofrep/v2/evaluate/flags"])(
    "%s is no route",
    async (path) => {
      const { status, body } = await send(path);
      expect([status, body.errorCode]).toEqual([404, "GENERAL"]);
    },
  );

  test("a path that does not decode", async () => {
    const { status, body } = await send(`${bulk}/%E0%A4%A`);
    expect([status, body.errorCode]).toEqual([400, "PARSE_ERROR"]);
  });

  test("a store that is busy asks to come again", async () => {
    flags.failure = new Problem("busy", "Too much at once.");
    const { status, headers, body } = await send(bulk, { body: ana });
    expect([status, headers.get("retry-after"), body]).toEqual([
      503,
      "1",
      { errorCode: "GENERAL", errorDetails: "Too much at once." },
    ]);
  });

  test("what nobody foresaw is logged, and is not told as a flag's fault", async () => {
    flags.failure = new Error("a bug");
    const { status } = await send(bulk, { body: ana });
    expect(status).toBe(500);
    expect(log.join("\n")).toContain("a bug");
  });
});

describe("the stream", () => {
  test("tells of a change to who comes from the answer, and of nothing else", async () => {
    const { body } = await send(bulk, { body: ana });
    const response = await fetch(body.eventStreams[0].url);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toMatch(/^id: \S+\n\n$/);
    flags.change();
    expect(await next()).toMatch(
      /^id: (\S+)\nevent: message\ndata: \{"type":"refetchEvaluation","etag":"\1",/,
    );
    await reader.cancel();
  });

  test("Last-Event-ID goes before the address: who comes back is told what it has missed", async () => {
    const { body } = await send(bulk, { body: ana });
    const { url } = body.eventStreams[0];
    const position = new URL(url).searchParams.get("since") ?? "";
    const first = async (since: string, headers: Record<string, string>) => {
      const response = await fetch(url.replace(/since=[^&]*/, `since=${since}`), { headers });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      const text = new TextDecoder().decode((await reader.read()).value);
      await reader.cancel();
      return text.includes("refetchEvaluation");
    };
    expect([
      await first("old", {}),
      await first("old", { "last-event-id": position }),
      await first(position, { "last-event-id": "old" }),
      await first(position, {}),
    ]).toEqual([true, false, true, false]);
  });

  test("HEAD is answered and ends; other methods are refused", async () => {
    expect((await send(`/ofrep/v1/stream?key=${key}`, { method: "HEAD" })).status).toBe(200);
    const post = await send("/ofrep/v1/stream");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("ends when its Space goes", async () => {
    const response = await fetch(`${origin}/ofrep/v1/stream?key=${key}`);
    const ended = response.text();
    spaceIsGone();
    expect(await ended).toContain("refetchEvaluation");
  });
});
