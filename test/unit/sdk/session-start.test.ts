import { describe, expect, it } from "vitest";
import { sessionStart } from "../../../src/core/session.ts";
import { Client } from "../../../src/sdk/browser/client.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { type Answering, fakePageForEach, fallbacks, pass, started, state } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
const make = (apiKey: string | null = "us_dev_1") => {
  const client = new Client({ apiKey, fallbacks });
  const banner = new Experience<{ headline: string }>(client, { id: "banner", key: "home.banner" });
  return { client, session: client.session, banner };
};
const targeted = () => started({ banner: state("targeted") });

describe("start", () => {
  it("serves fallbacks first, then what the server says, and tells", async () => {
    page().onStart = targeted;
    const { session, banner } = make();
    const told: (readonly string[])[] = [];
    session.changed((ids) => void told.push(ids));
    let heard = 0;
    banner.changed(() => {
      heard += 1;
    });
    expect([session.status, session.anonymous, banner.enabled, banner.data.headline]).toEqual([
      "idle",
      true,
      true,
      "fallback",
    ]);
    const start = session.start();
    expect(session.status).toBe("starting");
    await pass(10);
    await start;
    await session.ready;
    expect([session.status, banner.data.headline]).toEqual(["ready", "targeted"]);
    expect(told).toEqual([[], ["banner"]]);
    expect(heard).toBe(1);
    expect(banner.defaultData.headline).toBe("fallback");
  });

  it("asks in one simple request, without a preflight, as the server's schema has it", async () => {
    const { session } = make("us_dev_a/b");
    void session.start({
      userId: "u1",
      fields: { plan: "gold", since: new Date(0), left: null, tags: ["a"] },
    });
    await pass(10);
    const [asked] = page().to(/sessions$/);
    expect(asked?.method).toBe("POST");
    expect([...(asked?.headers.keys() ?? [])]).toEqual([]);
    expect(asked?.query.get("key")).toBe("us_dev_a/b");
    expect(sessionStart.safeParse(asked?.body).success).toBe(true);
    expect(asked?.body).toMatchObject({
      userId: "u1",
      anonymousId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fields: { plan: "gold", since: "1970-01-01T00:00:00.000Z", left: null, tags: ["a"] },
      sdk: { name: "browser", version: "1.0.0-beta.8" },
      device: { platform: "web", id: expect.any(String), timeZone: expect.any(String) },
    });
  });

  it("without a key logs one error, serves fallbacks, sends nothing, and still resolves", async () => {
    const { session, banner } = make(null);
    session.track("a/b");
    await session.start();
    await session.start({ userId: "u1" });
    await session.ready;
    session.track("a/b");
    page().hide();
    await pass(60_000);
    expect(session.status).toBe("fallback");
    expect(banner.data.headline).toBe("fallback");
    expect(page().asked).toEqual([]);
    expect(page().stored.size).toBe(0);
    expect(page().errors).toHaveLength(1);
    expect(page().errors[0]).toContain("There is no API key");
  });

  it("may get its key up to the start", async () => {
    page().onStart = targeted;
    const { client, session, banner } = make(null);
    await session.start();
    client.apiKey = "us_dev_1";
    void session.start();
    await pass(10);
    expect(banner.data.headline).toBe("targeted");
  });

  const failures: [string, Answering, { error: RegExp | null }][] = [
    ["the network fails", () => null, { error: null }],
    ["401", () => ({ status: 401, body: { detail: "not known" } }), { error: /401: not known/ }],
    ["400", () => ({ status: 400, text: "" }), { error: /answered 400/ }],
    ["403 as a page", () => ({ status: 403, text: "<html>" }), { error: /answered 403/ }],
    ["500", () => ({ status: 500 }), { error: null }],
    ["503", () => ({ status: 503, headers: { "retry-after": "1" } }), { error: null }],
    ["429", () => ({ status: 429 }), { error: null }],
    ["broken JSON", () => ({ status: 201, text: '{"session":' }), { error: /can't be read/ }],
    ["a proxy's page", () => ({ status: 200, text: "<html>" }), { error: /can't be read/ }],
    ["JSON null", () => ({ status: 201, text: "null" }), { error: /can't be read/ }],
    ["no states", () => ({ status: 201, body: { session: { id: "s" } } }), { error: /can't be read/ }],
    ["states that are a list", () => started([]), { error: /can't be read/ }],
  ];
  it.each(failures)("serves fallbacks and resolves when it gets %s", async (_, answer, { error }) => {
    page().onStart = answer;
    const { session, banner } = make();
    const start = session.start();
    await pass(5);
    await start;
    await session.ready;
    expect([session.status, banner.data.headline]).toEqual(["fallback", "fallback"]);
    expect(page().errors).toHaveLength(error === null ? 0 : 1);
    if (error !== null) expect(page().errors[0]).toMatch(error);
  });

  it("tries again, later and later, while the failure may pass, and not where it will not", async () => {
    let answers = 0;
    page().onStart = () => {
      answers += 1;
      return answers < 4 ? null : targeted();
    };
    const { session, banner } = make();
    void session.start();
    await pass(60_000);
    expect(page().to(/sessions$/)).toHaveLength(4);
    expect([session.status, banner.data.headline]).toEqual(["ready", "targeted"]);
    page().onStart = () => ({ status: 401 });
    void session.start();
    await pass(600_000);
    expect(page().to(/sessions$/)).toHaveLength(5);
  });

  it("keeps to Retry-After", async () => {
    page().onStart = () => ({ status: 503, headers: { "retry-after": "90" } });
    void make().session.start();
    await pass(89_000);
    expect(page().to(/sessions$/)).toHaveLength(1);
    await pass(2000);
    expect(page().to(/sessions$/)).toHaveLength(2);
  });

  it("leaves one broken state out and takes the others", async () => {
    const broken = {
      a: null,
      b: { enabled: "yes", data: {} },
      c: { enabled: true },
      banner: { enabled: true, data: [] },
    };
    page().onStart = () => started({ ...broken, promo: state("targeted") });
    const { client, session, banner } = make();
    const promo = new Experience(client, { id: "promo", key: "home.promo" });
    void session.start();
    await pass(10);
    expect([banner.data.headline, promo.data.headline]).toEqual(["fallback", "targeted"]);
  });

  it("ends in no rejection where fields can't be written, and says so", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const { session } = make();
    const start = session.start({ fields: circle as never });
    await pass(1);
    await start;
    expect(session.status).toBe("fallback");
    expect(page().errors[0]).toContain("fields can't be sent");
  });

  it.each([7, "", "x".repeat(201), null])("is anonymous for the userId %o, and says so", async (userId) => {
    const { session } = make();
    void session.start({ userId: userId as never });
    await pass(10);
    expect(page().asked[0]?.body).not.toHaveProperty("userId");
    expect([session.anonymous, page().errors.length]).toEqual([true, 1]);
  });

  it("goes on where a listener throws", async () => {
    page().onStart = targeted;
    const { session, banner } = make();
    banner.changed(() => {
      throw new Error("the page's own");
    });
    let heard = 0;
    banner.changed(() => {
      heard += 1;
    });
    void session.start();
    await pass(10);
    expect([session.status, heard]).toEqual(["ready", 1]);
    expect(page().errors).toEqual(["Error: the page's own"]);
  });
});

describe("waitTimeMsec", () => {
  const slow = (after: number) => () => ({ ...targeted(), after });

  it("is the longest wait; a late answer still comes", async () => {
    page().onStart = slow(3000);
    const { session, banner } = make();
    let resolved = false;
    void session.start().then(() => {
      resolved = true;
    });
    await pass(1999);
    expect([resolved, session.status]).toEqual([false, "starting"]);
    await pass(1);
    expect([resolved, session.status]).toEqual([true, "fallback"]);
    await pass(1000);
    expect([session.status, banner.data.headline]).toEqual(["ready", "targeted"]);
  });

  it.each([
    ["shorter", 500, 100, 500],
    ["longer", 4000, 1000, 3000],
    ["already over", 50, 1000, 1000],
  ])("takes effect at once on a start under way: %s", async (_, wait, at, want) => {
    page().onStart = slow(3000);
    const { client, session } = make();
    const since = Date.now();
    let took = 0;
    void session.start().then(() => {
      took = Date.now() - since;
    });
    await pass(at);
    client.waitTimeMsec = wait;
    await pass(5000);
    expect(took).toBe(want);
  });
});

describe("another start", () => {
  it("takes over: who waits for the first gets the second's answer", async () => {
    page().onStart = ({ body }) => ({
      ...started({ banner: state(body.userId) }),
      after: body.userId === "slow" ? 1000 : 50,
    });
    const { session, banner } = make();
    const first = session.start({ userId: "slow" });
    const second = session.start({ userId: "quick" });
    await pass(60);
    await Promise.all([first, second, session.ready]);
    expect(banner.data.headline).toBe("quick");
    await pass(2000);
    expect(banner.data.headline).toBe("quick");
  });

  it("shows nobody what another person was served", async () => {
    page().onStart = ({ body }) => (body.userId === "a" ? started({ banner: state("for a") }) : null);
    const { session, banner } = make();
    void session.start({ userId: "a" });
    await pass(10);
    expect(banner.data.headline).toBe("for a");
    void session.start({ userId: "b" });
    expect(banner.data.headline).toBe("fallback");
    await pass(10);
    expect([session.status, banner.data.headline]).toEqual(["fallback", "fallback"]);
  });

  it("locks anew: what was read in the session before may change", async () => {
    let headline = "one";
    page().onStart = () => started({ banner: state(headline) });
    const { session, banner } = make();
    void session.start();
    await pass(10);
    expect(banner.data.headline).toBe("one");
    headline = "two";
    void session.start();
    expect(banner.data.headline).toBe("one");
    await pass(10);
    expect(banner.data.headline).toBe("two");
  });
});

describe("update, identify, anonymize", () => {
  const bodies = () =>
    page()
      .to(/sessions$/)
      .map(({ body: { userId, fields } }) => ({ userId, fields }));

  it("update starts anew for the same person with the fields", async () => {
    const { session } = make();
    void session.start({ userId: "u1", fields: { plan: "free" } });
    await pass(10);
    void session.update({ plan: "gold", age: null });
    await pass(10);
    expect(bodies()).toEqual([
      { userId: "u1", fields: { plan: "free" } },
      { userId: "u1", fields: { plan: "gold", age: null } },
    ]);
    expect(session.anonymous).toBe(false);
  });

  it("update loses nothing that the server has not confirmed yet", async () => {
    page().onStart = () => null;
    const { session } = make();
    void session.start({ userId: "u1", fields: { a: 1, b: 1 } });
    await pass(10);
    page().onStart = () => started({});
    void session.update({ b: 2 });
    await pass(10);
    void session.update({ c: 3 });
    await pass(10);
    expect(bodies().slice(1)).toEqual([
      { userId: "u1", fields: { a: 1, b: 2 } },
      { userId: "u1", fields: { c: 3 } },
    ]);
  });

  it("update before any start is a visitor's", async () => {
    const { session } = make();
    void session.update({ seen: true });
    await pass(10);
    expect(bodies()).toEqual([{ userId: undefined, fields: { seen: true } }]);
  });

  it("identify and anonymize are start, and warn once each", async () => {
    const { session } = make();
    for (const call of [
      () => session.identify("u1", { plan: "gold" }),
      () => session.identify("u2"),
      () => session.anonymize({ seen: true }),
      () => session.anonymize(),
    ]) {
      void call();
      await pass(10);
    }
    expect(bodies()).toEqual([
      { userId: "u1", fields: { plan: "gold" } },
      { userId: "u2", fields: undefined },
      { userId: undefined, fields: { seen: true } },
      { userId: undefined, fields: undefined },
    ]);
    expect(page().warnings).toHaveLength(2);
    expect(page().errors).toEqual([]);
  });
});
