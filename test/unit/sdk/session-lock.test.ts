import { beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { Collection } from "../../../src/sdk/browser/collection.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { Section } from "../../../src/sdk/browser/section.ts";
import { FakeEventSource } from "../../helpers/fake-event-source.ts";
import { fakePageForEach, fallbacks, pass, started, state } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
type Headline = { headline: string };
const make = () => {
  const client = new Client({ apiKey: "us_dev_1", fallbacks });
  const banner = new Experience<Headline>(client, { id: "banner", key: "home.banner" });
  const promo = new Experience<Headline>(client, { id: "promo", key: "home.promo" });
  const body = new Section(client, { id: "body", key: "home.body" }, { promo, banner });
  return { client, session: client.session, banner, promo, body };
};
const answer = (headline: string, children: readonly string[] = ["promo"]) => ({
  banner: state(headline),
  promo: state(headline),
  body: { enabled: true, data: {}, children: children.map((id) => ({ id, typeId: "hero" })) },
});
const served = (headline: string, children?: readonly string[]) => ({
  status: 200,
  headers: { etag: `"${headline}"` },
  body: { revision: 5, states: answer(headline, children), tribes: [] },
});
const tick = (headline: string) => {
  page().onStates = () => served(headline);
  FakeEventSource.last.says(5, ["banner", "promo"]);
  return pass(10);
};

beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal("EventSource", FakeEventSource);
  page().onStart = () => started(answer("one"));
});

describe("with the lock", () => {
  it("opens no stream", async () => {
    void make().session.start();
    await pass(60_000);
    expect(FakeEventSource.opened).toEqual([]);
    expect(page().to(/states/)).toEqual([]);
  });

  it("a late answer reaches only what was not read", async () => {
    page().onStart = () => ({ ...started(answer("late", ["banner"])), after: 3000 });
    const { session, banner, promo, body } = make();
    const changed: string[] = [];
    session.changed((ids) => void changed.push(...ids));
    void session.start();
    await pass(2500);
    expect(banner.data.headline).toBe("fallback");
    await pass(1000);
    expect(session.status).toBe("ready");
    expect([banner.enabled, banner.data.headline]).toEqual([true, "fallback"]);
    expect(promo.data.headline).toBe("late");
    expect(body.children).toEqual([banner]);
    expect(changed.sort()).toEqual(["body", "promo"]);
  });

  it("what the page has shown by the time the wait is over stays, too", async () => {
    page().onStart = () => ({ ...started(answer("late")), after: 3000 });
    const { session, banner, promo } = make();
    expect(banner.data.headline).toBe("fallback");
    void session.start();
    await pass(4000);
    expect([banner.data.headline, promo.data.headline]).toEqual(["fallback", "late"]);
  });

  it.each([
    ["enabled", (one: ReturnType<typeof make>) => one.banner.enabled],
    ["data", (one: ReturnType<typeof make>) => one.banner.data],
  ])("reading %s locks the whole Experience", async (_, read) => {
    page().onStart = () => null;
    const one = make();
    void one.session.start();
    await pass(10);
    read(one);
    page().onStart = () => started(answer("later"));
    await pass(60_000);
    expect([one.session.status, one.banner.data.headline]).toEqual(["ready", "fallback"]);
  });

  it("reading a Section's children locks their order, not what they show", async () => {
    page().onStart = () => null;
    const { session, banner, promo, body } = make();
    void session.start();
    await pass(10);
    expect(body.children).toEqual([promo]);
    page().onStart = () => started(answer("later", ["banner"]));
    await pass(60_000);
    expect(session.status).toBe("ready");
    expect(body.children).toEqual([promo]);
    expect([promo.data.headline, banner.data.headline]).toEqual(["later", "later"]);
  });

  it("reading a default locks nothing", async () => {
    page().onStart = () => null;
    const { session, banner, body, promo } = make();
    void session.start();
    await pass(10);
    expect([banner.defaultEnabled, banner.defaultData.headline]).toEqual([true, "fallback"]);
    expect([body.defaultEnabled, body.defaultChildren]).toEqual([true, [promo]]);
    page().onStart = () => started(answer("later", ["banner"]));
    await pass(60_000);
    expect(banner.data.headline).toBe("later");
    expect(body.children).toEqual([banner]);
  });
});

