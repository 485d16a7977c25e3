import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { tabTo } from "../helpers/keyboard.ts";
import { servePage } from "../helpers/page-server.ts";
import { WarmContexts } from "../helpers/warm-contexts.ts";

let app: Awaited<ReturnType<typeof servePage>>;
let origin: string;

beforeAll(async () => {
  app = await servePage("Object.defineProperty(Node.prototype, 'isConnected', { get: () => false })");
  origin = new URL(app.url).origin;
});
afterAll(() => app.stop());

it("gives a context again, but not one whose page crashed or that was closed", async () => {
  const browser = await sharedBrowser();
  const contexts = new WarmContexts(browser);
  const before = browser.contexts().length;
  const take = async () => (await contexts.take({}, origin)).context;
  const first = await take();
  await contexts.release();
  expect(await take()).toBe(first);

  const page: Page = await first.newPage();
  const crashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crashed;
  await contexts.release();
  const second = await take();
  expect(second).not.toBe(first);

  await contexts.release();
  await second.close();
  expect(await take()).not.toBe(second);
  await contexts.release();
  await contexts.close();
  expect(browser.contexts()).toHaveLength(before);
});

it("leaves no context behind where its first page does not come", async () => {
  const browser = await sharedBrowser();
  const before = browser.contexts().length;
  await expect(new WarmContexts(browser).take({}, "http://127.0.0.1:1")).rejects.toThrow(/ERR_/);
  expect(browser.contexts()).toHaveLength(before);
});

it("a walk by Tab ends, though what it walks to is drawn anew all the time", async () => {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(app.url);
  await page.evaluate(() => document.body.append("Nothing to focus"));
  await expect(tabTo(page, page.locator("body"), 20)).rejects.toThrow("Tab does not lead to");
  await context.close();
});
