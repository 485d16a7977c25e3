import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { followEvents } from "../helpers/live-events.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
let sdk: TestServer["sdk"];
beforeAll(async () => {
  server = await startServerHere();
  ({ api, sdk } = checkedCallers(server));
});
afterAll(() => server.remove());

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const environment = (name: string) => `/v2/spaces/my-first-space/environments/${name}`;
const history = async (query: string, name = "development") =>
  (await api("GET", `${environment(name)}/events?${query}`)).body.data;
const ids = (events: readonly { id: string }[]) => events.map((one) => one.id);
const track = (body: object, key = server.keys.development) =>
  sdk("POST", "/sdk/v1/events", body, { "x-api-key": key });
const time = "2026-11-20T12:00:00.000Z";
let made = 0;
/** An event that is accepted, with an id of its own. */
const event = (members: object = {}) => {
  made += 1;
  return { id: `event-${made}`, name: "movie/watched", time, userId: "u1", ...members };
};
const without = (member: string) => ({ ...event(), [member]: undefined });
const pair = { key: "genre", value: "drama" };

describe("one bad event never sinks its batch, is refused with its code, and is kept with its reason", () => {
  test.each<[string, () => unknown, string]>([
    ["a name of one part", () => event({ name: "watched" }), "invalid-name"],
    ["a name of three parts", () => event({ name: "a/b/c" }), "invalid-name"],
    ["a name without an action", () => event({ name: "movie/" }), "invalid-name"],
    ["a name with a space", () => event({ name: "movie/was watched" }), "invalid-name"],
    ["a group of 65 characters", () => event({ name: `${"g".repeat(65)}/a` }), "invalid-name"],
    ["an action of 65 characters", () => event({ name: `g/${"a".repeat(65)}` }), "invalid-name"],
    ["a name that is a number", () => event({ name: 7 }), "invalid-name"],
    ["no name", () => without("name"), "invalid-name"],
    ["the group system", () => event({ name: "system/boot" }), "reserved-group"],
    ["metadata beside the pairs", () => event({ metadata: { genre: "drama" } }), "invalid-metadata"],
    ["a fourth pair alone", () => event({ metadata: { pair4: pair } }), "invalid-metadata"],
    [
      "a pair without a key",
      () => event({ metadata: { pair1: { key: "", value: "x" } } }),
      "invalid-metadata",
    ],
    [
      "a pair's key of 65",
      () => event({ metadata: { pair1: { key: "k".repeat(65), value: "" } } }),
      "invalid-metadata",
    ],
    [
      "a pair's value of 257",
      () => event({ metadata: { pair1: { key: "k", value: "v".repeat(257) } } }),
      "invalid-metadata",
    ],
    [
      "a pair's value that is a number",
      () => event({ metadata: { pair1: { key: "k", value: 1 } } }),
      "invalid-metadata",
    ],
    [
      "a pair with more in it",
      () => event({ metadata: { pair1: { ...pair, unit: "s" } } }),
      "invalid-metadata",
    ],
    ["metadata that is a list", () => event({ metadata: [pair] }), "invalid-metadata"],
    [
      "four pairs",
      () => event({ metadata: { pair1: pair, pair2: pair, pair3: pair, pair4: pair } }),
      "too-many-pairs",
    ],
    ["nobody", () => without("userId"), "no-user"],
    ["an empty userId", () => event({ userId: "" }), "no-user"],
    ["a userId of 201", () => event({ userId: "u".repeat(201) }), "no-user"],
    ["an anonymousId of 201", () => event({ userId: undefined, anonymousId: "a".repeat(201) }), "no-user"],
    ["a session that is not known", () => event({ userId: undefined, sessionId: "ses_none" }), "no-user"],
    ["more than 32 KiB", () => event({ more: "x".repeat(33 * 1024) }), "too-large"],
    ["no time", () => without("time"), "invalid-time"],
    ["a time that is none", () => event({ time: "yesterday" }), "invalid-time"],
    ["a date without a time", () => event({ time: "2026-11-20" }), "invalid-time"],
    ["a time as a number", () => event({ time: 1_700_000_000 }), "invalid-time"],
    ["an id of 201", () => event({ id: "i".repeat(201) }), "invalid-event"],
    ["a text", () => "movie/watched", "invalid-event"],
    ["null", () => null, "invalid-event"],
  ])("%s", async (_name, make, code) => {
    const bad = make();
    const [before, after] = [event(), event()];
    const id = (bad as { id?: string } | null)?.id?.slice(0, 200) ?? expect.stringMatching(/^evt_/);
    const { status, body } = await track({ events: [before, bad, after] });
    expect([status, body]).toEqual([
      202,
      { accepted: 2, rejected: [{ index: 1, id, code, detail: expect.stringMatching(/\w+ \w+/) }] },
    ]);
    const [newest, refused, oldest] = await history("limit=3");
    expect(ids([newest, oldest])).toEqual([after.id, before.id]);
    expect(refused).toMatchObject({
      id: body.rejected[0].id,
      status: "rejected",
      problem: { code, detail: body.rejected[0].detail },
      source: "sdk",
    });
    expect((await history("status=rejected&limit=1"))[0]).toEqual(refused);
  });

  test("the largest of everything is accepted", async () => {
    const metadata = {
      pair1: { key: "k".repeat(64), value: "v".repeat(256) },
      pair2: { key: "k", value: "" },
      pair3: pair,
    };
    const largest = event({
      name: `${"g".repeat(64)}/${"a.B_c-1".repeat(9)}x`,
      userId: "ü".repeat(200),
      metadata,
    });
    expect((await track({ events: [largest] })).body).toEqual({ accepted: 1, rejected: [] });
    expect((await history("limit=1"))[0]).toMatchObject({ ...largest, status: "accepted" });
  });

  test("of a refused event whoever did it is kept whole, whatever the letters of their id are", async () => {
    const refused = event({ name: "system/x", userId: `a${"🎭".repeat(199)}` });
    await track({ events: [refused] });
    const [kept] = await history("status=rejected&limit=1");
    expect(kept).toMatchObject({ id: refused.id, userId: refused.userId, original: refused });
  });

  test("the live stream shows refused events in their place", async () => {
    const live = await followEvents(
      new URL(`${environment("development")}/events/stream`, server.platformUrl).href,
      server.token,
    );
    const [good, bad, last] = [event(), event({ name: "system/x" }), event()];
    await track({ events: [good, bad, last] });
    const seen = await live.until(3);
    live.close();
    expect(seen.map((one) => [one.id, one.status, one.problem?.code])).toEqual([
      [good.id, "accepted", undefined],
      [bad.id, "rejected", "reserved-group"],
      [last.id, "accepted", undefined],
    ]);
    expect(seen[1]?.original).toEqual(bad);
  });

  test("a refused event is kept as it was where it has 4,096 characters, and by its beginning where it has more", async () => {
    const refused = (length: number) => {
      const one = event({ name: "system/x", more: "" });
      return { ...one, more: "x".repeat(length - JSON.stringify(one).length) };
    };
    const [fits, longer] = [refused(4096), refused(4097)];
    await track({ events: [fits, longer] });
    const [second, first] = await history("status=rejected&limit=2");
    expect([first.original, second.original]).toEqual([fits, `${JSON.stringify(longer).slice(0, 4096)}…`]);
  });
});

