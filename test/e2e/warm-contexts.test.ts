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
  const contexts = new WarmContexts(browser, origin);
  const before = browser.contexts().length;
  const take = async () => (await contexts.take({})).context();
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

it("gives a page again as new, but not one that a test changed for good, closed or failed with", async () => {
  const browser = await sharedBrowser();
  const contexts = new WarmContexts(browser, origin);
  const first = await contexts.take({});
  await first.goto(app.url);
  const left = () => [localStorage.length, sessionStorage.length, history.length, window.name];
  await first.evaluate(() => {
    localStorage.setItem("a", "b");
    sessionStorage.setItem("a", "b");
    history.pushState(null, "", "#there");
    window.name = "mine";
  });
  expect(await first.evaluate(left)).toEqual([1, 1, 3, "mine"]);
  await first.route("**/app.js", (route) => route.abort());
  await first.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
  await first.context().newPage();
  await first.mouse.move(50, 50);
  await first.mouse.down();
  await contexts.release();

  const stored = { origin, localStorage: [{ name: "who", value: "ana" }] };
  const again = await contexts.take({
    viewport: { width: 500, height: 400 },
    storageState: { cookies: [], origins: [stored] },
  });
  expect(again).toBe(first);
  expect(again.context().pages()).toEqual([again]);
  expect(await again.evaluate(left)).toEqual([1, 0, 1, ""]);
  await again.goto(app.url);
  await again.evaluate(() => {
    addEventListener("pointermove", ({ buttons, clientX }) => {
      window.name += `${buttons} at ${clientX}, `;
    });
  });
  await again.mouse.move(10, 10, { steps: 2 });
  await expect.poll(() => again.evaluate(() => window.name)).toBe("0 at 5, 0 at 10, ");
  const looks = () => [
    localStorage.getItem("who"),
    innerWidth,
    matchMedia("(prefers-color-scheme: dark)").matches,
    matchMedia("(prefers-reduced-motion: reduce)").matches,
    document.body.isConnected,
  ];
  // The page's script came, and says of everything that it is not connected.
  expect(await again.evaluate(looks)).toEqual(["ana", 500, false, true, false]);

  await again.addInitScript(() => localStorage.setItem("changed", "for good"));
  await contexts.release();
  const second = await contexts.take({});
  expect(second).not.toBe(again);
  expect(second.context()).toBe(again.context());
  await second.close();
  await second.context().newPage();
  await contexts.release();
  const third = await contexts.take({});
  expect(third.context()).toBe(again.context());
  expect(third.context().pages()).toEqual([third]);
  await third.goto(app.url);
  expect(await third.evaluate(() => localStorage.length)).toBe(0);
  await contexts.release(true);
  const fourth = await contexts.take({});
  expect(fourth.context()).not.toBe(again.context());
  await contexts.release();
  await contexts.close();
});

it("leaves no context behind where its first page does not come", async () => {
  const browser = await sharedBrowser();
  const before = browser.contexts().length;
  await expect(new WarmContexts(browser, "http://127.0.0.1:1").take({})).rejects.toThrow(/ERR_/);
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
