import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BulkAnswer, FlagAnswer } from "../../src/core/ofrep.ts";
import { changeHeadline, publish, publishFlags, watchDrama } from "../helpers/flag-model.ts";
import { type RefetchMessages, refetchMessages } from "../helpers/refetch-messages.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

const flagsPath = "/ofrep/v1/evaluate/flags";
let server: TestServer;
const open: RefetchMessages[] = [];

beforeAll(async () => {
  server = await startServerHere();
  await publishFlags(server);
});
afterAll(() => server.remove());
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop();
});

type Context = Readonly<Record<string, unknown>>;

const ask = (path: string, context: Context = {}, headers?: Record<string, string>) =>
  server.sdk("POST", `${flagsPath}${path}`, { context }, headers);
async function all(context: Context): Promise<BulkAnswer> {
  const { status, body } = await ask("", context);
  expect(status).toBe(200);
  return body as BulkAnswer;
}
const headline = async (context: Context) => (await ask("/homepage.banner.headline", context)).body.value;

/** The stream that an answer announces, opened. */
async function follow(context: Context): Promise<RefetchMessages> {
  const [stream] = (await all(context)).eventStreams;
  const messages = await refetchMessages(stream?.url ?? "");
  open.push(messages);
  return messages;
}

describe("flags", () => {
  const row = (answer: FlagAnswer) =>
    "value" in answer
      ? [answer.key, answer.value, answer.reason, answer.variant]
      : [answer.key, answer.errorCode];

  test("have the types of what they name", async () => {
    const { flags } = await all({ targetingKey: "types", plan: "gold" });
    const background = { value: "#c81e4a", opacity: 0.5 };
    const data = {
      headline: "Hi, Gold",
      size: 3,
      wide: true,
      background,
      tags: ["gold", 1],
      layout: { columns: 3 },
    };
    const match = ["TARGETING_MATCH", "Gold members"];
    expect(flags.filter(({ key }) => key.startsWith("homepage.banner")).map(row)).toEqual([
      ["homepage.banner", data, ...match],
      ["homepage.banner.enabled", true, ...match],
      ["homepage.banner.headline", "Hi, Gold", ...match],
      ["homepage.banner.size", 3, ...match],
      ["homepage.banner.wide", true, ...match],
      ["homepage.banner.background", background, ...match],
      ["homepage.banner.tags", ["gold", 1], ...match],
      ["homepage.banner.layout", { columns: 3 }, ...match],
    ]);
    expect(flags.filter(({ key }) => /\.(off|body)/.test(key)).map(row)).toEqual(
      expect.arrayContaining([
        ["homepage.off.enabled", false, "DISABLED", "Everyone"],
        ["homepage.body", ["offer", "promo"], "DEFAULT", "Everyone"],
        ["homepage.body.enabled", true, "DEFAULT", "Everyone"],
      ]),
    );
    expect(flags.some(({ key }) => key === "homepage.promo.headline")).toBe(true);
  });

  test("are the same one by one", async () => {
    const context = { targetingKey: "same", plan: "gold" };
    const { flags, metadata } = await all(context);
    expect(flags.length).toBeGreaterThan(20);
    for (const flag of flags) {
      const { status, body } = await ask(`/${flag.key}`, context);
      const { revision, ...own } = body.metadata;
      expect([status, { ...body, metadata: own }, revision]).toEqual([200, flag, metadata.revision]);
    }
  });

  test("split by the user's id, the same each time", async () => {
    const values = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      const { body } = await ask("/homepage.split.headline", { targetingKey: `u${n}` });
      expect(body.reason).toBe(body.value === "A" ? "SPLIT" : "DEFAULT");
      expect((await ask("/homepage.split.headline", { targetingKey: `u${n}` })).body).toEqual(body);
      values.add(body.value);
    }
    expect(values).toEqual(new Set(["A", "Welcome"]));
  });

  test("without a targeting key: a split is an error, the rest is decided by the context", async () => {
    const { flags } = await all({ plan: "gold" });
    const failed = flags.filter((flag) => "errorCode" in flag);
    expect(new Set(failed.map((flag) => flag.key.split(".")[1]))).toEqual(new Set(["split"]));
    expect(await headline({ plan: "gold" })).toBe("Hi, Gold");
    const { status, body } = await ask("/homepage.split", {});
    expect([status, body.errorCode]).toEqual([400, "TARGETING_KEY_MISSING"]);
  });

  test("are not found where they are not published, and where they have no value", async () => {
    const staging = { "x-api-key": server.keys.staging };
    const { status, body } = await ask("/homepage.banner", {}, staging);
    expect([status, body.key, body.errorCode]).toEqual([404, "homepage.banner", "FLAG_NOT_FOUND"]);
    expect((await ask("", {}, staging)).body.flags).toEqual([]);
    const none = await ask("/homepage.banner.subtitle", {});
    expect([none.status, none.body.errorDetails]).toEqual([404, expect.stringContaining("has no value")]);
  });
});