describe("a second delivery", () => {
  test("in another request is accepted and stored once, the first as it was", async () => {
    const first = event({ name: "twice/sent" });
    for (const again of [first, first, { ...first, name: "twice/changed" }])
      expect((await track({ events: [again] })).body).toEqual({ accepted: 1, rejected: [] });
    expect(ids(await history("name=twice/*"))).toEqual([first.id]);
  });

  test("in the same request is accepted and stored once", async () => {
    const one = event({ name: "twice/within" });
    const { body } = await track({ events: [one, event({ name: "twice/within" }), one] });
    expect(body).toEqual({ accepted: 3, rejected: [] });
    expect((await history("name=twice/within")).length).toBe(2);
  });

  test("is known after the first, and after a restart", async () => {
    const first = await startServerHere();
    const events = Array.from({ length: 50 }, (_, index) => event({ id: `kept-${index}` }));
    await first.sdk("POST", "/sdk/v1/events", { events });
    await first.sdk("POST", "/sdk/v1/events", { events });
    await first.stop();
    const second = await startServerHere({ dataDir: first.dataDir });
    await second.sdk("POST", "/sdk/v1/events", { events });
    expect((await second.api("GET", `${environment("development")}/stats`)).body.events).toBe(50);
    await second.remove();
  });

  test("in another environment is another event", async () => {
    const one = event({ name: "twice/elsewhere" });
    await track({ events: [one] });
    await track({ events: [one] }, server.keys.staging);
    expect((await history("name=twice/elsewhere", "staging")).length).toBe(1);
  });
});

