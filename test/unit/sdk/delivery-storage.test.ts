import { beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { Client } from "../../../src/sdk/browser/client.ts";
import { eventBytes } from "../../../src/sdk/browser/events/event-queue.ts";
import { deliveryForEach } from "../../helpers/delivery.ts";
import { accepted, fallbacks, pass, started } from "../../helpers/fake-page.ts";

const { page, open, start, track, batches, names, storedEvents, failing } = deliveryForEach();
const pair = (value: string) => ({ pair1: { key: "k", value } });

describe("over a reload", () => {
  it("what was not confirmed goes from the next page, ids and all, and is then forgotten", async () => {
    failing(null);
    track(await start("u1"), 3);
    await pass(6000);
    const first = batches()[0]?.body.events;
    vi.clearAllTimers();
    failing(accepted);
    page().asked.length = 0;
    await start("u2");
    await pass(1000);
    expect(page().sent).toEqual(first);
    expect(storedEvents()).toEqual([]);
  });

  it("has nothing of what no server takes, which would hold the others up", async () => {
    track(await start("u1"), 1);
    const [name = ""] = storedEvents();
    await pass(6000);
    vi.clearAllTimers();
    const left = { id: "large", name: "n/large", time: "2026-11-20T11:00:00.000Z", userId: "u1" };
    page().stored.set(name.replace(/[^:]+$/, "large"), JSON.stringify({ ...left, x: "x".repeat(70_000) }));
    page().asked.length = 0;
    track(await start("u2"), 1, "next");
    await pass(6000);
    expect(names()).toEqual(["next/0"]);
    expect(storedEvents()).toEqual([]);
    expect(eventBytes).toBe(limits.eventBytes.value);
  });

  it("goes to the environment that it is from only", async () => {
    failing(null);
    track(await start(), 2);
    await pass(6000);
    vi.clearAllTimers();
    page().asked.length = 0;
    void new Client({ apiKey: "us_prod_1", fallbacks }).session.start();
    await pass(6000);
    expect(batches()).toEqual([]);
  });

  it("what another page has had confirmed meanwhile is not sent again", async () => {
    page().onEvents = () => ({ ...accepted, after: 50 });
    const here = await start();
    track(here, 45);
    const there = await start();
    await pass(200);
    track(there, 1, "there");
    await pass(20_000);
    expect(new Set(names()).size).toBe(46);
    expect(storedEvents()).toEqual([]);
    const ids = new Map(page().sent.map((event) => [event.id, JSON.stringify(event)]));
    for (const event of page().sent) expect(JSON.stringify(event)).toBe(ids.get(event.id));
    expect(ids.size).toBe(46);
  });

  it("what is stored and none of ours is removed", async () => {
    const prefix = "understudy:http://127.0.0.1:4748:cinema:us_dev:event:";
    page().stored.set(`${prefix}a`, "{broken");
    page().stored.set(`${prefix}b`, "null");
    page().stored.set(`${prefix}c`, JSON.stringify({ id: "another", name: "a/b", time: "" }));
    page().stored.set("theirs", "stays");
    await start();
    await pass(1000);
    expect(page().sent).toEqual([]);
    expect([storedEvents(), page().stored.get("theirs")]).toEqual([[], "stays"]);
  });
});

describe("the bound", () => {
  beforeEach(() => failing(null));

  it("of 1000 events: the oldest leave, with one warning", async () => {
    const session = await start();
    track(session, 1500);
    await pass(1000);
    expect(storedEvents()).toHaveLength(1000);
    expect(page().warnings.filter((text) => text.includes("oldest are dropped"))).toHaveLength(1);
    failing(accepted);
    page().fire("online");
    await pass(60_000);
    expect(new Set(names()).has("n/499")).toBe(false);
    expect(names().slice(-1000)).toEqual(Array.from({ length: 1000 }, (_, index) => `n/${index + 500}`));
  });

  it("of 256 KiB, in storage and in memory", async () => {
    const session = await start();
    for (let index = 0; index < 900; index += 1) session.track(`n/${index}`, pair("ü".repeat(256)));
    await pass(1000);
    const bytes = storedEvents().map((name) => new TextEncoder().encode(page().stored.get(name)).length);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(256 * 1024);
    expect(total).toBeGreaterThan(250 * 1024);
  });

  it("of what waits before the start", async () => {
    const { session } = open();
    track(session, 1200);
    failing(accepted);
    void session.start();
    await pass(60_000);
    expect(names()).toEqual(Array.from({ length: 1000 }, (_, index) => `n/${index + 200}`));
    expect(page().warnings).toHaveLength(1);
  });
});

describe("when the page is hidden", () => {
  it.each(["visibilitychange", "pagehide"])(
    "on %s what waits goes in a request that outlives it",
    async (type) => {
      const session = await start();
      session.track("a/1");
      page().visibility = "hidden";
      page().fire(type);
      expect(batches().map(({ keepalive, body }) => [keepalive, body.events.length])).toEqual([[true, 1]]);
      await pass(20_000);
      expect(batches()).toHaveLength(1);
      expect(storedEvents()).toEqual([]);
    },
  );

  it("events that wait for a session go without it", async () => {
    page().onStart = () => ({ ...started({}), after: 1500 });
    const { session } = open();
    void session.start({ userId: "u1" });
    session.track("a/1");
    page().fire("pagehide");
    expect(page().sent).toMatchObject([{ name: "a/1", userId: "u1" }]);
  });

  it("no more than a browser takes goes; the rest stays stored", async () => {
    failing(null);
    const session = await start();
    for (let index = 0; index < 300; index += 1) session.track(`n/${index}`, pair("x".repeat(256)));
    await pass(3000);
    page().asked.length = 0;
    page().hide();
    const bytes = batches().map(({ body }) => JSON.stringify(body).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(64 * 1024);
    expect(page().sent.length).toBeGreaterThan(100);
    expect(new Set(names()).size).toBe(page().sent.length);
    expect(storedEvents()).toHaveLength(300);
  });

  it("what fails then goes later on, where there is a later on", async () => {
    const session = await start();
    session.track("a/1");
    failing(null);
    page().hide();
    await pass(10);
    failing(accepted);
    await pass(20_000);
    expect(names()).toEqual(["a/1", "a/1"]);
    expect(storedEvents()).toEqual([]);
  });

  it("a beacon goes where fetch knows no requests that outlive the page", async () => {
    const beacons: [string, string][] = [];
    vi.stubGlobal("Request", undefined);
    vi.stubGlobal("navigator", {
      sendBeacon: (url: string, body: string) => beacons.push([url, body]) > 0,
    });
    const session = await start();
    session.track("a/1");
    page().fire("pagehide");
    expect(beacons.map(([url]) => url)).toEqual(["http://127.0.0.1:4748/sdk/v1/events?key=us_dev_1"]);
    await pass(6000);
    // Nobody has confirmed the beacon: the same event goes once more.
    expect(JSON.parse(beacons[0]?.[1] ?? "").events).toEqual(page().sent);
  });
});
