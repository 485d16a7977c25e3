import { Analytics } from "@segment/analytics-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { followEvents, type LiveEvents } from "../helpers/live-events.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let live: LiveEvents;
let base: string;

beforeAll(async () => {
  server = await startServerHere();
  base = `/v2/spaces/${server.spaceKey}/environments/development`;
  live = await followEvents(`${server.platformUrl}${base}/events/stream`, server.token);
});
afterAll(async () => {
  live?.close();
  await server?.stop();
  await server?.remove();
});

/** The published client as its documentation sets it up; only the host is another. */
function client(flushAt: number): Analytics {
  const analytics = new Analytics({
    writeKey: server.keys.development,
    host: server.sdkUrl,
    flushAt,
    flushInterval: 50,
  });
  analytics.on("error", (error) => {
    throw new Error(`the client reports ${JSON.stringify(error)}`);
  });
  return analytics;
}

const originalNames = (events: readonly Event[]) =>
  events.map((event) => {
    const { type, event: name } = event.original as { type: string; event?: string };
    return name === undefined ? type : `${type} ${name}`;
  });

async function history(query: string): Promise<Event[]> {
  const events: Event[] = [];
  let cursor = "";
  do {
    const { status, body } = await server.api("GET", `${base}/events?limit=200&${query}${cursor}`);
    expect(status).toBe(200);
    const page = body as { data: Event[]; next: string | null };
    events.push(...page.data);
    cursor = page.next === null ? "" : `&cursor=${encodeURIComponent(page.next)}`;
  } while (cursor !== "");
  return events.reverse();
}

describe("@segment/analytics-node with only its host changed", () => {
  const want = [
    ["user/identified", "identify"],
    ["order/completed", "track Order Completed"],
    ["product-list/viewed", "track Product List Viewed"],
    ["page/viewed", "page"],
    ["screen/viewed", "screen"],
    ["group/identified", "group"],
    ["user/aliased", "alias"],
  ];

  test("delivers every kind of call, in order, live and in history", async () => {
    const before = live.events.length;
    const analytics = client(20);
    analytics.identify({
      userId: "ana",
      traits: { plan: "gold", age: 34, address: { city: "Porto" }, tags: ["a", "b"] },
    });
    analytics.track({
      userId: "ana",
      event: "Order Completed",
      properties: { total: 9.5, items: [{ sku: 1 }] },
    });
    analytics.track({ userId: "ana", event: "Product List Viewed", properties: { list: "hats" } });
    analytics.page({ userId: "ana", name: "Home", properties: { path: "/" } });
    analytics.screen({ userId: "ana", name: "Cart" });
    analytics.group({ userId: "ana", groupId: "acme", traits: { seats: 5 } });
    analytics.alias({ userId: "ana", previousId: "anon-1" });
    await analytics.closeAndFlush();

    const arrived = (await live.until(before + want.length)).slice(before);
    const stored = await history("userId=ana");
    for (const events of [arrived, stored]) {
      expect(events.map((event) => event.name)).toEqual(want.map(([name]) => name));
      expect(originalNames(events)).toEqual(want.map(([, original]) => original));
    }
    expect(stored).toEqual(arrived);
    expect(stored[1]).toMatchObject({
      userId: "ana",
      source: "segment",
      status: "accepted",
      sdk: { name: "@segment/analytics-node", version: expect.any(String) },
      metadata: { pair1: { key: "total", value: "9.5" } },
      original: { properties: { total: 9.5, items: [{ sku: 1 }] } },
    });
    expect(stored[3]?.metadata).toEqual({
      pair1: { key: "name", value: "Home" },
      pair2: { key: "path", value: "/" },
    });
  });

  test("identify has made the user with the traits", async () => {
    const { status, body } = await server.api("GET", `${base}/users/ana`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "known",
      fields: { plan: "gold", age: 34, "address.city": "Porto", tags: ["a", "b"] },
    });
  });

  test("a null trait removes the field, an anonymousId makes a visitor", async () => {
    const analytics = client(20);
    analytics.identify({ userId: "ana", traits: { age: null, plan: "silver" } });
    analytics.identify({ anonymousId: "anon-7", traits: { theme: "dark" } });
    await analytics.closeAndFlush();
    const ana = await server.api("GET", `${base}/users/ana`);
    expect((ana.body as { fields: object }).fields).toEqual({
      plan: "silver",
      "address.city": "Porto",
      tags: ["a", "b"],
    });
    const visitor = await server.api("GET", `${base}/users/anon-7?kind=visitor`);
    expect(visitor.body).toMatchObject({ kind: "visitor", fields: { theme: "dark" } });
  });

  test("a batch of many arrives whole and in order", async () => {
    const before = live.events.length;
    const analytics = client(400);
    for (let n = 0; n < 400; n += 1)
      analytics.track({ userId: "many", event: "Step Done", properties: { n } });
    await analytics.closeAndFlush();
    const arrived = (await live.until(before + 400)).slice(before);
    const numbers = (events: readonly Event[]) => events.map((event) => Number(event.metadata.pair1?.value));
    expect(numbers(arrived)).toEqual(Array.from({ length: 400 }, (_, n) => n));
    expect(numbers(await history("userId=many"))).toEqual(numbers(arrived));
  });

  test("many small batches at once arrive each exactly once", async () => {
    const before = live.events.length;
    const analytics = client(5);
    for (let n = 0; n < 500; n += 1)
      analytics.track({ userId: "busy", event: "Step Done", properties: { n } });
    await analytics.closeAndFlush();
    const arrived = (await live.until(before + 500)).slice(before);
    expect(new Set(arrived.map((event) => event.metadata.pair1?.value)).size).toBe(500);
    expect(await history("userId=busy")).toHaveLength(500);
  });

  test("what is delivered twice is stored once", async () => {
    const batch = [{ type: "track", event: "Paid", userId: "twice", messageId: "m-1" }];
    for (let n = 0; n < 3; n += 1) {
      const response = await fetch(`${server.sdkUrl}/v1/batch`, {
        method: "POST",
        body: JSON.stringify({ writeKey: server.keys.development, batch }),
      });
      expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    }
    expect(await history("userId=twice")).toHaveLength(1);
  });

  test("a refused message is kept with its reason beside the good ones", async () => {
    const batch = [
      { type: "track", userId: "mixed" },
      { type: "track", event: "Paid", userId: "mixed" },
    ];
    const response = await fetch(`${server.sdkUrl}/v1/batch`, {
      method: "POST",
      body: JSON.stringify({ writeKey: server.keys.development, batch }),
    });
    expect(response.status).toBe(200);
    const events = await history("userId=mixed");
    expect(events.map((event) => [event.status, event.problem?.code])).toEqual([
      ["rejected", "invalid-name"],
      ["accepted", undefined],
    ]);
  });
});
