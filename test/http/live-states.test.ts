import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type LiveStates, liveStates } from "../helpers/live-states.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent, setUpBanner, startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let space: string;
let users: string;
/** The Experience by which a test knows that nothing came before it. */
let markerId: string;

beforeAll(async () => {
  server = await startServerHere();
  space = `/v2/spaces/${server.spaceKey}`;
  users = `${space}/environments/development/users`;
  markerId = (await setUpBanner(server, [], "marker")).bannerId;
});
afterAll(() => server.remove());
afterEach(() => server.api("PUT", "/v2/clock", { mode: "system" }));

const minute = 60_000;
const hour = 60 * minute;
const tribe = async (name: string, rules: object): Promise<string> => {
  const made = await server.api("POST", `${space}/tribes`, { name, rules });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.key;
};
const forTribe = (key: string, headline = "For you") => ({
  audience: { anyOf: [key] },
  serve: { data: { headline } },
});
const track = (...events: object[]) => server.sdk("POST", "/sdk/v1/events", { events });

/** A session's stream, past its first message. */
async function follow(more: object): Promise<{ live: LiveStates; session: { id: string }; states: object }> {
  const { session, states } = await startSession(server, more);
  const live = await liveStates(server, session.id);
  expect((await live.next()).changed).toEqual([]);
  return { live, session, states };
}
const headline = async (session: { id: string }, id: string): Promise<string> =>
  (await server.sdk("GET", `/sdk/v1/sessions/${session.id}/states`)).body.states[id].data.headline;
/** Moves the platform's clock to a second or so before a time, and lets it run; gives when that time comes by ours. */
async function moveClock(to: number): Promise<number> {
  const seconds = Math.floor((to - Date.now()) / 1000) - 1;
  const moved = await server.api("PUT", "/v2/clock", { mode: "offset", seconds });
  expect(moved.status).toBe(200);
  return to - seconds * 1000;
}
/** An import whose first thousand rows are stored, this one among them. */
async function importThatBreaksOff(row: object): Promise<void> {
  const rows = [row, ...Array.from({ length: 999 }, (_, index) => ({ id: `broken-off-${index}` }))];
  const answer = await fetch(new URL(`${users}/import`, server.platformUrl), {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/x-ndjson" },
    body: `${rows.map((one) => JSON.stringify(one)).join("\n")}\n${"x".repeat(limits.lineBytes.value + 1)}`,
  });
  expect(answer.status).toBe(413);
}
/** Publishes something that is for everybody; gives what a session has heard until then, and was not asked about yet. */
async function heardUntilNow(live: LiveStates): Promise<readonly string[]> {
  const scenarios = [{ serve: { data: { headline: `Marked at ${live.messages.length}` } } }];
  await server.api("PATCH", `${space}/collections/marker/experiences/banner`, { scenarios });
  await server.api("POST", `${space}/collections/marker/publications`, { environment: "development" });
  const heard: string[] = [];
  for (;;) {
    const { changed } = await live.next();
    heard.push(...changed.filter((id) => id !== markerId));
    if (changed.includes(markerId)) return heard;
  }
}