describe("the context", () => {
  test("lies over the stored user, for this evaluation only", async () => {
    const users = `/v2/spaces/${server.spaceKey}/environments/development/users`;
    await server.api("PUT", `${users}/stored`, { fields: { plan: "gold", age: 30 } });
    const before = (await server.api("GET", `${users}/stored`)).body;
    expect(await headline({ targetingKey: "stored" })).toBe("Hi, Gold");
    expect(await headline({ targetingKey: "stored", plan: "silver" })).toBe("Hi");
    expect(await headline({ targetingKey: "unheard-of", plan: "gold" })).toBe("Hi, Gold");
    expect((await server.api("GET", `${users}/stored`)).body).toEqual(before);
    expect((await server.api("GET", `${users}/unheard-of`)).status).toBe(404);
  });

  test("counts the stored user's events, with the one of a moment ago", async () => {
    for (const daysAgo of [2, 1, 0]) {
      expect(await headline({ targetingKey: "ana" })).toBe("Hi");
      await watchDrama(server, "ana", daysAgo);
    }
    expect(await headline({ targetingKey: "ana" })).toBe("More drama");
    expect(await headline({ targetingKey: "bea" })).toBe("Hi");
  });

  test("is decided at the platform's time, and the answer says so", async () => {
    const context = { targetingKey: "ana" };
    const etag = (await ask("", context)).headers.get("etag") ?? "";
    const again = () => ask("", context, { "if-none-match": etag });
    expect((await again()).status).toBe(304);
    await server.api("PUT", "/v2/clock", { mode: "offset", seconds: 8 * 86_400 });
    const moved = await again();
    await server.api("PUT", "/v2/clock", { mode: "system" });
    expect([moved.status, moved.headers.get("understudy-clock")]).toEqual([
      200,
      expect.stringMatching(/^offset; at=/),
    ]);
    const value = moved.body.flags.find((flag: FlagAnswer) => flag.key === "homepage.banner.headline").value;
    expect(value).toBe("Hi");
    expect((await again()).status).toBe(304);
  });
});

