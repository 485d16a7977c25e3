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

  it("reads no options that throw, and says so", async () => {
    const options = {
      get fields(): never {
        throw new Error("hostile");
      },
    };
    const { session } = make();
    expect(() => void session.start(options)).not.toThrow();
    await pass(10);
    expect([session.status, page().errors.length]).toEqual(["ready", 1]);
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
