import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { sharedBrowser } from "../helpers/browser.ts";
import { followEvents, type LiveEvents } from "../helpers/live-events.ts";
import { bundle, servePage } from "../helpers/page-server.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";

/** The app under test: it loads the published browser client with the settings that the test gives. */
const app = `
  import { AnalyticsBrowser } from "@segment/analytics-next";
  window.load = (settings, options) => { window.analytics = AnalyticsBrowser.load(settings, options); };
`;

declare global {
  interface Window {
    load(settings: object, options?: object): void;
    analytics: {
      identify(id: string, traits: object): Promise<unknown>;
      track(event: string, properties?: object): Promise<unknown>;
      page(name: string): Promise<unknown>;
      group(id: string, traits: object): Promise<unknown>;
    };
  }
}

let server: TestServer;
let site: Awaited<ReturnType<typeof servePage>>;
let browser: Browser;
let live: LiveEvents;
let page: Page;
let requested: string[];
let base: string;

beforeAll(async () => {
  server = await startTestServer();
  base = `/v2/spaces/${server.spaceKey}/environments/development`;
  live = await followEvents(`${server.platformUrl}${base}/events/stream`, server.token);
  site = await servePage(await bundle(app));
  browser = await sharedBrowser();
});
afterAll(async () => {
  live?.close();
  site?.stop();
  await server?.stop();
  await server?.remove();
});
beforeEach(async () => {
  const context = await browser.newContext();
  requested = [];
  context.on("request", (request) => requested.push(request.url()));
  page = await context.newPage();
  await slowDown(page);
  await page.goto(site.url);
});

const hosts = () => new Set(requested.map((url) => new URL(url).hostname));
const settings = () => ({ writeKey: server.keys.development, cdnURL: server.sdkUrl });
const originals = (events: readonly Event[]) =>
  events.map((event) => {
    const { type, event: name } = event.original as { type: string; event?: string };
    return [event.name, name === undefined ? type : `${type} ${name}`];
  });
const want = [
  ["user/identified", "identify"],
  ["order/completed", "track Order Completed"],
  ["page/viewed", "page"],
  ["group/identified", "group"],
];

async function callEach(): Promise<void> {
  await page.evaluate(async () => {
    await window.analytics.identify("bea", { plan: "gold", address: { city: "Porto" } });
    await window.analytics.track("Order Completed", { total: 9.5 });
    await window.analytics.page("Home");
    await window.analytics.group("acme", { seats: 5 });
  });
}

describe("@segment/analytics-next in a page on another port", () => {
  const apiHost = () => `${new URL(server.sdkUrl).host}/v1`;
  const variants: [string, () => [object, object?]][] = [
    [
      "with cdnURL and apiHost set",
      () => [settings(), { integrations: { "Segment.io": { apiHost: apiHost(), protocol: "http" } } }],
    ],
    ["with cdnURL alone: the settings say the rest", () => [settings()]],
    [
      "batching",
      () => [
        settings(),
        {
          integrations: {
            "Segment.io": {
              deliveryStrategy: { strategy: "batching", config: { size: 4, timeout: 60_000 } },
            },
          },
        },
      ],
    ],
  ];
  test.each(variants)("%s, every call arrives in order and nothing leaves the machine", async (_, given) => {
    const before = live.events.length;
    await page.evaluate(([first, second]) => window.load(first ?? {}, second), given());
    await callEach();
    const arrived = (await live.until(before + want.length)).slice(before);
    expect(originals(arrived)).toEqual(want);
    expect(arrived.every((event) => event.userId === "bea" && event.source === "segment")).toBe(true);
    expect(arrived[0]?.sdk?.name).toBe("analytics.js");
    expect(arrived[2]?.metadata.pair1).toEqual({ key: "name", value: "Home" });
    expect(hosts()).toEqual(new Set(["127.0.0.1"]));
    expect(
      requested.some((url) => url === `${server.sdkUrl}/v1/projects/${server.keys.development}/settings`),
    ).toBe(true);
  });

  test("the user has the traits, and history tells the same as the stream", async () => {
    const user = await server.api("GET", `${base}/users/bea`);
    expect(user.body).toMatchObject({ kind: "known", fields: { plan: "gold", "address.city": "Porto" } });
    const { body } = await server.api("GET", `${base}/events?userId=bea&limit=200`);
    expect((body as { data: Event[] }).data.reverse()).toEqual(
      live.events.filter((event) => event.userId === "bea"),
    );
  });

  test("what waits in its batch is sent when the page is left", async () => {
    const before = live.events.length;
    await page.evaluate((given) => {
      const deliveryStrategy = { strategy: "batching", config: { size: 100, timeout: 600_000 } };
      window.load(given, { integrations: { "Segment.io": { deliveryStrategy } } });
    }, settings());
    await page.evaluate(async () => {
      await window.analytics.track("Cart Left", { items: 2 });
    });
    expect(live.events).toHaveLength(before);
    await page.goto("about:blank");
    const arrived = (await live.until(before + 1)).slice(before);
    expect(originals(arrived)).toEqual([["cart/left", "track Cart Left"]]);
  });

  test("sendBeacon on page hide arrives, as the text that it is", async () => {
    const before = live.events.length;
    await page.evaluate(
      ([url, writeKey]) => {
        const message = { writeKey, userId: "bea", event: "Page Hidden", properties: { by: "beacon" } };
        addEventListener("pagehide", () => navigator.sendBeacon(`${url}/v1/t`, JSON.stringify(message)));
      },
      [server.sdkUrl, server.keys.development],
    );
    await page.goto("about:blank");
    const arrived = (await live.until(before + 1)).slice(before);
    expect(originals(arrived)).toEqual([["page/hidden", "track Page Hidden"]]);
    expect(hosts()).toEqual(new Set(["127.0.0.1"]));
  });
});