describe("a session hears what changes for it, and only that", () => {
  it("a publication that changes what it gets", async () => {
    const { bannerId } = await setUpBanner(server, [], "published");
    const { live } = await follow({ userId: "pub" });
    await server.api("PATCH", `${space}/collections/published/experiences/banner`, {
      scenarios: [{ serve: { data: { headline: "New" } } }],
    });
    expect(await heardUntilNow(live)).toEqual([]);
    await server.api("POST", `${space}/collections/published/publications`, { environment: "staging" });
    expect(await heardUntilNow(live)).toEqual([]);
    await server.api("POST", `${space}/collections/published/publications`, { environment: "development" });
    expect((await live.next()).changed).toEqual([bannerId]);
    // The same once more changes nothing for anybody.
    await server.api("POST", `${space}/collections/published/publications`, { environment: "development" });
    expect(await heardUntilNow(live)).toEqual([]);
    live.stop();
  });

  it("a Tribe that changes, also one that is only referred to", async () => {
    const inner = await tribe("Inner", { field: "city", op: "equals", value: "Porto" });
    const outer = await tribe("Outer", { any: [{ tribe: inner }] });
    const { bannerId } = await setUpBanner(server, [forTribe(outer)], "tribed");
    const { live, session } = await follow({ userId: "tribed", fields: { city: "Lisbon" } });
    expect(await headline(session, bannerId)).toBe("Welcome");
    await server.api("PATCH", `${space}/tribes/${inner}`, {
      rules: { field: "city", op: "in", value: ["Porto", "Lisbon"] },
    });
    expect((await live.next()).changed).toEqual([bannerId]);
    expect(await headline(session, bannerId)).toBe("For you");
    await server.api("PATCH", `${space}/tribes/${inner}`, { name: "Another name" });
    expect(await heardUntilNow(live)).toEqual([]);
    live.stop();
  });

  it("its user's fields and labels, however they change", async () => {
    const key = await tribe("Vip or gold", {
      any: [{ label: "vip" }, { field: "plan", op: "equals", value: "gold" }],
    });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "fielded");
    const { live } = await follow({ userId: "fielded" });
    const steps: (() => Promise<unknown>)[] = [
      () => server.api("PATCH", `${users}/fielded`, { fields: { plan: "gold" } }),
      () => server.api("PUT", `${users}/fielded`, { fields: { plan: "free" } }),
      () => server.api("PATCH", `${users}/fielded`, { labels: ["vip"] }),
      () => server.api("DELETE", `${users}/fielded`),
      () => startSession(server, { userId: "fielded", fields: { plan: "gold" } }),
      () => server.sdk("POST", "/v1/identify", { userId: "fielded", traits: { plan: "free" } }),
      () => server.api("POST", `${users}/import`, [{ id: "fielded", labels: ["vip"] }]),
      () => importThatBreaksOff({ id: "fielded", labels: [] }),
    ];
    for (const step of steps) {
      await step();
      expect((await live.next()).changed).toEqual([bannerId]);
    }
    await server.api("PATCH", `${users}/fielded`, { fields: { shoe: 42 } });
    await server.api("PUT", `${users}/somebody-else`, { fields: { plan: "gold" } });
    expect(await heardUntilNow(live)).toEqual([]);
    live.stop();
  });

  it("an event that enters a short window, and leaves it by itself", async () => {
    const key = await tribe("Just now", { event: "app/opened", window: { last: { minutes: 1 } } });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "windowed");
    const { live, session } = await follow({ userId: "windowed" });
    const time = Date.now();
    await track(anEvent("app/opened", { userId: "windowed" }, { time }));
    expect((await live.next()).changed).toEqual([bannerId]);
    expect(await headline(session, bannerId)).toBe("For you");
    const leaves = await moveClock(time + minute);
    expect((await live.next()).changed).toEqual([bannerId]);
    expect(Date.now()).toBeGreaterThanOrEqual(leaves);
    expect(await headline(session, bannerId)).toBe("Welcome");
    live.stop();
  });

  it("a schedule that opens and closes", async () => {
    const from = Date.now() + hour;
    const until = from + hour;
    const { bannerId } = await setUpBanner(
      server,
      [
        {
          schedule: { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
          serve: { data: { headline: "Now" } },
        },
      ],
      "scheduled",
    );
    const { live, session } = await follow({ userId: "scheduled" });
    const opens = await moveClock(from);
    expect((await live.next()).changed).toEqual([bannerId]);
    expect(Date.now()).toBeGreaterThanOrEqual(opens);
    expect(await headline(session, bannerId)).toBe("Now");
    const closes = await moveClock(until);
    expect((await live.next()).changed).toEqual([bannerId]);
    expect(Date.now()).toBeGreaterThanOrEqual(closes);
    expect(await headline(session, bannerId)).toBe("Welcome");
    live.stop();
  });

  it("nothing of what others do, nor of events that no rule counts", async () => {
    const key = await tribe("Buyers", { event: "order/completed" });
    await setUpBanner(server, [forTribe(key)], "others");
    const { live } = await follow({ userId: "quiet" });
    await track(
      anEvent("order/completed", { userId: "another" }),
      anEvent("order/started", { userId: "quiet" }),
    );
    expect(await heardUntilNow(live)).toEqual([]);
    live.stop();
  });

  it("the removal of what it was served", async () => {
    const { bannerId } = await setUpBanner(server, [], "removed");
    const { live } = await follow({ userId: "removed" });
    await server.api("DELETE", `${space}/collections/removed`);
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
  });
});

