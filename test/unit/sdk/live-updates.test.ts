import { beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { FakeEventSource } from "../../helpers/fake-event-source.ts";
import { fakePageForEach, fallbacks, pass, type Reply, started, state } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
const served = (headline: string): Reply => ({
  status: 200,
  headers: { etag: `"${headline}"` },
  body: { revision: 5, states: { banner: state(headline) }, tribes: [] },
});
const start = async () => {
  const client = new Client({ apiKey: "us_dev_1", fallbacks });
  client.sessionLock = false;
  const banner = new Experience<{ headline: string }>(client, { id: "banner", key: "home.banner" });
  void client.session.start();
  await pass(10);
  return { client, session: client.session, headline: () => banner.data.headline };
};
const fetched = () => page().to(/states$/);

beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal("EventSource", FakeEventSource);
  // The middle of every jitter.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  page().onStart = () => started({ banner: state("one") });
  page().onStates = () => served("one");
});

describe("the stream", () => {
  it("is that of the session, with the key in the address", async () => {
    await start();
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
      "http://127.0.0.1:4748/sdk/v1/sessions/ses_1/stream?key=us_dev_1",
    ]);
  });

  it("asks for states after each message with changes, with the ETag that it has", async () => {
    const { headline } = await start();
    FakeEventSource.last.connects();
    await pass(10);
    page().onStates = () => served("two");
    FakeEventSource.last.says(5, ["banner"]);
    await pass(10);
    page().onStates = () => ({ status: 304 });
    FakeEventSource.last.says(5, []);
    FakeEventSource.last.says(6, ["other"]);
    await pass(10);
    expect(headline()).toBe("two");
    expect(fetched().map(({ headers }) => headers.get("if-none-match"))).toEqual([null, '"one"', '"two"']);
  });

  it("asks after each connection: what changed between two, nobody told", async () => {
    const { headline } = await start();
    FakeEventSource.last.connects();
    await pass(10);
    FakeEventSource.last.fails();
    page().onStates = () => served("meanwhile");
    FakeEventSource.last.connects(4);
    await pass(10);
    expect(headline()).toBe("meanwhile");
  });

  it("asks once more for messages that come while it is asking, and not for each", async () => {
    const { headline } = await start();
    FakeEventSource.last.connects();
    await pass(10);
    let version = 1;
    page().onStates = () => ({ ...served(`v${version++}`), after: 100 });
    for (let index = 0; index < 10; index += 1) FakeEventSource.last.says(5, ["banner"]);
    await pass(1000);
    expect(fetched()).toHaveLength(3);
    expect(headline()).toBe("v2");
  });

  it("tells nobody where nothing has changed", async () => {
    const { session } = await start();
    const told: unknown[] = [];
    session.changed((ids) => void told.push(ids));
    FakeEventSource.last.connects();
    await pass(10);
    expect(told).toEqual([]);
  });

  it.each<[string, Reply | null]>([
    ["did not come", null],
    ["is a proxy's page", { status: 403, text: "<html>" }],
    ["is the page of a network that wants one to sign in", { status: 200, text: "<html>" }],
  ])("asks again where the answer %s", async (_, reply) => {
    const { headline } = await start();
    page().onStates = () => reply;
    FakeEventSource.last.connects();
    await pass(10);
    page().onStates = () => served("two");
    await pass(5000);
    expect(headline()).toBe("two");
  });

  it("keeps the wait that the server asks for, whatever the stream says and whoever is seen", async () => {
    const { headline } = await start();
    page().onStates = () => ({ status: 503, headers: { "retry-after": "600" } });
    FakeEventSource.last.connects();
    await pass(10);
    page().onStates = () => served("two");
    for (let time = 0; time < 9; time += 1) {
      page().fire("visibilitychange");
      FakeEventSource.last.says(5, ["banner"]);
      await pass(60_000);
    }
    expect(fetched()).toHaveLength(1);
    await pass(120_000);
    expect(headline()).toBe("two");
  });

  it("asks again at once when the page is seen again", async () => {
    const { headline } = await start();
    page().onStates = () => ({ status: 403, text: "<html>" });
    FakeEventSource.last.connects();
    await pass(3_600_000);
    page().onStates = () => served("two");
    page().fire("visibilitychange");
    await pass(10);
    expect(headline()).toBe("two");
  });

  it("is the new session's after another start, and late answers of the old one are not heard", async () => {
    const { session, headline } = await start();
    page().onStates = () => ({ ...served("old"), after: 500 });
    FakeEventSource.last.connects();
    page().onStart = () => started({ banner: state("new") }, "ses_2");
    void session.start();
    await pass(5000);
    expect(headline()).toBe("new");
    expect(FakeEventSource.alive.map(({ url }) => /ses_\d/.exec(url)?.[0])).toEqual(["ses_2"]);
  });

  it("does not wait for what was asked of a session that is over", async () => {
    const { session, headline } = await start();
    page().onStates = () => ({ ...served("old"), after: 25_000 });
    FakeEventSource.last.connects();
    page().onStart = () => started({ banner: state("new") }, "ses_2");
    void session.start();
    await pass(10);
    page().onStates = () => served("newer");
    FakeEventSource.last.connects();
    await pass(10);
    expect(headline()).toBe("newer");
  });

  it("is let go when the page is left, and comes back with it", async () => {
    await start();
    FakeEventSource.last.connects();
    page().fire("pagehide");
    expect(FakeEventSource.alive).toHaveLength(0);
    page().fire("pageshow", { persisted: false });
    expect(FakeEventSource.alive).toHaveLength(0);
    page().fire("pageshow", { persisted: true });
    expect(FakeEventSource.alive).toHaveLength(1);
  });
});

