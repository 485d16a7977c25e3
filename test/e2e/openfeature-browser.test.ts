import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { changeHeadline, publish, publishFlags, watchDrama } from "../helpers/flag-model.ts";
import { bundle, servePage } from "../helpers/page-server.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";

/** The app under test: the published SDK and provider, with the settings and the context that the test gives. */
const app = `
  import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk";
  import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
  window.changes = [];
  window.client = OpenFeature.getClient();
  window.client.addHandler(ProviderEvents.ConfigurationChanged, (details) => {
    window.changes.push({ at: performance.now(), flags: details.flagsChanged });
  });
  window.start = async (settings, context) => {
    await OpenFeature.setContext(context);
    await OpenFeature.setProviderAndWait(new OFREPWebProvider(settings));
  };
  window.become = (context) => OpenFeature.setContext(context);
`;

interface Details {
  readonly value: unknown;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly variant?: string;
  readonly flagMetadata: object;
}

declare global {
  interface Window {
    start(settings: object, context: object): Promise<void>;
    become(context: object): Promise<void>;
    changes: { readonly at: number; readonly flags: readonly string[] }[];
    client: Readonly<Record<string, (key: string, fallback: unknown) => Details>>;
  }
}

let server: TestServer;
let site: Awaited<ReturnType<typeof servePage>>;
let browser: Browser;
let page: Page;
let requested: string[];
let complaints: string[];

beforeAll(async () => {
  server = await startTestServer();
  await publishFlags(server);
  site = await servePage(await bundle(app));
  browser = await sharedBrowser();
});
afterAll(async () => {
  site?.stop();
  await server?.stop();
  await server?.remove();
});
beforeEach(async () => {
  const context = await browser.newContext();
  requested = [];
  complaints = [];
  context.on("request", (request) => requested.push(request.url()));
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  await slowDown(page);
  await page.goto(site.url);
});

type Kind = "Boolean" | "String" | "Number" | "Object";

const start = (context: object, key = server.keys.development, settings: object = {}) =>
  page.evaluate(([given, who]) => window.start(given ?? {}, who ?? {}), [
    { baseUrl: server.sdkUrl, headers: [["X-API-Key", key]], ...settings },
    context,
  ] as const);
const details = (kind: Kind, key: string, fallback: unknown): Promise<Details> =>
  page.evaluate(
    ([method, flag, mine]) => {
      const evaluate = window.client[method as string];
      if (evaluate === undefined) throw new Error(`no ${String(method)}`);
      return evaluate.call(window.client, flag as string, mine);
    },
    [`get${kind}Details`, key, fallback] as const,
  );
const value = async (kind: Kind, key: string, fallback: unknown) =>
  (await details(kind, key, fallback)).value;
const headline = () => value("String", "homepage.banner.headline", "mine");
const hosts = () => new Set(requested.map((url) => new URL(url).hostname));