describe("the event stream", () => {
  test("tells of a publication, and of nothing before", async () => {
    const stream = await follow({ targetingKey: "reader" });
    await changeHeadline(server, "Good morning");
    await publish(server);
    await stream.until(1);
    expect(stream.messages.at(-1)).toMatchObject({
      type: "refetchEvaluation",
      etag: stream.messages.at(-1)?.id,
    });
    expect(await headline({ targetingKey: "reader" })).toBe("Good morning");
    // Had a draft been told of, there would be more by the time that one more publication is.
    await changeHeadline(server, "Good night");
    await publish(server);
    await stream.until(2);
    expect(await headline({ targetingKey: "reader" })).toBe("Good night");
    expect(stream.messages).toHaveLength(2);
  });

  test("tells of the reader's own event, not of another's; what has not changed is a 304", async () => {
    const context = { targetingKey: "own" };
    const stream = await follow(context);
    const another = await follow({ targetingKey: "someone-else" });
    await watchDrama(server, "someone-else");
    // By the time that the other is told, this one would have been told as well.
    await another.until(1);
    expect(stream.messages).toEqual([]);
    const etag = (await ask("", context)).headers.get("etag") ?? "";
    await watchDrama(server, "own");
    await stream.until(1);
    expect((await ask("", context, { "if-none-match": etag })).status).toBe(304);
    await watchDrama(server, "own");
    await watchDrama(server, "own");
    await stream.until(2);
    expect((await ask("", context, { "if-none-match": etag })).status).toBe(200);
  });

  test("tells of the reader's fields, and of the clock", async () => {
    const users = `/v2/spaces/${server.spaceKey}/environments/development/users`;
    const stream = await follow({ targetingKey: "fields" });
    await server.api("PUT", `${users}/fields`, { fields: { plan: "gold" } });
    await stream.until(1);
    expect(await headline({ targetingKey: "fields" })).toBe("Hi, Gold");
    // By the time that somebody else is told of a later change, all has been said of this one.
    const witness = await follow({ targetingKey: "witness" });
    await server.api("PUT", `${users}/witness`, { fields: { plan: "gold" } });
    await witness.until(1);
    const told = stream.messages.length;
    await server.api("PUT", "/v2/clock", { mode: "system" });
    await stream.until(told + 1);
  });

  test("tells when a schedule opens", async () => {
    const stream = await follow({ targetingKey: "schedule" });
    expect((await ask("/homepage.off.enabled", {})).body).toMatchObject({ value: false, reason: "DISABLED" });
    const from = Date.now() + 1500;
    const schedule = { from: new Date(from).toISOString(), until: null };
    const path = `/v2/spaces/${server.spaceKey}/collections/homepage/experiences/off`;
    const scenarios = [
      { name: "From now on", schedule, serve: { data: { headline: "Open" } } },
      { name: "Everyone", serve: { enabled: false } },
    ];
    expect((await server.api("PATCH", path, { scenarios })).status).toBe(200);
    await publish(server);
    // The publication itself is told before that, unless it took all that time.
    await expect.poll(() => stream.messages.some(({ arrived }) => arrived >= from)).toBe(true);
    expect((await ask("/homepage.off.headline", {})).body).toMatchObject({
      value: "Open",
      reason: "TARGETING_MATCH",
      variant: "From now on",
    });
  });

  test("ends with its Space, and another goes on", async () => {
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    await server.api("POST", "/v2/spaces", { orgId, name: "Short", key: "short-lived" });
    const { apiKey } = (await server.api("GET", "/v2/spaces/short-lived/environments")).body.data[0];
    const { body } = await ask("", {}, { "x-api-key": apiKey });
    const gone = await refetchMessages(body.eventStreams[0].url);
    const stream = await follow({});
    expect((await server.api("DELETE", "/v2/spaces/short-lived")).status).toBe(204);
    await gone.ended;
    expect((await ask("", {}, { "x-api-key": apiKey })).status).toBe(401);
    await publish(server);
    await stream.until(1);
  });
});

describe("pages of other ports", () => {
  const origin = "http://localhost:3000";

  test("may ask what the providers ask", async () => {
    const wanted = "authorization, content-type, if-none-match, x-api-key";
    const response = await fetch(server.sdkUrl + flagsPath, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": wanted,
      },
    });
    expect([response.status, response.headers.get("access-control-allow-headers")]).toEqual([204, wanted]);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
  });

  test("may read answers, refusals, and the tag", async () => {
    for (const [path, status] of [
      ["", 200],
      ["/nope", 404],
    ] as const) {
      const answer = await ask(path, {}, { origin });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("access-control-expose-headers")).toBe("ETag, Retry-After");
    }
  });

  test("from elsewhere may not; where one Space allows it, the key's own counts", async () => {
    const evil = await ask("", {}, { origin: "https://app.example.com" });
    expect([evil.status, evil.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
    await server.api("POST", "/v2/spaces", { orgId, name: "Open", key: "open-to-app" });
    await server.api("PATCH", "/v2/spaces/open-to-app", { allowedOrigins: ["https://app.example.com"] });
    const refused = await ask("", {}, { origin: "https://app.example.com" });
    expect([refused.status, refused.body.errorCode]).toEqual([403, "GENERAL"]);
  });
});

test("after a restart a reader that comes back is told to ask again", async () => {
  const stream = await follow({ targetingKey: "back" });
  await watchDrama(server, "back");
  await stream.until(1);
  const id = stream.messages[0]?.id ?? "";
  const again = await refetchMessages((await all({ targetingKey: "back" })).eventStreams[0]?.url ?? "", {
    "last-event-id": id,
  });
  const { dataDir } = server;
  expect(await server.stop()).toBe(0);
  await again.ended;
  expect(again.messages).toEqual([]);
  server = await startServerHere({ dataDir });
  const { key, user } = { key: server.keys.development, user: "back" };
  const back = await refetchMessages(
    `${server.sdkUrl}/ofrep/v1/stream?${new URLSearchParams({ key, user, since: id })}`,
    { "last-event-id": id },
  );
  open.push(back);
  await back.until(1);
});
