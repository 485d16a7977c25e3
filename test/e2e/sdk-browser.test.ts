import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { sharedBrowser } from "../helpers/browser.ts";
import { servePage } from "../helpers/page-server.ts";
import {
  type AppSettings,
  appSettings,
  bundledApp,
  reactApp,
  scriptApp,
  waitForText,
} from "../helpers/sdk-app.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";
import { setUpBanner } from "../helpers/targeting-setup.ts";

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: Awaited<ReturnType<typeof servePage>>;
const sites: { stop: () => void }[] = [];
let complaints: string[];
let requested: string[];
let banner: { readonly bannerId: string; readonly space: string };
const events = async (query: string): Promise<Event[]> => {
  const { body } = await server.api(
    "GET",
    `${banner.space}/environments/development/events?limit=200&${query}`,
  );
  return body.data;
};
/** The events of a query, once there are so many. */
const arrived = async (query: string, count: number): Promise<Event[]> => {
  await expect.poll(async () => (await events(query)).length).toBeGreaterThanOrEqual(count);
  return events(query);
};
/** Names of tracked events that the browser still keeps for sending. */
const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(":event:")));
const serve = async (script: string) => {
  const served = await servePage(script);
  sites.push(served);
  return served;
};
const open = async (url: string) => {
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const ofNetwork = /Failed to load resource|net::ERR/.test(message.text());
    if (message.type() === "error" && !ofNetwork) complaints.push(message.text());
  });
  await slowDown(page);
  await page.goto(url);
  return page;
};
/** On a busy machine the first answer may take longer than the usual 2 s, after which a start ends with the fallbacks. */
const patient = { waitTimeMsec: 15_000 };
const setUp = (more: Partial<AppSettings> = {}) =>
  page.evaluate(
    (settings) => window.setUp(settings),
    appSettings(server, banner.bannerId, { ...patient, ...more }),
  );
const startAs = (userId: string, fields: Record<string, string> = {}) =>
  page.evaluate(([id, given]) => window.understudy.session.start({ userId: id, fields: given }), [
    userId,
    fields,
  ] as const);
const track = (...names: string[]) =>
  page.evaluate((list) => {
    for (const name of list) window.understudy.session.track(name, { pair1: { key: "from", value: name } });
  }, names);
const shown = () => page.evaluate(() => window.shown);
/** Serves this headline to everybody who is not gold. */
const publish = async (headline: string) => {
  const scenarios = [
    { audience: { anyOf: ["gold"] }, serve: { data: { headline: "For gold" } } },
    { serve: { data: { headline } } },
  ];
  await server.api("PATCH", `${banner.space}/collections/page/experiences/banner`, { scenarios });
  const done = await server.api("POST", `${banner.space}/collections/page/publications`, {
    environment: "development",
  });
  expect(done.status).toBe(201);
};

beforeAll(async () => {
  server = await startTestServer();
  const space = `/v2/spaces/${server.spaceKey}`;
  await server.api("POST", `${space}/tribes`, {
    name: "Gold",
    rules: { field: "plan", op: "equals", value: "gold" },
  });
  banner = await setUpBanner(server, []);
  site = await serve(await bundledApp());
  browser = await sharedBrowser();
});
afterAll(async () => {
  for (const one of sites) one.stop();
  await server?.remove();
});
beforeEach(async () => {
  await publish("Published");
  complaints = [];
  requested = [];
  context = await browser.newContext();
  context.on("request", (request) => requested.push(request.url()));
  await open(site.url);
});
afterEach(async () => {
  await context?.close();
  expect(new Set(requested.map((url) => new URL(url).hostname))).toEqual(new Set(["127.0.0.1"]));
});

describe("a page with the runtime bundled in, on another port than the service", () => {
  test("shows fallbacks first, then what its user is served", async () => {
    await setUp();
    await startAs("ana", { plan: "gold" });
    expect(await shown()).toEqual(["fallback", "For gold"]);
    expect(await page.evaluate(() => window.banner.defaultData.headline)).toBe("fallback");
    expect(complaints).toEqual([]);
  });

  test("asks without preflights", async () => {
    const methods: string[] = [];
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    devtools.on("Network.requestWillBeSent", ({ request }) => methods.push(request.method));
    await setUp();
    await startAs("ana");
    await track(...Array.from({ length: 20 }, (_, index) => `simple/${index}`));
    expect(await arrived("group=simple", 20)).toHaveLength(20);
    await expect.poll(() => methods.length).toBe(2);
    expect(methods).toEqual(["POST", "POST"]);
  });

  test.each([
    ["is left", () => page.goto("about:blank")],
    ["is closed", () => page.close({ runBeforeUnload: true })],
    ["is reloaded", () => page.reload()],
  ])("what waits is sent when the page %s", async (how, leave) => {
    const userId = how.replace(" ", "-");
    await setUp();
    await startAs(userId);
    await track("page/one", "page/two");
    await leave();
    const found = await arrived(`userId=${userId}`, 2);
    expect(found.map(({ name }) => name).sort()).toEqual(["page/one", "page/two"]);
  });

  test("what was not confirmed when the page was left arrives once, though the next page sends it again", async () => {
    await setUp();
    await startAs("twice");
    await track("page/one");
    await page.reload();
    await setUp();
    await startAs("twice");
    await track("page/two");
    await arrived("userId=twice", 2);
    // All has been sent and confirmed by then; nothing comes twice.
    await expect.poll(kept).toEqual([]);
    const found = await events("userId=twice");
    expect(found.map(({ name }) => name).sort()).toEqual(["page/one", "page/two"]);
  });

  test("is the same visitor after a reload, and their events stay theirs when they sign in", async () => {
    const visit = async () => {
      await setUp();
      await page.evaluate(() => window.understudy.session.start());
      await track("visit/made");
    };
    await visit();
    await page.reload();
    await visit();
    await startAs("signed-in");
    await track("visit/made");
    const found = await arrived("name=visit/made", 3);
    expect(found).toHaveLength(3);
    expect(found.map(({ userId }) => userId).filter((id) => id !== undefined)).toEqual(["signed-in"]);
    const visitors = found.map(({ anonymousId }) => anonymousId).filter((id) => id !== undefined);
    expect([visitors.length, new Set(visitors).size]).toEqual([2, 1]);
    const { body } = await server.api("GET", `${banner.space}/environments/development/users/${visitors[0]}`);
    expect(body).toMatchObject({ kind: "visitor", sessions: 2 });
  });

  test("works where storage is blocked", async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    await page.reload();
    await setUp();
    await startAs("blocked");
    await track("a/b");
    expect(await shown()).toEqual(["fallback", "Published"]);
    expect(await arrived("userId=blocked", 1)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});

describe("other ways to load it", () => {
  test("as a plain script", async () => {
    const plain = await serve(scriptApp());
    await open(plain.url);
    await setUp();
    await startAs("script");
    expect(await shown()).toEqual(["fallback", "Published"]);
    expect(complaints).toEqual([]);
  });

  test("with the React hooks, under StrictMode", async () => {
    const react = await serve(await reactApp());
    await open(react.url);
    await setUp({ sessionLock: false });
    await waitForText(page, "idle fallback");
    await startAs("react");
    await waitForText(page, "ready Published");
    await publish("Live in React");
    await waitForText(page, "ready Live in React");
    const seen = await shown();
    expect(seen.filter((text, index) => text !== seen[index - 1])).toEqual([
      "idle fallback",
      "starting fallback",
      "ready Published",
      "ready Live in React",
    ]);
    expect(complaints).toEqual([]);
  });
});
