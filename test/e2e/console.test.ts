import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { whileBusy } from "../helpers/keyboard.ts";
import { signInAsOperator } from "../helpers/oauth-client.ts";
import type { TestServer } from "../helpers/server.ts";

let app: TestConsole;
let server: TestServer;
beforeAll(async () => {
  app = await ownConsole();
  server = app.server;
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const newSpace = () => app.newSpace();
const open = (space: TestSpace, path: string) => app.open(space, path);
const send = (apiKey: string | undefined, events: readonly object[]) => app.track(apiKey, events);

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
    await expect.poll(() => page.locator("pre").textContent()).toContain(space.apiKeys.development);
    await send(space.apiKeys.development, [{ name: "movie/started" }]);
    await page.getByText("Your first event is in").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => page.locator(".step.is-cue").textContent()).toContain("by ana-ribeiro");
    await page.getByRole("link", { name: "Open Events" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it("hears a key that is let go before a busy page gets to it", async () => {
    const page = await open(await newSpace(), "overview");
    const chosen = page.getByRole("radio", { name: "Development" });
    await chosen.focus();
    await whileBusy(page, () => [page.keyboard.down("ArrowRight"), page.keyboard.up("ArrowRight")]);
    await page.waitForURL(/\/staging\/overview$/);
    await page.goBack();
    await page.waitForURL(/\/development\/overview$/);
  });
});

describe("Settings", () => {
  it("rotate a key: the old one stops working, or works for its grace", async () => {
    const space = await newSpace();
    const page = await open(space, "settings");
    await page.getByRole("button", { name: "Rotate the Staging key…" }).click();
    await page.getByRole("radio", { name: "Not at all" }).click();
    await page
      .getByRole("dialog")
      .getByText(/cannot be undone/)
      .waitFor();
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
    await expect.poll(async () => (await me()).status).toBe(401);
  });

  it("list who is signed in, and sign a client out with a way back", async () => {
    const space = await newSpace();
    const { access_token: token } = await signInAsOperator(server.platformUrl);
    const page = await open(space, "settings");
    const revoke = page.getByRole("button", { name: /^Sign out Understudy CLI/ });
    await revoke.waitFor();
    const me = () => fetch(`${server.platformUrl}/v2/me`, { headers: { Authorization: `Bearer ${token}` } });
    await revoke.click();
    await page.getByRole("button", { name: "Undo" }).click();
    await revoke.click();
    expect((await me()).status).toBe(200);
    await page.getByText("None. understudy login signs the command line in.").waitFor();
    await expect.poll(async () => (await me()).status).toBe(401);
  });
});

describe("around the pages", () => {
  it("shows the API reference to a browser whose storage is closed", async () => {
    const space = await newSpace();
    const page = await open(space, "overview");
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        configurable: true,
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      }),
    );
    await page.goto(`${server.platformUrl}/docs`);
    await page.getByRole("heading", { name: "Platform API" }).first().waitFor();
  });

  it("tells a browser that is not signed in how to get in", async () => {
    const page = await app.visit(`${server.platformUrl}/`);
    await page.getByText("Sign in from your terminal").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