describe("who did what", () => {
  it("leaves a visitor's events with the visitor when they sign in", async () => {
    const key = await tribe("Readers", { event: "article/read", count: { op: "moreThan", value: 1 } });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "identity");
    const visitor = await startSession(server, { anonymousId: "v-1" });
    await track(
      anEvent("article/read", { anonymousId: "v-1" }),
      anEvent("article/read", { anonymousId: "v-1" }),
    );
    expect(await headline(visitor.session, bannerId)).toBe("For you");
    const known = await startSession(server, { userId: "u-1", anonymousId: "v-1" });
    expect(known.states[bannerId].data.headline).toBe("Welcome");
    await track(anEvent("article/read", { userId: "u-1" }));
    expect(await headline(known.session, bannerId)).toBe("Welcome");
    await track(anEvent("article/read", { userId: "u-1" }));
    expect(await headline(known.session, bannerId)).toBe("For you");
    expect(await headline(visitor.session, bannerId)).toBe("For you");
  });

  it("counts late and future events by their own time", async () => {
    const yesterday = Date.now() - 86_400_000;
    const key = await tribe("Yesterday", {
      event: "late/arrived",
      window: { on: new Date(yesterday).toISOString().slice(0, 10) },
    });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "late");
    const { session } = await startSession(server, { userId: "late" });
    await track(
      anEvent("late/arrived", { userId: "late" }),
      anEvent("late/arrived", { userId: "late" }, { time: Date.now() + 3_600_000 }),
    );
    expect(await headline(session, bannerId)).toBe("Welcome");
    await track(anEvent("late/arrived", { userId: "late" }, { time: yesterday }));
    expect(await headline(session, bannerId)).toBe("For you");
    // Twice the same id counts once.
    const once = { ...anEvent("late/twice", { userId: "late" }), id: "the-same" };
    const twice = await tribe("Twice", { event: "late/twice", count: { op: "moreThan", value: 1 } });
    await track(once);
    await track(once);
    const explained = await server.api("GET", `${users}/late/explain`);
    const found = explained.body.tribes.find((one: { name: string }) => one.name === "Twice");
    expect(found).toMatchObject({ matched: false, why: { count: 1 } });
    expect(twice).toBe("twice");
  });

  it("back-fills a rule that is newer than the events", async () => {
    await track(...[1, 2, 3].map(() => anEvent("old/done", { userId: "old" })));
    const key = await tribe("Old hands", { event: "old/done", count: { op: "exactly", value: 3 } });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "backfilled");
    const started = await startSession(server, { userId: "old" });
    expect(started.states[bannerId].data.headline).toBe("For you");
  });

  it("decides by the session's own device", async () => {
    const key = await tribe("On TV", { attribute: "platform", op: "equals", value: "tv" });
    const { bannerId } = await setUpBanner(server, [forTribe(key)], "devices");
    const tv = await startSession(server, { userId: "devices", device: { id: "d2", platform: "tv" } });
    const web = await startSession(server, { userId: "devices" });
    expect(tv.states[bannerId].data.headline).toBe("For you");
    expect(web.states[bannerId].data.headline).toBe("Welcome");
    expect(await headline(tv.session, bannerId)).toBe("For you");
    expect(await headline(web.session, bannerId)).toBe("Welcome");
  });
});