describe("@openfeature/web-sdk with @openfeature/ofrep-web-provider, in a page on another port", () => {
  test("booleans, strings, numbers, objects and lists, targeted by the context", async () => {
    await start({ targetingKey: "gina", plan: "gold" });
    const background = { value: "#c81e4a", opacity: 0.5 };
    const cases: [Kind, string, unknown, unknown][] = [
      ["Boolean", "homepage.banner.enabled", false, true],
      ["Boolean", "homepage.off.enabled", true, false],
      ["Boolean", "homepage.banner.wide", false, true],
      ["String", "homepage.banner.headline", "mine", "Hi, Gold"],
      ["Number", "homepage.banner.size", 0, 3],
      ["Object", "homepage.banner.background", {}, background],
      ["Object", "homepage.banner.layout", {}, { columns: 3 }],
      ["Object", "homepage.banner.tags", [], ["gold", 1]],
      ["Object", "homepage.body", [], ["offer", "promo"]],
    ];
    for (const [kind, key, fallback, want] of cases)
      expect([key, await value(kind, key, fallback)]).toEqual([key, want]);
    expect(await details("Object", "homepage.banner", {})).toMatchObject({
      value: { headline: "Hi, Gold", background },
      reason: "TARGETING_MATCH",
      variant: "Gold members",
      flagMetadata: { experienceId: expect.stringMatching(/^exp_/), enabled: true },
    });
    expect(hosts()).toEqual(new Set(["127.0.0.1"]));
    expect(complaints).toEqual([]);
  });

  test("the code's default on another type, on unknown flags, and on a split without a key", async () => {
    await start({ plan: "gold" });
    const cases: [Kind, string, unknown, string][] = [
      ["Boolean", "homepage.banner.headline", true, "TYPE_MISMATCH"],
      ["Number", "homepage.banner", 7, "TYPE_MISMATCH"],
      ["String", "homepage.nope", "mine", "FLAG_NOT_FOUND"],
      ["String", "homepage.banner.subtitle", "mine", "FLAG_NOT_FOUND"],
      ["Boolean", "homepage.split.enabled", false, "TARGETING_KEY_MISSING"],
    ];
    for (const [kind, key, fallback, errorCode] of cases)
      expect(await details(kind, key, fallback)).toMatchObject({
        value: fallback,
        errorCode,
        reason: "ERROR",
      });
    expect(await headline()).toBe("Hi, Gold");
  });

  test("another context is another answer; the stored user's events count", async () => {
    for (const daysAgo of [3, 1, 0]) await watchDrama(server, "ana", daysAgo);
    await start({ targetingKey: "ida" });
    expect(await headline()).toBe("Hi");
    await page.evaluate(() => window.become({ targetingKey: "ida", plan: "gold" }));
    // For a key that it knows, the provider shows what it has kept until the new answer is there.
    await expect.poll(headline).toBe("Hi, Gold");
    await page.evaluate(() => window.become({ targetingKey: "ana" }));
    expect(await details("String", "homepage.banner.headline", "mine")).toMatchObject({
      value: "More drama",
      variant: "Binge watchers",
    });
  });

  test("without the provider's cache, a new context is waited for", async () => {
    await start({ targetingKey: "kim" }, undefined, { cacheMode: "disabled" });
    expect(await headline()).toBe("Hi");
    await page.evaluate(() => window.become({ targetingKey: "kim", plan: "gold" }));
    expect(await headline()).toBe("Hi, Gold");
  });

  test("a key that opens nothing leaves the code's defaults", async () => {
    await expect(start({ targetingKey: "ida" }, "us_dev_nope")).rejects.toThrow();
    expect(await headline()).toBe("mine");
  });
});

describe("live", () => {
  const changes = () => page.evaluate(() => window.changes);
  const streams = () => requested.filter((url) => url.startsWith(`${server.sdkUrl}/ofrep/v1/stream?`));
  /** The flags of the first change; two answers that cross each other make another one without any. */
  const changed = async () => {
    const some = async () => (await changes()).find(({ flags }) => flags.length > 0)?.flags;
    await expect.poll(some, { interval: 10 }).toBeDefined();
    return some();
  };

  test("a publication is told without a reload or a poll, with the flags that changed", async () => {
    await start({ targetingKey: "ida" });
    await expect.poll(() => streams().length).toBe(1);
    await changeHeadline(server, "Good morning");
    const before = requested.length;
    await publish(server);
    expect(await changed()).toEqual(["homepage.banner", "homepage.banner.headline"]);
    expect(await headline()).toBe("Good morning");
    const since = requested.slice(before);
    expect(since.some((url) => url.includes("flagConfigEtag="))).toBe(true);
    expect(since.filter((url) => url === site.url)).toEqual([]);
    expect(streams()).toHaveLength(1);
  });

  test("so is the event that lets the person into a Tribe; what changes nothing is not", async () => {
    await start({ targetingKey: "lea" });
    await expect.poll(() => streams().length).toBe(1);
    await watchDrama(server, "lea");
    await watchDrama(server, "lea");
    await watchDrama(server, "someone-else");
    await watchDrama(server, "lea");
    expect(await changed()).toContain("homepage.banner.headline");
    expect(await headline()).toBe("More drama");
    // It is the only one that was told, so none came before it.
    expect((await changes()).filter(({ flags }) => flags.length > 0)).toHaveLength(1);
  });

  test("a page that is opened again starts with what it knew, and catches up", async () => {
    const settings = { cacheMode: "local-cache-first" };
    await start({ targetingKey: "mia" }, undefined, settings);
    const known = await headline();
    await page.goto("about:blank");
    await changeHeadline(server, "While you were away");
    await publish(server);
    await page.goto(site.url);
    await start({ targetingKey: "mia" }, undefined, settings);
    await expect.poll(headline).toBe("While you were away");
    expect(known).not.toBe("While you were away");
  });
});
