import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { axeFindings, launchBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";
import { signInAsOperator } from "../helpers/oauth-client.ts";
import { startTestServer } from "../helpers/server.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;
interface Space {
  readonly key: string;
  readonly name: string;
  readonly apiKeys: Readonly<Record<string, string>>;
}

let server: Server;
let browser: Browser;
let orgId: string;
let watched: WatchedPage | null = null;
let spaces = 0;

beforeAll(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});
// A test may take as long as the server keeps an idle connection; a request on one that is just being closed fails.
beforeEach(async () => {
  await Promise.allSettled([fetch(`${server.platformUrl}/healthz`), fetch(`${server.sdkUrl}/healthz`)]);
});
afterEach(async () => {
  const { outside, complaints } = watched ?? { outside: [], complaints: [] };
  await watched?.close();
  watched = null;
  expect(outside, "requests that left the origin").toEqual([]);
  expect(complaints, "errors in the page").toEqual([]);
});

/** A Space of the test's own, so that no test sees another's events. */
async function newSpace(): Promise<Space> {
  spaces += 1;
  const { body } = await server.api("POST", "/v2/spaces", { orgId, name: `Cinema ${spaces}` });
  const environments = (await server.api("GET", `/v2/spaces/${body.key}/environments`)).body.data;
  const apiKeys = Object.fromEntries(
    environments.map((one: { key: string; apiKey: string }) => [one.key, one.apiKey]),
  );
  return { key: body.key, name: body.name, apiKeys };
}

/** Opens a page of a Space, signed in through a one-time address. */
async function open(space: Space, pageName: string, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const { url } = (await server.api("POST", "/v2/console/launch", {})).body;
  watched = await watchPage(browser, url, { colorScheme });
  await watched.page.goto(`${server.platformUrl}/spaces/${space.key}/development/${pageName}`);
  await watched.page.getByRole("heading", { level: 1 }).waitFor();
  return watched.page;
}

const send = (apiKey: string | undefined, events: readonly object[]) =>
  fetch(`${server.sdkUrl}/sdk/v1/events`, {
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

const numbered = (from: number, to: number, name = "movie/watched") =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    name,
    metadata: { pair1: { key: "n", value: String(from + i) } },
  }));

const rows = (page: Page) => page.locator(".rows .trow");