describe("polling", () => {
  const secondsBetween = () =>
    fetched()
      .map(({ at }, index, all) => Math.round((at - (all[index - 1]?.at ?? at)) / 1000))
      .slice(1);

  it.each<[string, () => void]>([
    ["is missing", () => vi.stubGlobal("EventSource", undefined)],
    [
      "can't be made",
      () =>
        vi.stubGlobal("EventSource", function blocked() {
          throw new Error("blocked");
        }),
    ],
  ])("stands in where EventSource %s: every 30 s, with the ETag", async (_, given) => {
    given();
    const { headline } = await start();
    page().onStates = ({ headers }) => (headers.has("if-none-match") ? { status: 304 } : served("two"));
    await pass(29_000);
    expect(fetched()).toHaveLength(0);
    await pass(92_000);
    expect(headline()).toBe("two");
    expect(fetched().map(({ headers }) => headers.get("if-none-match"))).toEqual([
      null,
      '"two"',
      '"two"',
      '"two"',
    ]);
    expect(secondsBetween()).toEqual([30, 30, 30]);
  });

  it("stands in where the stream is refused for good", async () => {
    const { headline } = await start();
    FakeEventSource.last.fails(true);
    page().onStates = () => served("two");
    await pass(31_000);
    expect(headline()).toBe("two");
  });

  it("stands in where a stream is open and says nothing, as behind what holds answers back", async () => {
    const { headline } = await start();
    page().onStates = () => served("two");
    await pass(31_000);
    expect([headline(), FakeEventSource.alive]).toEqual(["two", []]);
    page().onStates = () => served("three");
    await pass(31_000);
    expect(headline()).toBe("three");
  });

  it("stands in where the stream is silent once it is there again", async () => {
    const { headline } = await start();
    FakeEventSource.last.connects();
    await pass(10);
    FakeEventSource.last.fails();
    page().onStates = () => served("two");
    await pass(31_000);
    expect(headline()).toBe("two");
  });

  it("leaves alone a stream that has said something", async () => {
    await start();
    FakeEventSource.last.connects();
    await pass(3_600_000);
    expect([FakeEventSource.alive.length, fetched().length]).toEqual([1, 1]);
  });

  it("stands in after three failures in a row", async () => {
    await start();
    const stream = FakeEventSource.last;
    stream.fails();
    stream.fails();
    expect(FakeEventSource.alive).toEqual([stream]);
    stream.fails();
    expect(FakeEventSource.alive).toEqual([]);
    await pass(31_000);
    expect(fetched()).toHaveLength(1);
  });

  it("goes back to a stream that has worked, once the server answers", async () => {
    const { headline } = await start();
    FakeEventSource.last.connects();
    await pass(10);
    page().onStates = () => null;
    for (let index = 0; index < 3; index += 1) FakeEventSource.last.fails();
    await pass(31_000);
    expect(FakeEventSource.alive).toEqual([]);
    page().onStates = () => served("back");
    await pass(300_000);
    expect(headline()).toBe("back");
    expect(FakeEventSource.alive).toHaveLength(1);
  });

  it("looks soon for a server that had streamed, then less and less often", async () => {
    await start();
    FakeEventSource.last.connects();
    await pass(10);
    page().asked.length = 0;
    page().onStates = () => null;
    FakeEventSource.last.fails(true);
    await pass(130_000);
    expect(secondsBetween()).toEqual([4, 8, 16, 32, 64]);
  });

  it("goes on beside looks for the stream, later and later, until one works", async () => {
    await start();
    FakeEventSource.last.connects();
    await pass(10);
    const looks: number[] = [];
    let alive = FakeEventSource.last;
    alive.fails(true);
    for (let second = 1; second <= 200; second += 1) {
      await pass(1000);
      if (FakeEventSource.last === alive) continue;
      alive = FakeEventSource.last;
      looks.push(second);
      alive.fails(true);
    }
    // To the second in which this test looks: 2, 4, 8, 16, 30.
    expect(looks.map((second, at) => second - (looks[at - 1] ?? 0) - 1)).toEqual([
      2, 4, 8, 16, 30, 30, 30, 30, 30,
    ]);
    await pass(31_000);
    FakeEventSource.last.connects();
    await pass(10);
    const asked = fetched().length;
    await pass(300_000);
    expect([FakeEventSource.alive.length, fetched().length]).toEqual([1, asked]);
  });

  it("of a session that the server has forgotten starts another one for the same person", async () => {
    const { session, headline } = await start();
    FakeEventSource.last.fails(true);
    page().onStates = () => ({ status: 404, body: { code: "not-found", detail: "No such session." } });
    page().onStart = () => started({ banner: state("new") }, "ses_2");
    await pass(31_000);
    expect(page().to(/sessions$/)).toHaveLength(2);
    expect([session.status, headline()]).toEqual(["ready", "new"]);
    expect(FakeEventSource.last.url).toContain("ses_2");
  });

  it("of sessions that are lost as soon as they are there starts another one at once, then later and later", async () => {
    page().onStates = () => ({ status: 404, body: { code: "not-found", detail: "No such session." } });
    const { session } = await start();
    for (let second = 0; second < 600; second += 1) {
      const [alive] = FakeEventSource.alive;
      if (alive?.readyState === 0) alive.connects();
      await pass(1000);
    }
    const times = page()
      .to(/sessions$/)
      .map(({ at }) => Math.round((at - (page().asked[0]?.at ?? 0)) / 1000));
    expect(times[1]).toBe(0);
    const pauses = times.slice(2).map((time, at) => time - (times[at + 1] ?? 0));
    expect(Math.min(...pauses.slice(-5))).toBeGreaterThan(25);
    page().onStates = () => served("here");
    await pass(60_000);
    if (FakeEventSource.last.readyState === 0) FakeEventSource.last.connects();
    const sessions = () => page().to(/sessions$/).length;
    const before = sessions();
    await pass(600_000);
    expect([session.status, sessions()]).toEqual(["ready", before]);
  });

  it("of a session that was lost again waits for another one, however often the page is seen meanwhile", async () => {
    page().onStates = () => ({ status: 404, body: { code: "not-found", detail: "No such session." } });
    await start();
    for (let time = 0; time < 2; time += 1) {
      FakeEventSource.last.connects();
      await pass(10);
    }
    const [sessions, states] = [page().to(/sessions$/), fetched()].map(({ length }) => length);
    for (let time = 0; time < 4; time += 1) {
      page().fire("visibilitychange");
      await pass(400);
    }
    expect([page().to(/sessions$/).length, fetched().length]).toEqual([Number(sessions) + 1, states]);
  });

  it("pauses longer while it fails, five minutes at most", async () => {
    vi.stubGlobal("EventSource", undefined);
    await start();
    page().onStates = () => null;
    await pass(1_500_000);
    expect(secondsBetween().slice(0, 5)).toEqual([60, 120, 240, 300, 300]);
  });

  it("ends when the browser is online again", async () => {
    await start();
    FakeEventSource.last.fails(true);
    page().fire("online");
    expect(FakeEventSource.alive).toHaveLength(1);
  });

  it("ends with the lock", async () => {
    vi.stubGlobal("EventSource", undefined);
    const { client } = await start();
    client.sessionLock = true;
    await pass(600_000);
    expect(fetched()).toEqual([]);
  });
});
