import { describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { fakePageForEach, fallbacks, pass, started, state } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
const make = (apiKey: string | null = "us_dev_1") => {
  const client = new Client({ apiKey, fallbacks });
  const banner = new Experience<{ headline: string }>(client, { id: "banner", key: "home.banner" });
  return { client, session: client.session, banner };
};
const targeted = () => started({ banner: state("targeted") });

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
    ["shorter", 500, 100, 500, 1],
    ["longer", 4000, 1000, 3000, 0],
    ["already over", 50, 1000, 1000, 1],
    ["none", 0, 1000, 1000, 0],
  ])("takes effect at once on a start under way: %s", async (_, wait, at, want, warnings) => {
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
    expect(page().warnings.length).toBe(warnings);
  });

  it("is as long where the clock is set back meanwhile", async () => {
    page().onStart = slow(60_000);
    const { client, session } = make();
    void session.start();
    await pass(500);
    vi.setSystemTime(Date.now() - 3_600_000);
    client.waitTimeMsec = 3000;
    await pass(2499);
    expect(session.status).toBe("starting");
    await pass(1);
    expect(session.status).toBe("fallback");
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

  it("calls off what overtaken ones ask, but for the last, which may say something of somebody", async () => {
    page().onStart = ({ body }) => ({ ...targeted(), after: body.userId === "last" ? 10 : 25_000 });
    const { session } = make();
    for (let index = 0; index < 100; index += 1) void session.start({ userId: `u${index}` });
    await pass(1);
    expect(page().waiting).toBe(2);
    void session.start({ userId: "last" });
    await pass(20);
    expect([session.status, page().waiting]).toEqual(["ready", 1]);
  });

  it("calls off no start of another person that has said something of them", async () => {
    page().onStart = ({ body }) => ({ ...targeted(), after: body.userId === "last" ? 10 : 25_000 });
    const { session } = make();
    void session.start({ userId: "said", fields: { plan: "gold" } });
    for (let index = 0; index < 5; index += 1) void session.start({ userId: `u${index}` });
    void session.start({ userId: "last" });
    await pass(20);
    // That one, and the last that was overtaken.
    expect([session.status, page().waiting]).toEqual(["ready", 2]);
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

describe("a listener that stops others", () => {
  it("has none of them hear of anything any more", async () => {
    page().onStart = targeted;
    const { session, banner } = make();
    const heard: string[] = [];
    const stops = ["first", "second", "third"].map((name) =>
      banner.changed(() => {
        heard.push(name);
        for (const stop of stops) stop();
      }),
    );
    void session.start();
    await pass(10);
    expect(heard).toEqual(["first"]);
  });
});

describe("a listener that starts another session", () => {
  it("while a start begins overtakes it", async () => {
    page().onStart = targeted;
    const { client, session, banner } = make();
    client.waitTimeMsec = 800;
    const stop = session.changed(() => {
      stop();
      void session.start({ userId: "b" });
    });
    const first = session.start({ userId: "a" });
    await pass(2000);
    await first;
    expect([session.status, session.id, banner.data.headline]).toEqual(["ready", "ses_1", "targeted"]);
    expect(
      page()
        .to(/sessions$/)
        .map(({ body }) => body.userId),
    ).toEqual(["b"]);
  });

  it("when fallbacks are served leaves no try of the one before", async () => {
    page().onStart = ({ body }) => (body.userId === "a" ? null : targeted());
    const { session } = make();
    session.changed(() => {
      if (session.status === "fallback") void session.start({ userId: "b" });
    });
    void session.start({ userId: "a" });
    await pass(60_000);
    expect(session.status).toBe("ready");
    expect(
      page()
        .to(/sessions$/)
        .map(({ body }) => body.userId),
    ).toEqual(["a", "b"]);
  });
});
