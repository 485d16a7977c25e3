import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { whileBusy } from "../helpers/keyboard.ts";
import { scrollRows } from "../helpers/scroll-rows.mjs";
import { translator } from "../helpers/translator.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const newSpace = () => app.newSpace();

/** Opens the Events page of a Space. */
const open = (space: TestSpace) => app.open(space, "events");

const send = (space: TestSpace, events: readonly object[]) => app.track(space.apiKeys.development, events);

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    name: "movie/watched",
    metadata: { pair1: { key: "n", value: String(from + i) } },
  }));

const pair = (key: string, value: string) => ({ metadata: { pair1: { key, value } } });

/** The pairs of the rows that are drawn, top to bottom. */
const shownPairs = (page: Page) => page.locator(".rows .pairs").allTextContents();
const rows = (page: Page) => page.locator(".rows .trow");
const names = (page: Page) => page.locator(".rows .event-name").allTextContents();
const box = (page: Page) => page.getByRole("combobox", { name: "Filter events by" });

describe("a user's tasks", () => {
  it("narrows by pair and text, by keyboard alone, and takes it back", async () => {
    const space = await newSpace();
    await send(space, [
      { name: "movie/watched", ...pair("genre", "drama") },
      { name: "title/opened", ...pair("genre", "drama") },
      { name: "movie/watched", ...pair("genre", "comedy") },
    ]);
    const page = await open(space);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.keyboard.press("/");
    await box(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("genre:dr");
    await page.getByRole("option", { name: "genre drama" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.keyboard.type("OPENED");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["title/opened"]);
    const narrowed = "?q=OPENED&where=genre%3Adrama";
    await expect.poll(() => new URL(page.url()).search).toBe(narrowed);
    await page.keyboard.press("Backspace");
    await expect.poll(() => box(page).inputValue()).toBe("text:OPENED");
    await page.keyboard.press("Escape");
    await expect.poll(() => box(page).inputValue()).toBe("");
    // The list is what the address says: where that stands, no other list is on its way.
    expect(new URL(page.url()).search).toBe(narrowed);
    expect(await names(page)).toEqual(["title/opened"]);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.locator(".chip-edit:focus").waitFor();
    await page.keyboard.press("Delete");
    await expect.poll(() => rows(page).count()).toBe(3);
  });

  it("chooses a time in the chart by keyboard, and by hand", async () => {
    const space = await newSpace();
    const ago = (minutes: number) => ({ time: new Date(Date.now() - minutes * 60_000).toISOString() });
    await send(space, [
      { name: "a/old", ...ago(12) },
      { name: "b/middle", ...ago(6) },
      { name: "c/new", ...ago(1) },
    ]);
    const page = await open(space);
    await expect.poll(() => rows(page).count()).toBe(3);
    // Counted: what stands above the chart has its words, and the chart its place.
    await page
      .getByRole("region", { name: "Events over time" })
      .getByText("3 events", { exact: true })
      .waitFor();
    const area = await page.locator(".brush-area").boundingBox();
    if (area === null) throw new Error("the chart is not there");
    const across = async (from: number, to: number) => {
      await page.mouse.move(area.x + area.width * from, area.y + 30);
      await page.mouse.down();
      await page.mouse.move(area.x + area.width * to, area.y + 30, { steps: 4 });
      await page.mouse.up();
    };
    await across(0.4, 0.8);
    await expect.poll(() => names(page)).toEqual(["b/middle"]);
    await page.getByRole("slider", { name: "To" }).focus();
    await page.keyboard.press("End");
    await expect.poll(() => names(page)).toEqual(["c/new", "b/middle"]);
    await page.getByRole("slider", { name: "From" }).focus();
    await page.keyboard.press("Home");
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("has its drags and arrows taken, though they are over before the page has drawn them", async () => {
    const space = await newSpace();
    const ago = (minutes: number) => ({ time: new Date(Date.now() - minutes * 60_000).toISOString() });
    await send(space, [{ name: "a/old", ...ago(12) }, { name: "b/middle", ...ago(6) }, { name: "no" }]);
    const page = await open(space);
    await page.getByRole("radio", { name: "All", exact: true }).focus();
    await whileBusy(page, () => [page.keyboard.down("ArrowRight"), page.keyboard.up("ArrowRight")]);
    await page.getByRole("radio", { name: "Accepted", checked: true }).waitFor();
    await expect.poll(() => names(page)).toEqual(["b/middle", "a/old"]);
    const area = await page.locator(".brush-area").boundingBox();
    if (area === null) throw new Error("the chart is not there");
    await page.mouse.move(area.x + area.width * 0.4, area.y + 30);
    await page.mouse.down();
    // Playwright's own mouse asks the page something before each move of a drag.
    const devTools = await page.context().newCDPSession(page);
    const left = { x: area.x + area.width * 0.8, y: area.y + 30, button: "left", buttons: 1 } as const;
    const mouse = (type: "mouseMoved" | "mouseReleased") =>
      devTools.send("Input.dispatchMouseEvent", { type, ...left, clickCount: 1 });
    await whileBusy(page, () => [mouse("mouseMoved"), mouse("mouseReleased")]);
    await expect.poll(() => names(page)).toEqual(["b/middle"]);
  });

  it("misses nothing over a time in which nobody looked", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 3));
    const page = await open(space);
    await expect.poll(() => rows(page).count()).toBe(3);
    const hide = (hidden: boolean) =>
      page.evaluate((to) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => to });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    const witness = await open(space);
    await expect.poll(() => rows(witness).count()).toBe(3);
    await hide(true);
    await send(space, numbered(4, 40));
    // By the time that a page which is looked at has them, this one would have had them too.
    await expect.poll(async () => (await shownPairs(witness))[0]).toBe("n 40");
    expect(await shownPairs(page)).toEqual(["n 3", "n 2", "n 1"]);
    await hide(false);
    await expect.poll(async () => (await shownPairs(page))[0]).toBe("n 40");
    const all = { seen: 40, gaps: [] };
    expect(await page.evaluate(scrollRows, { down: true, oldest: 1, newest: 40 })).toEqual(all);
    await page.getByRole("grid").evaluate((grid) => {
      grid.scrollTop = 0;
    });
    await send(space, numbered(41, 41));
    await expect.poll(async () => (await shownPairs(page))[0]).toBe("n 41");
  });
});

it("more tabs than a browser has connections are all answered", async () => {
  const space = await newSpace();
  await send(space, numbered(1, 3));
  const first = await open(space);
  await rows(first).first().waitFor();
  const others: Page[] = [];
  for (let tab = 0; tab < 6; tab += 1) {
    const page = await first.context().newPage();
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
    await page.goto(first.url());
    await rows(page).first().waitFor();
    others.push(page);
  }
  await send(space, numbered(4, 4));
  await expect.poll(async () => (await shownPairs(first))[0]).toBe("n 4");
  expect(await Promise.all(others.map((page) => rows(page).count()))).toEqual(others.map(() => 3));
});

it("goes on, and shows what is, where the browser translates pages", async () => {
  const space = await newSpace();
  const page = await open(space);
  await page.addInitScript(translator);
  await page.reload();
  await page.getByRole("button", { name: "Pause" }).click();
  await send(space, numbered(1, 2));
  await page.getByRole("button", { name: "Resume 2" }).click();
  await expect.poll(() => shownPairs(page)).toEqual(["n 2", "n 1"]);
});
