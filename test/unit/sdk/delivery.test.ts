import { describe, expect, it, vi } from "vitest";
import { eventLimits, eventsBody } from "../../../src/core/event.ts";
import { Client } from "../../../src/sdk/browser/client.ts";
import { deliveryForEach } from "../../helpers/delivery.ts";
import { accepted, fallbacks, pass, type Reply, started } from "../../helpers/fake-page.ts";

const { page, open, start, track, batches, names, storedEvents, failing } = deliveryForEach();

describe("a batch", () => {
  it("goes five seconds after its first event", async () => {
    const session = await start();
    session.track("a/1");
    await pass(4000);
    session.track("a/2");
    await pass(999);
    expect(batches()).toHaveLength(0);
    await pass(1);
    expect(batches().map(({ body }) => body.events.length)).toEqual([2]);
  });

  it("goes at once when twenty wait, and holds no more", async () => {
    track(await start(), 50);
    await pass(100);
    expect(batches().map(({ body }) => body.events.length)).toEqual([20, 20]);
    await pass(5000);
    expect(batches().map(({ body }) => body.events.length)).toEqual([20, 20, 10]);
    expect(names()).toEqual(Array.from({ length: 50 }, (_, index) => `n/${index}`));
  });

  it("is what the server's schema wants, in one simple request, within its limits", async () => {
    const session = await start("u1");
    for (let index = 0; index < 20; index += 1) {
      const full = { key: "k".repeat(64), value: "\u{1F3AC}".repeat(128) };
      session.track(`${"g".repeat(64)}/${"a".repeat(64)}`, { pair1: full, pair2: full, pair3: full });
    }
    await pass(10_000);
    for (const { body, headers, method, query, at } of batches()) {
      expect(eventsBody.safeParse(body).success).toBe(true);
      expect(body).toMatchObject({
        sentAt: new Date(at).toISOString(),
        sdk: { name: "browser", version: "1.0.0-beta.8" },
      });
      expect([method, [...headers.keys()], query.get("key")]).toEqual(["POST", [], "us_dev_1"]);
      expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(64 * 1024);
    }
    expect(page().sent).toHaveLength(20);
    expect(eventLimits.perRequest).toBeGreaterThan(20);
  });
});