describe("limits", () => {
  const padded = (bytes: number, build: (more: string) => object) => {
    const empty = Buffer.byteLength(JSON.stringify(build("")));
    return build("x".repeat(bytes - empty));
  };

  test("500 events a request, not one more", async () => {
    const many = (count: number) => ({
      events: Array.from({ length: count }, () => event({ name: "many/sent" })),
    });
    expect((await track(many(500))).body.accepted).toBe(500);
    const over = await track(many(501));
    expect([...outcome(over), over.body.errors[0].path]).toEqual([400, "invalid-body", "/events"]);
    expect(
      (await api("GET", `${environment("development")}/events?name=many/sent&limit=200`)).body.data.length,
    ).toBe(200);
  });

  test("512 KiB a request, not a byte more", async () => {
    const body = (more: string) => ({ events: [event()], more });
    expect((await track(padded(512 * 1024, body))).status).toBe(202);
    expect(outcome(await track(padded(512 * 1024 + 1, body)))).toEqual([413, "too-large"]);
  });

  test("32 KiB an event, not a byte more", async () => {
    const one = (id: string) => (more: string) => event({ id, more });
    const { body } = await track({
      events: [padded(32 * 1024, one("just-fits")), padded(32 * 1024 + 1, one("too-big"))],
    });
    expect([body.accepted, body.rejected.map((each: { id: string }) => each.id)]).toEqual([1, ["too-big"]]);
  });

  test.each([
    ["no list of events", {}, "/events"],
    ["events that are no list", { events: {} }, "/events"],
    ["a sentAt that is no time", { events: [], sentAt: "now" }, "/sentAt"],
  ])("%s: the whole request is refused", async (_name, body, path) => {
    const answer = await track(body);
    expect([...outcome(answer), answer.body.errors[0].path]).toEqual([400, "invalid-body", path]);
  });
});

describe("the sender's clock", () => {
  afterEach(() => api("PUT", "/v2/clock", { mode: "system" }));

  test.each([
    ["an hour fast", "2026-05-01T13:00:00Z", "2026-05-01T12:59:50Z", "2026-05-01T11:59:50.000Z"],
    ["a day slow", "2026-04-30T12:00:00Z", "2026-04-30T11:00:00Z", "2026-05-01T11:00:00.000Z"],
    ["right", "2026-05-01T12:00:00Z", "2026-05-01T09:30:00Z", "2026-05-01T09:30:00.000Z"],
    ["in another zone", "2026-05-01T14:00:00+02:00", "2026-05-01T13:59:00+02:00", "2026-05-01T11:59:00.000Z"],
    ["not told", undefined, "2026-05-01T12:59:50Z", "2026-05-01T12:59:50.000Z"],
  ])("%s is set right by sentAt", async (_name, sentAt, happened, kept) => {
    await api("PUT", "/v2/clock", { mode: "frozen", at: "2026-05-01T12:00:00Z" });
    await track({ sentAt, events: [event({ time: happened })] });
    const [newest] = await history("limit=1");
    expect([newest.time, newest.receivedAt]).toEqual([kept, "2026-05-01T12:00:00.000Z"]);
  });
});