describe("without the lock", () => {
  const unlocked = async () => {
    const one = make();
    one.client.sessionLock = false;
    void one.session.start();
    await pass(10);
    FakeEventSource.last.connects();
    await pass(10);
    return one;
  };

  it("changes live, and tells of just what changed", async () => {
    const { session, banner, promo, body } = await unlocked();
    expect(banner.data.headline).toBe("one");
    const list = body.children;
    const { data } = promo;
    const changed: (readonly string[])[] = [];
    session.changed((ids) => void changed.push(ids));
    page().onStates = () => ({
      ...served("one"),
      body: { revision: 5, states: { ...answer("one"), banner: state("two", false) } },
    });
    FakeEventSource.last.says(5, ["banner"]);
    await pass(10);
    expect([banner.enabled, banner.data.headline]).toEqual([false, "two"]);
    expect(changed).toEqual([["banner"]]);
    expect(body.children).toBe(list);
    expect(promo.data).toBe(data);
  });

  it("a late answer comes at once", async () => {
    page().onStart = () => ({ ...started(answer("late")), after: 3000 });
    const { client, session, banner } = make();
    client.sessionLock = false;
    void session.start();
    await pass(2500);
    expect(banner.data.headline).toBe("fallback");
    await pass(1000);
    expect(banner.data.headline).toBe("late");
  });

  it("what is no longer served is as its fallback", async () => {
    const { banner } = await unlocked();
    page().onStates = () => ({ status: 200, body: { revision: 6, states: {} } });
    FakeEventSource.last.says(6, ["banner"]);
    await pass(10);
    expect(banner.data.headline).toBe("fallback");
  });

  it("children that this code does not know are left out", async () => {
    page().onStart = () => started(answer("one", ["newer", "banner", "__proto__", "toString", "promo"]));
    const { body, banner, promo } = await unlocked();
    expect(body.children).toEqual([banner, promo]);
  });
});

describe("switching the lock", () => {
  it("off: what is known by now shows at once, and live from then on", async () => {
    page().onStart = () => ({ ...started(answer("late")), after: 3000 });
    const { client, session, banner } = make();
    void session.start();
    await pass(2500);
    expect(banner.data.headline).toBe("fallback");
    await pass(1000);
    expect(banner.data.headline).toBe("fallback");
    let heard = 0;
    banner.changed(() => {
      heard += 1;
    });
    client.sessionLock = false;
    expect([banner.data.headline, heard]).toEqual(["late", 1]);
    FakeEventSource.last.connects();
    await tick("live");
    expect(banner.data.headline).toBe("live");
  });

  it("on: what was read stays from then on, and the stream is let go", async () => {
    const { client, session, banner } = make();
    client.sessionLock = false;
    void session.start();
    await pass(10);
    FakeEventSource.last.connects();
    await tick("two");
    expect(banner.data.headline).toBe("two");
    client.sessionLock = true;
    expect(FakeEventSource.alive).toEqual([]);
    FakeEventSource.last.says(9, ["banner"]);
    await pass(60_000);
    expect(banner.data.headline).toBe("two");
  });
});

describe("what counts as read", () => {
  const slow = (headline: string) => () => ({ ...started(answer(headline)), after: 3000 });

  it("on: also what was read while the lock was off", async () => {
    page().onStart = slow("late");
    const { client, session, banner, promo } = make();
    client.sessionLock = false;
    void session.start();
    await pass(2500);
    expect(banner.data.headline).toBe("fallback");
    client.sessionLock = true;
    await pass(1000);
    expect([banner.data.headline, promo.data.headline]).toEqual(["fallback", "late"]);
  });

  it("nothing of a session before this one", async () => {
    const { session, banner } = make();
    void session.start();
    await pass(10);
    expect(banner.data.headline).toBe("one");
    page().onStart = slow("late");
    void session.start();
    await pass(4000);
    expect(banner.data.headline).toBe("late");
  });
});

describe("a Collection", () => {
  it("lists what its subclass adds, whatever its members are called", () => {
    const { client, banner, body } = make();
    class Home extends Collection {
      readonly things: Experience<Headline>;
      readonly engine: typeof body;
      constructor() {
        super(client, { id: "home", key: "home" });
        this.things = this.add(banner);
        this.engine = this.add(body);
      }
    }
    const home = new Home();
    expect(home.experiences).toEqual([banner]);
    expect(home.sections).toEqual([body]);
    expect([home.id, home.key, home.things, home.engine]).toEqual(["home", "home", banner, body]);
  });
});
