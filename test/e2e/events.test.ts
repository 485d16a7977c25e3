import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { windowLimit } from "../../src/renderer/live/event-window.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { whileBusy } from "../helpers/keyboard.ts";
import { scrollRows } from "../helpers/scroll-rows.mjs";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const newSpace = () => app.newSpace();

/** Opens the Events page of a Space. */
const open = (space: TestSpace, query = "") => app.open(space, `events${query}`, { acceptDownloads: true });

const send = (space: TestSpace, events: readonly object[]) => app.track(space.apiKeys.development, events);

const numbered = (from: number, to: number, name = "movie/watched") =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    name,
    metadata: { pair1: { key: "n", value: String(from + i) } },
  }));

const pair = (key: string, value: string) => ({ metadata: { pair1: { key, value } } });

/** The pairs of the rows that are drawn, top to bottom. */
const shownPairs = (page: Page) => page.locator(".rows .pairs").allTextContents();
const rows = (page: Page) => page.locator(".rows .trow");
const names = (page: Page) => page.locator(".rows .event-name").allTextContents();
const box = (page: Page) => page.getByRole("combobox", { name: "Filter events by" });
const panel = (page: Page) => page.getByRole("complementary");

describe("events", () => {
  it("appear live and in order, newest on top", async () => {
    const space = await newSpace();
    const page = await open(space);
    await page.getByText("No event in Development yet").waitFor();
    for (let batch = 0; batch < 5; batch += 1) {
      await send(space, numbered(batch * 4 + 1, batch * 4 + 4));
    }
    const want = Array.from({ length: 20 }, (_, i) => `n ${20 - i}`);
    await expect.poll(() => shownPairs(page)).toEqual(want);
  });

  it("wait while paused, and none is lost on resume", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 3));
    const page = await open(space);
    await rows(page).first().waitFor();
    await page.keyboard.press("Space");
    await page.getByText(/^Paused at/).waitFor();
    await send(space, numbered(4, 217));
    await page.getByText("214 events wait above this line. None are dropped.").waitFor();
    expect(await shownPairs(page)).toEqual(["n 3", "n 2", "n 1"]);
    await page.getByRole("button", { name: "Resume 214" }).click();
    await expect.poll(async () => (await shownPairs(page))[0]).toBe("n 217");
    expect(await walkDown(page)).toEqual(Array.from({ length: 217 }, (_, i) => `n ${217 - i}`));
  });

  it("do not move under a reader who has scrolled down", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 300));
    const page = await open(space);
    await rows(page).first().waitFor();
    await page.getByRole("grid").evaluate((grid) => {
      grid.scrollTop = 1400;
    });
    const row = page.locator("#event-240");
    const before = await row.boundingBox();
    await send(space, numbered(301, 310));
    await page.getByRole("button", { name: "10 new" }).waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "10 new" }).click();
    await expect.poll(async () => (await shownPairs(page))[0]).toBe("n 310");
  });

  it("are all there when scrolled to, down through more than are held in memory, and up again", async () => {
    const space = await newSpace();
    const most = windowLimit + 1000;
    for (let from = 1; from <= most; from += 500) await send(space, numbered(from, from + 499));
    const page = await open(space);
    await page.setViewportSize({ width: 1280, height: 5000 });
    await rows(page).first().waitFor();
    const both = { oldest: 1, newest: most };
    const all = { seen: most, gaps: [] };
    expect(await page.evaluate(scrollRows, { down: true, ...both })).toEqual(all);
    await send(space, numbered(most + 1, most + 3));
    await page.getByRole("button", { name: "3 new" }).waitFor();
    expect(await page.evaluate(scrollRows, { down: false, ...both })).toEqual(all);
    // At the top it is live again by itself.
    await expect.poll(async () => (await shownPairs(page))[0]).toBe(`n ${most + 3}`);
  });

  it("are narrowed by name, by group and by status, in the address too", async () => {
    const space = await newSpace();
    const events = [
      { name: "movie/watched" },
      { name: "movie/paused" },
      { name: "title/opened" },
      { name: "no" },
    ];
    await send(space, events);
    const page = await open(space);
    await expect.poll(() => rows(page).count()).toBe(4);
    await box(page).fill("movie/*");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator(".rows .event-name").allTextContents())
      .toEqual(["movie/paused", "movie/watched"]);
    await send(space, [{ name: "title/opened" }, { name: "movie/started" }]);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole("button", { name: "Remove filter: event movie/*" }).click();
    await page.getByRole("radio", { name: "Rejected" }).click();
    await page.getByText("Refused: the name is not group/action").waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await box(page).fill("nothing/here");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show all events" }).click();
    await expect.poll(() => rows(page).count()).toBe(6);
  });

  it("open in a panel, and can be walked by keyboard alone", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 80));
    const page = await open(space);
    await rows(page).first().waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Event 79" });
    await panel.waitFor();
    await expect.poll(() => panel.textContent()).toContain("Accepted");
    await expect
      .poll(() => panel.getByLabel("Raw JSON", { exact: true }).textContent())
      .toContain('"sequence": 79');
    await page.keyboard.press("End");
    await page.getByRole("complementary", { name: "Event 1", exact: true }).waitFor();
    await page.keyboard.press("Home");
    await page.getByRole("complementary", { name: "Event 80" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("complementary").count()).toBe(0);
  });
});