describe("Overview", () => {
  it("turns green by itself on the first event, and leads to it", async () => {
    const space = await newSpace();
    const page = await open(space, "overview");
    await page.getByText("Waiting for your first event").waitFor();
    expect(await page.locator("pre").textContent()).toContain(space.apiKeys.development);
    await send(space.apiKeys.development, [{ name: "movie/started" }]);
    await page.getByText("Your first event is in").waitFor({ timeout: 5000 });
    expect(await page.locator(".step.is-cue").textContent()).toContain("by ana-ribeiro");
    await page.getByRole("link", { name: "Open Events" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it("goes with the environment switch, by keyboard too", async () => {
    const space = await newSpace();
    const page = await open(space, "overview");
    await page.getByRole("radio", { name: "Development" }).focus();
    await page.keyboard.press("ArrowRight", { delay: 50 });
    await page.waitForURL(/\/staging\/overview$/);
    await expect.poll(() => page.locator("pre").textContent()).toContain(space.apiKeys.staging);
  });
});

describe("Settings", () => {
  it("rotate a key: the old one stops working, or works for its grace", async () => {
    const space = await newSpace();
    const page = await open(space, "settings");
    await page.getByRole("button", { name: "Rotate the Staging key…" }).click();
    await page.getByRole("radio", { name: "Not at all" }).click();
    await page.getByText(/cannot be undone/).waitFor();
    await page.getByRole("button", { name: "Rotate the Staging key now" }).click();
    await page.getByText("The old one has stopped working").waitFor();
    expect((await send(space.apiKeys.staging, numbered(1, 1))).status).toBe(401);

    await page.getByRole("button", { name: "Rotate the Production key…" }).click();
    await page.getByRole("button", { name: "Rotate the Production key", exact: true }).click();
    await page.getByText(/^The old key works until/).waitFor();
    expect((await send(space.apiKeys.production, numbered(1, 1))).status).toBe(202);
  });

  it("create a token that works, and revoke it with a way back", async () => {
    const space = await newSpace();
    const page = await open(space, "settings");
    await page.getByRole("button", { name: "New token…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Nightly");
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await page.getByLabel("The new token").textContent();
    const me = () => fetch(`${server.platformUrl}/v2/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Revoke Nightly" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Revoke Nightly" }).click();
    expect((await me()).status).toBe(200);
    await expect.poll(async () => (await me()).status, { timeout: 12_000 }).toBe(401);
  });

  it("list who is signed in, and sign a client out with a way back", async () => {
    const space = await newSpace();
    const { access_token: token } = await signInAsOperator(server.platformUrl);
    const page = await open(space, "settings");
    const revoke = page.getByRole("button", { name: /^Sign Understudy CLI out/ });
    await revoke.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const me = () => fetch(`${server.platformUrl}/v2/me`, { headers: { Authorization: `Bearer ${token}` } });
    await revoke.click();
    await page.getByRole("button", { name: "Undo" }).click();
    await revoke.click();
    expect((await me()).status).toBe(200);
    await page.getByText("None. understudy login signs the command line in.").waitFor();
    await expect.poll(async () => (await me()).status, { timeout: 12_000 }).toBe(401);
  });

  it("are read only for a viewer, and say why", async () => {
    const space = await newSpace();
    const viewer = (await server.api("POST", "/v2/tokens", { name: "Viewer", role: "viewer" })).body.token;
    const launch = await fetch(`${server.platformUrl}/v2/console/launch`, {
      method: "POST",
      headers: { Authorization: `Bearer ${viewer}` },
    });
    watched = await watchPage(browser, (await launch.json()).url);
    const { page } = watched;
    await page.goto(`${server.platformUrl}/spaces/${space.key}/development/settings`);
    await page.getByText("you are a viewer here, not an owner").waitFor();
    expect(await page.getByRole("button", { name: /^Rotate/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Save Space" }).count()).toBe(0);
    expect(await page.getByLabel("Allowed origins").getAttribute("readonly")).not.toBeNull();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("refuse an origin that is none, beside its field", async () => {
    const space = await newSpace();
    const page = await open(space, "settings");
    await page.getByLabel("Allowed origins").fill("https://app.example.com\nnot an origin");
    await page.getByRole("button", { name: "Save Space" }).click();
    await page.getByText(/^Line \d must be an origin/).waitFor();
    await page.getByLabel("Allowed origins").fill("https://app.example.com");
    await page.getByRole("button", { name: "Save Space" }).click();
    await page.getByText(/^Saved/).waitFor();
  });
});

describe("around the pages", () => {
  it("makes a Space and goes there", async () => {
    const page = await open(await newSpace(), "overview");
    await page.getByRole("button", { name: /^Space Cinema/ }).click();
    await page.getByRole("menuitem", { name: "New Space…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Radio Plays");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/spaces\/radio-plays\/development\/overview$/);
    await page.getByText("Waiting for your first event").waitFor();
    await page.goto(server.platformUrl);
    await page.waitForURL(/\/spaces\/radio-plays\//);
  });

  it("tells a browser that is not signed in how to get in", async () => {
    watched = await watchPage(browser, `${server.platformUrl}/`);
    await watched.page.getByText("Sign in from your terminal").waitFor();
    expect(await axeFindings(watched.page)).toEqual([]);
  });

  it("says when an address names nothing", async () => {
    const space = await newSpace();
    const page = await open(space, "overview");
    await page.goto(`${server.platformUrl}/spaces/no-such-space/development/events`);
    await page.getByText("Nothing at this address").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("axe finds nothing, %s", (theme) => {
  it("on the pages", async () => {
    const space = await newSpace();
    const page = await open(space, "events", theme);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${server.platformUrl}/spaces/${space.key}/development/overview`);
    await page.getByText("Waiting for your first event").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await send(space.apiKeys.development, [...numbered(1, 60), { name: "system/heartbeat" }]);
    await page.getByText("Your first event is in").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Events", exact: true }).click();
    await rows(page).first().click();
    await page.keyboard.press("Space");
    await page.getByText(/^Paused at/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByText("Keep events for").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("on the dialogs and menus", async () => {
    const page = await open(await newSpace(), "settings", theme);
    const opened = async (name: RegExp, role: "button" | "menuitem" = "button") => {
      await page.getByRole(role, { name }).first().click();
      return axeFindings(page);
    };
    expect(await opened(/^Rotate the Production key/)).toEqual([]);
    await page.getByRole("radio", { name: "Not at all" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await opened(/^New token/)).toEqual([]);
    await page.getByRole("dialog").getByLabel("Name").fill("Axe");
    expect(await opened(/^Create token/)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await opened(/^Revoke Axe/)).toEqual([]);
    expect(await opened(/^Appearance/)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await opened(/^Space Cinema/)).toEqual([]);
    expect(await opened(/^New Space/, "menuitem")).toEqual([]);
  });
});
