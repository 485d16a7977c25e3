import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { TestRunner } from "vitest";
import { launchBrowser, type WatchedPage, watchPage, watchPageIn } from "./browser.ts";
import { startTestServer, type TestServer } from "./server.ts";
import { WarmContexts } from "./warm-contexts.ts";

/** A Space of a test's own, so that no test sees another's. */
export interface TestSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** A server and a Chromium; pages of it are watched until `verify`. */
export interface TestConsole {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly newSpace: (name?: string) => Promise<TestSpace>;
  /** Opens a page of a Space, signed in as somebody with a one-time address. `path` is what follows the environment. */
  readonly open: (space: TestSpace, path: string, options?: OpenOptions) => Promise<Page>;
  /** Opens an address as it is: signed in where it is a launch address. */
  readonly visit: (url: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Tracks events through the SDK plane; each is somebody's unless it says whose. */
  readonly track: (apiKey: string | undefined, events: readonly object[]) => Promise<Response>;
  /**
   * Closes the pages and gives what they did wrong: requests that left the origin, errors. Empty when all is well. After
   * a test that failed it gives what the pages showed as well.
   */
  readonly verify: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  readonly environment?: "development" | "staging" | "production";
  /** Left out it is an owner. */
  readonly as?: "viewer";
}

/** Starts what an end to end test of the console needs. */
export async function startConsole(args: readonly string[] = []): Promise<TestConsole> {
  const server = await startTestServer({ args });
  const browser = await launchBrowser();
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  let watched: WatchedPage[] = [];
  let spaces = 0;
  const signedIn = new Map<string, ReturnType<typeof signIn>>();
  const contexts = new WarmContexts(browser);
  const keep = (one: WatchedPage) => {
    watched.push(one);
    return one.page;
  };
  return {
    server,
    browser,
    visit: async (url, options) => keep(await watchPage(browser, url, options)),
    newSpace: async (name) => {
      spaces += 1;
      return newSpace(server, orgId, name ?? `Cinema ${spaces}`);
    },
    open: async (space, path, { environment = "development", as, ...options } = {}) => {
      await wake(server);
      const role = as ?? "owner";
      const session = signedIn.get(role) ?? signIn(browser, await launchAddress(server, as));
      signedIn.set(role, session);
      const url = `${server.platformUrl}/spaces/${space.key}/${environment}/${path}`;
      const wanted = { storageState: await session, ...options };
      const { context, prepare } = await contexts.take(wanted, server.platformUrl);
      const page = keep(await watchPageIn(context, url, prepare));
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    track: (apiKey, events) => track(server, apiKey, events),
    verify: async () => {
      const faults = watched.flatMap(({ outside, complaints }) => [
        ...outside.map((address) => `left the origin: ${address}`),
        ...complaints,
      ]);
      if (TestRunner.getCurrentTest()?.result?.state === "fail")
        faults.push(...(await Promise.all(watched.map(({ page }) => shown(page)))));
      await Promise.all(watched.map((one) => one.close()));
      watched = [];
      contexts.release();
      await wake(server);
      return faults;
    },
    close: async () => {
      await browser.close();
      await server.remove();
    },
  };
}

/** What a page shows, in words: where a test failed on another machine, that is all there is to see of it. */
async function shown(page: Page): Promise<string> {
  const words = await page.ariaSnapshot().catch((error: Error) => error.message);
  return `${page.url()} showed:\n${words}`;
}

/** A test may take as long as the server keeps an idle connection; a request on one that is just being closed fails. */
const wake = ({ platformUrl, sdkUrl }: TestServer) =>
  Promise.allSettled([fetch(`${platformUrl}/healthz`), fetch(`${sdkUrl}/healthz`)]);

/** The cookie that a one-time address gives, for every page of this role: loading the console twice for each costs seconds. */
async function signIn(browser: Browser, address: string) {
  const context = await browser.newContext();
  await context.request.get(address);
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, origins: [] };
}

/** A one-time address that opens the console as an owner, or as somebody of a smaller role. */
async function launchAddress(server: TestServer, role: "viewer" | undefined): Promise<string> {
  if (role === undefined) return (await server.api("POST", "/v2/console/launch", {})).body.url;
  const { token } = (await server.api("POST", "/v2/tokens", { name: role, role })).body;
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.platformUrl}/v2/console/launch`, { method: "POST", headers });
  return ((await answer.json()) as { url: string }).url;
}

async function newSpace({ api }: TestServer, orgId: string, name: string): Promise<TestSpace> {
  const { body } = await api("POST", "/v2/spaces", { orgId, name });
  const environments = (await api("GET", `/v2/spaces/${body.key}/environments`)).body.data;
  const apiKeys = Object.fromEntries(
    environments.map((one: { key: string; apiKey: string }) => [one.key, one.apiKey]),
  );
  return { id: body.id, key: body.key, name: body.name, apiKeys };
}

const track = ({ sdkUrl }: TestServer, apiKey: string | undefined, events: readonly object[]) =>
  fetch(`${sdkUrl}/sdk/v1/events`, {
    method: "POST",
    headers: { "X-API-Key": apiKey ?? "", "Content-Type": "application/json" },
    body: JSON.stringify({
      events: events.map((event) => ({
        id: randomUUID(),
        time: new Date().toISOString(),
        userId: "ana-ribeiro",
        ...event,
      })),
    }),
  });