describe("a user's tasks", () => {
  it("finds one user's events live, from any of them", async () => {
    const space = await newSpace();
    await send(space, [
      { name: "movie/started", userId: "bo" },
      { name: "movie/started" },
      { name: "movie/watched", userId: "bo" },
    ]);
    const page = await open(space);
    await rows(page).filter({ hasText: "bo" }).first().click();
    await panel(page).getByRole("button", { name: "Same user" }).click();
    await expect.poll(() => names(page)).toEqual(["movie/watched", "movie/started"]);
    await send(space, [{ name: "order/completed" }, { name: "order/completed", userId: "bo" }]);
    await expect.poll(() => names(page)).toEqual(["order/completed", "movie/watched", "movie/started"]);
    await expect.poll(() => new URL(page.url()).searchParams.get("userId")).toBe("bo");
  });

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

  it("types a time instead", async () => {
    const space = await newSpace();
    await send(space, [{ name: "a/b", time: "2026-01-05T10:00:00Z" }, { name: "c/d" }]);
    const page = await open(space);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
    await page.getByLabel("List events from").fill("2026-01-04T00:00:00");
    await page.getByLabel("to", { exact: true }).fill("2026-01-03T00:00:00");
    await page.getByText("This is before the first time.").waitFor();
    await page.getByLabel("to", { exact: true }).fill("2026-01-06T00:00:00");
    await page.getByRole("button", { name: "List this time" }).click();
    await expect.poll(() => names(page)).toEqual(["a/b"]);
    await page.getByRole("button", { name: "Remove filter: time" }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  it.each([
    ["?status=rejected&where=genre%3Adrama", "Their metadata is not read"],
    ["?to=2026-01-01T00%3A00%3A00Z", "none will come"],
    ["?name=movie%2Fnever", "appears here by itself"],
  ])("says why nothing matches %s", async (query, words) => {
    const space = await newSpace();
    const page = await open(space);
    await page.goto(`${page.url()}${query}`);
    await page.getByText(words).waitFor();
  });

  it("pins two and compares them, whatever the filter", async () => {
    const space = await newSpace();
    await send(space, [
      { name: "movie/watched", ...pair("genre", "drama") },
      { name: "movie/watched", ...pair("genre", "comedy") },
    ]);
    const page = await open(space);
    await rows(page).first().waitFor();
    await page.getByRole("grid").focus();
    for (const key of ["j", "p", "j", "p"]) await page.keyboard.press(key);
    await box(page).fill("nothing like it");
    await page.keyboard.press("Enter");
    await page.getByText("No kept event matches").waitFor();
    const pins = page.getByRole("region", { name: "Pinned events" });
    await pins.getByRole("row", { name: /metadata.genre comedy drama/ }).waitFor();
    expect(await pins.getByRole("row", { name: /differs metadata.genre/ }).count()).toBe(1);
    expect(await pins.getByRole("row", { name: /name movie\/watched/ }).textContent()).not.toContain(
      "differs",
    );
    await pins.getByRole("button", { name: "Unpin all" }).click();
    await expect.poll(() => pins.count()).toBe(0);
  });

  it("exports what the filter finds, as CSV", async () => {
    const space = await newSpace();
    await send(space, [...numbered(1, 300), ...numbered(1, 5, "title/opened")]);
    const page = await open(space, "?name=movie/*");
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    const said = page.getByText("300 events exported").waitFor();
    await page.getByRole("menuitem", { name: /CSV/ }).click();
    const [saved] = await Promise.all([download, said]);
    // It is a message that goes, not words that stay beside the button.
    expect(await page.getByRole("main").getByText("exported").count()).toBe(0);
    const file = await saved.path();
    const lines = (await readFile(file, "utf8")).trimEnd().split("\r\n");
    expect(lines.length).toBe(301);
    expect(lines[1]).toMatch(/^1,.*,movie\/watched,.*,n,1,/);
  });

  it("opens the event of an address, and keeps the open one there", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 300));
    const page = await open(space, "?event=17");
    await page.getByRole("complementary", { name: "Event 17" }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Home");
    await page.waitForURL(/event=300/);
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("keeps what is pressed open where the event of the address is found later", async () => {
    const space = await newSpace();
    await send(space, numbered(1, 3));
    const page = await open(space);
    let find = () => {};
    const found = new Promise<void>((done) => {
      find = done;
    });
    await page.route(/[?&]sequence=1&/, async (route) => {
      await found;
      await route.continue();
    });
    await page.goto(`${page.url()}?event=1`);
    await rows(page).first().click();
    await page.getByRole("complementary", { name: "Event 3" }).waitFor();
    const answered = page.waitForResponse(/[?&]sequence=1&/);
    find();
    await (await answered).finished();
    await page.waitForURL(/event=3/);
    expect(await page.getByRole("complementary", { name: "Event 3" }).count()).toBe(1);
  });

  it("chooses columns, which are remembered", async () => {
    const space = await newSpace();
    await send(space, [{ name: "movie/watched", sessionId: "ses_42" }]);
    const page = await open(space);
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Session" }).click();
    await page.getByRole("menuitemcheckbox", { name: "SDK" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await rows(page).first().waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual(["No.", "Received", "Event", "Who", "Session", "Metadata"]);
    await page.getByRole("gridcell", { name: "ses_42" }).waitFor();
  });

  it("goes on to a Tribe with the event's name and pairs", async () => {
    const space = await newSpace();
    await send(space, [{ name: "movie/watched", ...pair("genre", "drama & co") }]);
    const page = await open(space);
    await rows(page).first().click();
    const link = panel(page).getByRole("link", { name: "Build a Tribe from this event" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toBe(`/spaces/${space.key}/development/tribes/new?event=movie%2Fwatched&where=genre%3Adrama+%26+co`);
    await expect
      .poll(() => panel(page).getByRole("link", { name: "Open user" }).getAttribute("href"))
      .toMatch(/\/users\/ana-ribeiro$/);
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
    expect(await walkDown(page)).toEqual(Array.from({ length: 40 }, (_, i) => `n ${40 - i}`));
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
  for (let tab = 0; tab < 8; tab += 1) {
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

it("is a page of named parts", async () => {
  const space = await newSpace();
  await send(space, [{ name: "movie/watched", userId: "ana", ...pair("genre", "drama") }]);
  const page = await open(space, "?where=genre:drama");
  await rows(page).first().waitFor();
  // The chart's counts come after the rows.
  const counted = /^Events from .*: 1 accepted, 0 rejected, at most 1 in 10 s\.$/;
  await page.getByRole("figure", { name: counted }).waitFor();
  const snapshot = await page.getByRole("main").ariaSnapshot();
  for (const part of [
    '- heading "Events" [level=1]',
    '- button "Columns"',
    '- button "Export"',
    '- button "Record"',
    '- button "Replay…"',
    '- search "Filter events"',
    '- combobox "Filter events by"',
    '- radiogroup "Status"',
    '- region "Events over time"',
    '- grid "Events"',
    '- columnheader "Metadata"',
    '- gridcell "movie/watched"',
    '- gridcell "genre drama"',
  ])
    expect(snapshot).toContain(part);
  expect(snapshot).toMatch(/figure "?Events from .*: 1 accepted, 0 rejected, at most 1 in 10 s\./);
});

/** Scrolls from the top to the end and gives every row's pairs, once each. */
async function walkDown(page: Page): Promise<string[]> {
  const seen = new Map<string, string>();
  const grid = page.getByRole("grid");
  for (let top = 0; ; top += 400) {
    const at = await grid.evaluate((element, to) => {
      element.scrollTop = to;
      return element.scrollTop;
    }, top);
    // Drawn only once the row at the top of the view is there (a row is 28 px; aria-rowindex counts the head).
    await page.locator(`.rows [aria-rowindex="${Math.floor(at / 28) + 2}"]`).waitFor();
    const drawn = await rows(page).evaluateAll((all) =>
      all.map((row) => [row.id, row.querySelector(".pairs")?.textContent ?? ""] as const),
    );
    for (const [id, pairs] of drawn) seen.set(id, pairs);
    const end = await grid.evaluate(
      (element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1,
    );
    if (end) break;
  }
  const bySequence = ([a]: [string, string], [b]: [string, string]) =>
    Number(b.slice(6)) - Number(a.slice(6));
  return [...seen.entries()].sort(bySequence).map(([, pairs]) => pairs);
}
