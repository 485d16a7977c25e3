import { describe, expect, it, vi } from "vitest";
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

  it("with null as its userId is a visitor's, as in the other SDKs, and nothing is said of it", async () => {
    const { session } = make();
    void session.start({ userId: null });
    await pass(10);
    expect(page().to(/sessions$/)[0]?.body).not.toHaveProperty("userId");
    expect(page().errors).toEqual([]);
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

  const failures: [string, Answering, { error?: RegExp; warning?: RegExp }][] = [
    ["the network fails", () => null, { warning: /again/ }],
    ["401", () => ({ status: 401, body: { code: "x", detail: "not known" } }), { error: /401: not known/ }],
    ["400", () => ({ status: 400, body: { code: "x", detail: "not so" } }), { error: /400: not so/ }],
    ["nothing but 400", () => ({ status: 400, text: "" }), { warning: /answered 400.*again/ }],
    ["403 as a page", () => ({ status: 403, text: "<html>" }), { warning: /answered 403.*again/ }],
    ["500", () => ({ status: 500 }), { warning: /again/ }],
    ["503", () => ({ status: 503, headers: { "retry-after": "1" } }), { warning: /again/ }],
    ["429", () => ({ status: 429 }), { warning: /again/ }],
    [
      "broken JSON",
      () => ({ status: 201, text: '{"session":' }),
      { warning: /but not as the service does.*again/ },
    ],
    [
      "a proxy's page",
      () => ({ status: 200, text: "<html>" }),
      { warning: /but not as the service does.*again/ },
    ],
    ["JSON null", () => ({ status: 201, text: "null" }), { warning: /but not as the service does.*again/ }],
    [
      "no states",
      () => ({ status: 201, body: { session: { id: "s" } } }),
      { warning: /but not as the service does.*again/ },
    ],
    ["states that are a list", () => started([]), { warning: /but not as the service does.*again/ }],
  ];
  it.each(failures)(
    "serves fallbacks, resolves and tells when it gets %s",
    async (_, answer, { error, warning }) => {
      page().onStart = answer;
      const { session, banner } = make();
      const start = session.start();
      await pass(5);
      await start;
      await session.ready;
      expect([session.status, banner.data.headline]).toEqual(["fallback", "fallback"]);
      expect(page().errors).toEqual(error === undefined ? [] : [expect.stringMatching(error)]);
      expect(page().warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
    },
  );

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
    page().onStart = () => ({ status: 401, body: { code: "x", detail: "not known" } });
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

  it.each<[string, Answering, string, number]>([
    ["what nobody answered, once the browser is online again,", () => null, "online", 1],
    [
      "what something else answered, once the page is seen again,",
      () => ({ status: 404 }),
      "visibilitychange",
      1,
    ],
    [
      "what the server has asked to wait for",
      () => ({ status: 503, headers: { "retry-after": "3000" } }),
      "online",
      0,
    ],
  ])("tries %s at once, or not", async (_, answer, event, more) => {
    page().onStart = answer;
    void make().session.start();
    await pass(600_000);
    const before = page().to(/sessions$/).length;
    page().onStart = targeted;
    page().fire(event);
    await pass(10);
    expect(page().to(/sessions$/).length - before).toBe(more);
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

  it.each([7, "", "x".repeat(201)])("is anonymous for the userId %o, and says so", async (userId) => {
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

describe("fields", () => {
  const sent = () =>
    page()
      .to(/sessions$/)
      .map(({ body }) => body.fields);

  it("that JSON can't say are left out, each with one error, and spoil nothing", async () => {
    const { session } = make();
    const circle: unknown[] = [];
    circle.push(circle);
    const wrong = {
      big: 1n,
      circle,
      invalid: new Date("nonsense"),
      nan: Number.NaN,
      infinite: [1, Number.POSITIVE_INFINITY],
      dates: [new Date("nonsense")],
      text: () => "",
      gap: [undefined],
    };
    const getter = {
      get thrown(): string {
        throw new Error("no");
      },
    };
    const fields = Object.defineProperties(
      { plan: "gold", gone: undefined, left: null, since: new Date(0), tags: ["a", 1, true] },
      { ...Object.getOwnPropertyDescriptors(wrong), ...Object.getOwnPropertyDescriptors(getter) },
    );
    void session.start({ userId: "u1", fields: fields as never });
    await pass(10);
    void session.update({ seats: 2 });
    await pass(10);
    expect(sent()).toEqual([
      { plan: "gold", left: null, since: "1970-01-01T00:00:00.000Z", tags: ["a", 1, true] },
      { seats: 2 },
    ]);
    expect(page().errors).toEqual(
      [...Object.keys(wrong), "thrown"].map(
        (name) => `[understudy] The field "${name}" is left out: JSON can't say its value.`,
      ),
    );
  });

  it("are those of the moment, whatever becomes of a list", async () => {
    page().onStart = () => null;
    const { session } = make();
    const tags = ["a"];
    void session.start({ userId: "u1", fields: { tags } });
    tags.push("b");
    await pass(10_000);
    expect(sent().length).toBeGreaterThan(1);
    expect(sent().every((one) => one.tags.length === 1)).toBe(true);
  });
});

it("resolves also where what comes of it fails", async () => {
  page().onStart = () => ({ ...targeted(), after: 3000 });
  vi.stubGlobal("TextEncoder", undefined);
  const { session } = make();
  session.track("a/b");
  let resolved = false;
  void session.start().then(() => {
    resolved = true;
  });
  await expect(pass(2000)).rejects.toThrow("TextEncoder");
  await pass(1);
  expect([resolved, session.status]).toEqual([true, "fallback"]);
});