describe("before there is a session", () => {
  it("events wait for it, and carry it", async () => {
    page().onStart = () => ({ ...started({}), after: 1500 });
    const { session } = open();
    session.track("before/start");
    void session.start({ userId: "u1" });
    session.track("while/starting");
    await pass(7000);
    expect(page().sent.map(({ name, sessionId }) => [name, sessionId])).toEqual([
      ["before/start", "ses_1"],
      ["while/starting", "ses_1"],
    ]);
  });

  it.each([
    ["a known user's", "u1", { userId: "u1" }],
    ["the visitor's", undefined, { anonymousId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ])("they go as %s once the wait is over, and later ones with the session", async (_, userId, owner) => {
    page().onStart = () => ({ ...started({}), after: 9000 });
    const { session } = open();
    void session.start(userId === undefined ? {} : { userId });
    session.track("a/early");
    await pass(7500);
    session.track("a/middle");
    await pass(6000);
    session.track("a/late");
    await pass(6000);
    const bare = { id: expect.any(String), time: expect.any(String) };
    expect(page().sent).toEqual([
      { ...bare, name: "a/early", ...owner },
      { ...bare, name: "a/middle", ...owner },
      { ...bare, name: "a/late", ...owner, sessionId: "ses_1" },
    ]);
  });

  it("stay who they were of when somebody else's session starts", async () => {
    page().onStart = ({ body }) => ({ ...started({}, `ses_${body.userId}`), after: 1000 });
    const { session } = open();
    void session.start({ userId: "a" });
    session.track("by/a");
    void session.start({ userId: "b" });
    session.track("by/b");
    await pass(1500);
    session.track("by/b");
    void session.start();
    await pass(9000);
    expect(
      page().sent.map((event) => [event.name, "userId" in event && event.userId, event.sessionId]),
    ).toEqual([
      ["by/a", "a", undefined],
      ["by/b", "b", "ses_b"],
      ["by/b", "b", "ses_b"],
    ]);
  });

  it("nothing is sent, whatever happens to the page", async () => {
    const { session } = open();
    track(session, 30);
    page().hide();
    page().fire("pagehide");
    await pass(60_000);
    expect(page().asked).toEqual([]);
  });
});

describe("what fails", () => {
  const passing: [string, Reply | null][] = [
    ["the network", null],
    ["429", { status: 429 }],
    ["503", { status: 503 }],
    ["500", { status: 500 }],
    ["502 as a page", { status: 502, text: "<html>" }],
  ];
  it.each(passing)("%s: goes again with the same ids, in order, later and later", async (_, reply) => {
    failing(reply);
    const session = await start();
    track(session, 3);
    await pass(5000 + 500 + 1000 + 2000 + 100);
    failing(accepted);
    await pass(4000);
    expect(batches()).toHaveLength(5);
    const [first, ...more] = batches().map(({ body }) => body.events);
    for (const events of more) expect(events).toEqual(first);
    const times = batches().map(({ at }) => at);
    expect(times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 100) / 10)).toEqual([
      0.5, 1, 2, 4,
    ]);
    expect(storedEvents()).toEqual([]);
    expect(page().warnings).toEqual([]);
  });

  it.each([
    ["seconds", () => "40"],
    ["a date", () => new Date(Date.now() + 40_000).toUTCString()],
  ])("Retry-After as %s is kept to", async (_, header) => {
    page().onEvents = () => ({ status: 503, headers: { "retry-after": header() } });
    track(await start(), 20);
    await pass(38_000);
    expect(batches()).toHaveLength(1);
    failing(accepted);
    await pass(3000);
    expect(batches()).toHaveLength(2);
  });

  it("401: is kept for a page with the exchanged key, and tried once a minute whatever is tracked", async () => {
    failing({ status: 401, body: { code: "x", detail: "not known" } });
    const session = await start();
    track(session, 2);
    await pass(6000);
    track(session, 30, "more");
    await pass(50_000);
    expect(batches()).toHaveLength(1);
    expect(storedEvents()).toHaveLength(32);
    expect(page().warnings).toEqual([
      "[understudy] Events wait until the API key is known again, or exchanged: 401: not known",
    ]);
    failing(accepted);
    const next = new Client({ apiKey: "us_dev_2", fallbacks });
    void next.session.start({});
    await pass(6000);
    expect(new Set(names())).toEqual(
      new Set(["n/0", "n/1", ...Array.from({ length: 30 }, (_, index) => `more/${index}`)]),
    );
    expect(storedEvents()).toEqual([]);
    expect(batches().at(-1)?.query.get("key")).toBe("us_dev_2");
  });

  it("Retry-After is kept to, whatever is tracked meanwhile", async () => {
    failing({ status: 503, headers: { "retry-after": "40" } });
    const session = await start();
    track(session, 20);
    await pass(1000);
    track(session, 20, "more");
    await pass(37_000);
    expect(batches()).toHaveLength(1);
  });

  it.each([400, 403, 404, 413])("%i: is dropped with a warning, and what follows goes", async (status) => {
    failing({ status, body: { code: "x", detail: "not like this" } });
    const session = await start();
    track(session, 2);
    await pass(6000);
    failing(accepted);
    session.track("next/one");
    await pass(6000);
    expect(names()).toEqual(["n/0", "n/1", "next/one"]);
    expect(page().warnings).toEqual([
      `[understudy] 2 events were refused and are dropped: ${status}: not like this`,
    ]);
    expect(storedEvents()).toEqual([]);
  });

  it.each<[string, Reply]>([
    ["200 as a page", { status: 200, text: "<html>" }],
    ["404 as a page", { status: 404, text: "<html>" }],
    ["403 in other words", { status: 403, body: { error: "blocked" } }],
  ])("%s: is not the service's, so they go again", async (_, reply) => {
    failing(reply);
    track(await start(), 2);
    await pass(6000);
    expect(storedEvents()).toHaveLength(2);
    failing(accepted);
    await pass(30_000);
    expect(names().slice(-2).toSorted()).toEqual(["n/0", "n/1"]);
    expect(storedEvents()).toEqual([]);
    expect(page().warnings).toEqual([expect.stringMatching(/Events wait: .* They are sent again\./)]);
  });

  /** Something in front of the service that lets no body through which this is true of. */
  const stops = (isStopped: (text: string) => boolean, status: number) => {
    const passed = new Set<string>();
    page().onEvents = ({ body }) => {
      if (isStopped(JSON.stringify(body))) return { status, text: "<html>" };
      for (const { id } of body.events) passed.add(id);
      return { status: 202, body: { accepted: body.events.length, rejected: [] } };
    };
    return passed;
  };

  it("one event that is never let through keeps none of the others waiting, and is kept", async () => {
    const passed = stops((text) => text.includes("<script"), 403);
    const session = await start();
    session.track("page/viewed", { pair1: { key: "title", value: "<script>" } });
    await pass(6000);
    for (let minute = 0; minute < 60; minute += 1) {
      track(session, 3);
      await pass(60_000);
    }
    await pass(10 * 60_000);
    expect([passed.size, storedEvents().length]).toEqual([180, 1]);
  });

  it("what is too much at once goes in parts", async () => {
    const passed = stops((text) => text.length > 4000, 413);
    track(await start(), 20);
    await pass(10 * 60_000);
    expect([passed.size, storedEvents().length]).toEqual([20, 0]);
  });

  it("one refused event: is told, and not sent again", async () => {
    const rejected = [{ index: 0, id: "x", code: "no-user", detail: "needs a userId" }];
    failing({ status: 202, body: { accepted: 1, rejected } });
    track(await start(), 2);
    await pass(20_000);
    expect(batches()).toHaveLength(1);
    expect(page().warnings).toEqual(["[understudy] An event was refused: no-user, needs a userId"]);
  });

  it("an answer whose refusals are none holds up nothing that follows", async () => {
    failing({ status: 202, body: { accepted: 2, rejected: [null, 7, { code: null }] } });
    const session = await start();
    track(session, 2);
    await pass(6000);
    track(session, 1, "more");
    await pass(6000);
    expect(names()).toEqual(["n/0", "n/1", "more/0"]);
  });

  it("a wait that a hidden page's batch is asked for is kept to", async () => {
    failing({ status: 503, headers: { "retry-after": "40" } });
    const session = await start();
    track(session, 2);
    page().hide();
    await pass(1000);
    track(session, 20, "more");
    await pass(37_000);
    expect(batches()).toHaveLength(1);
    failing(accepted);
    await pass(9000);
    expect(storedEvents()).toEqual([]);
  });

  it("a wait that one of a hidden page's batches is asked for holds for all", async () => {
    const session = await start();
    let asked = 0;
    page().onEvents = () => {
      asked += 1;
      return asked === 1 ? { status: 503, headers: { "retry-after": "40" } } : null;
    };
    track(session, 45);
    page().hide();
    await pass(100);
    const { length } = batches();
    expect(length).toBeGreaterThan(1);
    await pass(35_000);
    expect(batches()).toHaveLength(length);
    failing(accepted);
    await pass(10_000);
    expect(batches().length).toBeGreaterThan(length);
  });

  it("events tracked meanwhile wait their turn", async () => {
    failing({ status: 503, headers: { "retry-after": "30" } });
    const session = await start();
    track(session, 20);
    await pass(1000);
    track(session, 20, "more");
    await pass(20_000);
    expect(batches().length).toBeLessThanOrEqual(6);
  });

  it("the network being back is reason to try at once, also where the clock was set on", async () => {
    failing({ status: 503, headers: { "retry-after": "3000" } });
    track(await start(), 20);
    await pass(1000);
    failing(accepted);
    vi.setSystemTime(Date.now() + 7_200_000);
    page().fire("online");
    await pass(10);
    expect(batches()).toHaveLength(2);
  });
});