test("a body is JSON whatever its content type says", async () => {
  const beacon = event();
  const answer = await sdk("POST", "/sdk/v1/events", JSON.stringify({ events: [beacon] }), {
    "content-type": "text/plain;charset=UTF-8",
  });
  expect([answer.status, answer.body.accepted]).toEqual([202, 1]);
  expect(ids(await history("limit=1"))).toEqual([beacon.id]);
  expect(outcome(await sdk("POST", "/sdk/v1/events", "{", { "content-type": "text/plain" }))).toEqual([
    400,
    "invalid-json",
  ]);
});

test("what newer SDKs send beside is ignored", async () => {
  const { body } = await track({ events: [event({ novelty: 1 })], flavour: "new" });
  expect(body).toEqual({ accepted: 1, rejected: [] });
  expect((await history("limit=1"))[0]).not.toHaveProperty("novelty");
});

test("an event without an id is given one", async () => {
  const { id: _, ...nameless } = event({ name: "nameless/sent" });
  expect((await track({ events: [nameless, nameless] })).body.accepted).toBe(2);
  expect(new Set(ids(await history("name=nameless/sent"))).size).toBe(2);
});

describe("an event that names only its session", () => {
  const device = { id: "d1", platform: "web" };
  const phone = { name: "ios", version: "0.3.0" };

  test.each([
    ["user", { userId: "of-session" }, { userId: "of-session" }],
    ["visitor", { anonymousId: "of-visit" }, { anonymousId: "of-visit" }],
  ])("is its %s's, by its SDK", async (_name, who, person) => {
    const { body } = await sdk("POST", "/sdk/v1/sessions", { ...who, sdk: phone, device });
    const sessionId = body.session.id;
    await track({ events: [event({ userId: undefined, sessionId })] });
    expect((await history("limit=1"))[0]).toMatchObject({ ...person, sessionId, sdk: phone });
  });

  test("goes by its own userId where it has one", async () => {
    const { body } = await sdk("POST", "/sdk/v1/sessions", { userId: "one", sdk: phone, device });
    await track({ events: [event({ userId: "two", sessionId: body.session.id })] });
    expect((await history("limit=1"))[0].userId).toBe("two");
  });

  test("of another Space's session belongs to nobody", async () => {
    const orgId = (await api("GET", "/v2/orgs")).body.data[0].id;
    await api("POST", "/v2/spaces", { orgId, name: "Other", key: "other" });
    const key = (await api("GET", "/v2/spaces/other/environments")).body.data[0].apiKey;
    const { body } = await sdk(
      "POST",
      "/sdk/v1/sessions",
      { userId: "theirs", sdk: phone, device },
      { "x-api-key": key },
    );
    const answer = await track({ events: [event({ userId: undefined, sessionId: body.session.id })] });
    expect(answer.body.rejected[0].code).toBe("no-user");
  });
});

test("users and visitors appear from events alone, seen when they were", async () => {
  await api("PUT", "/v2/clock", { mode: "frozen", at: "2026-06-01T08:00:00Z" });
  await track({
    events: [event({ userId: "only-events" }), event({ userId: undefined, anonymousId: "passer-by" })],
  });
  await api("PUT", "/v2/clock", { mode: "frozen", at: "2026-06-02T09:00:00Z" });
  await track({ events: [event({ userId: "only-events" })] });
  await api("PUT", "/v2/clock", { mode: "system" });
  await track({ events: [event({ userId: "asked-at-once" })] });
  expect((await api("GET", `${environment("development")}/users/asked-at-once/explain`)).status).toBe(200);
  const user = async (id: string) => (await api("GET", `${environment("development")}/users/${id}`)).body;
  const seen = async () => (await user("only-events")).lastSeenAt;
  await expect.poll(seen).toBe("2026-06-02T09:00:00.000Z");
  expect(await user("only-events")).toMatchObject({
    kind: "known",
    fields: {},
    firstSeenAt: "2026-06-01T08:00:00.000Z",
    sessions: 0,
  });
  expect(await user("passer-by")).toMatchObject({ kind: "visitor", lastSeenAt: "2026-06-01T08:00:00.000Z" });
});
