import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { TestRunner } from "vitest";
import { sharedBrowser, type WatchedPage, watchPage, watchPageIn } from "./browser.ts";
import { type Cinema, layCinema } from "./cinema.ts";
import { startTestServer, type TestServer } from "./server.ts";
import { WarmContexts } from "./warm-contexts.ts";

/** A Space of a test's own, so that no test sees another's. */
export interface TestSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** A server and a Chromium. Pages of it are watched until `verify`. */
export interface TestConsole {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly newSpace: (name?: string) => Promise<TestSpace>;
  /** Opens a page of a Space, signed in as somebody with a one-time address. `path` is what follows the environment. */
  readonly open: (space: Pick<TestSpace, "key">, path: string, options?: OpenOptions) => Promise<Page>;
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
  readonly as?: "viewer" | "owner";
  /** Of the heading that says that the page is there: 2 where a dialog of the address hides the page's own. */
  readonly level?: 1 | 2;
}

/** A server with what all consoles on it share: contexts that have the console in their cache, and who is signed in. */
interface Desk {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly orgId: string;
  readonly contexts: WarmContexts;
  readonly signedIn: Map<string, ReturnType<typeof signIn>>;
}

async function openDesk(args: readonly string[]): Promise<Desk> {
  const [server, browser] = await Promise.all([startTestServer({ args }), sharedBrowser()]);
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  return {
    server,
    browser,
    orgId,
    contexts: new WarmContexts(browser, server.platformUrl),
    signedIn: new Map(),
  };
}

let shared: Promise<Desk> | undefined;
let cinema: Promise<Cinema> | undefined;
let spaces = 0;

/** The server of all files of a worker: each test makes a Space of its own there. */
async function sharedDesk(): Promise<Desk> {
  shared ??= openDesk([]);
  const { server, browser } = await shared;
  const alive = await fetch(`${server.platformUrl}/healthz`).catch(() => null);
  if (alive?.ok && browser.isConnected()) return shared;
  cinema = undefined;
  shared = openDesk([]);
  return shared;
}

/** What an end to end test of the console needs, on the worker's server. */
export const sharedConsole = async (): Promise<TestConsole> => consoleAt(await sharedDesk(), async () => {});

/** The same with a full Space, which several files look at: what one of them adds, the others see. */
export async function sharedCinema(): Promise<{ readonly app: TestConsole; readonly cinema: Cinema }> {
  const app = await sharedConsole();
  cinema ??= layCinema(app.server);
  return { app, cinema: await cinema };
}

/** On a server of its own, for what changes or counts what all Spaces have in common, or stops the server. */
export async function ownConsole(args: readonly string[] = []): Promise<TestConsole> {
  const desk = await openDesk(args);
  return consoleAt(desk, async () => {
    await desk.contexts.close();
    await desk.server.remove();
  });
}

function consoleAt(desk: Desk, close: () => Promise<void>): TestConsole {
  const { server, browser, orgId, contexts, signedIn } = desk;
  let watched: WatchedPage[] = [];
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
    open: async (space, path, { environment = "development", as = "owner", level = 1, ...options } = {}) => {
      await wake(server);
      const session = signedIn.get(as) ?? signIn(browser, await launchAddress(server, as));
      signedIn.set(as, session);
      const url = `${server.platformUrl}/spaces/${space.key}/${environment}/${path}`;
      const wanted = { storageState: await session, ...options };
      const page = keep(await watchPageIn(await contexts.take(wanted), url));
      await page.getByRole("heading", { level }).first().waitFor();
      return page;
    },
    track: (apiKey, events) => track(server, apiKey, events),
    verify: async () => {
      const faults = watched.flatMap(({ outside, complaints }) => [
        ...outside.map((address) => `left the origin: ${address}`),
        ...complaints,
      ]);
      const hasFailed = TestRunner.getCurrentTest()?.result?.state === "fail";
      if (hasFailed) faults.push(...(await Promise.all(watched.map(({ page }) => shown(page)))));
      await Promise.all(watched.map((one) => one.close()));
      watched = [];
      await contexts.release(hasFailed);
      await wake(server);
      return faults;
    },
    close,
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

/** The cookie and the page's secret that a one-time address gives, for every page of this role: loading the console twice for each costs seconds. */
async function signIn(browser: Browser, address: string) {
  const context = await browser.newContext();
  const { location = "" } = (await context.request.get(address, { maxRedirects: 0 })).headers();
  const { cookies } = await context.storageState();
  await context.close();
  const secret = { name: "understudy:console", value: location.slice("/#console=".length) };
  return { cookies, origins: [{ origin: new URL(address).origin, localStorage: [secret] }] };
}

/** A one-time address that opens the console as an owner, or as somebody of a smaller role. */
async function launchAddress(server: TestServer, role: "viewer" | "owner"): Promise<string> {
  if (role === "owner") return (await server.api("POST", "/v2/console/launch", {})).body.url;
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
