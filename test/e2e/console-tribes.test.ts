import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { withCrowdedSeed } from "../helpers/crowded-seed.ts";
import { keepToasts } from "../helpers/toasts.ts";

let console: TestConsole;

beforeAll(async () => {
  console = await withCrowdedSeed(2000, (seed) => ownConsole(["--seed", seed]));
});
afterAll(() => console?.close());
beforeEach(async () => {
  await Promise.allSettled([
    fetch(`${console.server.platformUrl}/healthz`),
    fetch(`${console.server.sdkUrl}/healthz`),
  ]);
});
afterEach(async () => expect(await console.verify(), "what pages did wrong").toEqual([]));

const movies = (genre: string, n: number, userId = "ana-ribeiro") =>
  Array.from({ length: n }, () => ({
    name: "movie/watched",
    userId,
    metadata: { pair1: { key: "genre", value: genre } },
  }));

const watchedDramas = (value: number) => ({
  event: "movie/watched",
  count: { op: "moreThan", value },
  window: { last: { days: 7 } },
  where: [{ key: "genre", op: "equals", value: "drama" }],
});

async function makeTribe(space: TestSpace, name: string, rules: object) {
  const made = await console.server.api("POST", `/v2/spaces/${space.key}/tribes`, { name, rules });
  expect(made.status).toBe(201);
  return made.body;
}
const readTribe = async (space: TestSpace, key: string) =>
  (await console.server.api("GET", `/v2/spaces/${space.key}/tribes/${key}`)).body;
const reachOf = async (space: TestSpace, key: string) =>
  (await console.server.api("GET", `/v2/spaces/${space.key}/tribes/${key}/reach?environment=development`))
    .body.matched;

/** What a line says, without marks and what only adds. */
const said = async (page: Page) =>
  (await page.locator(".rule:not(.add)").all()).reduce<Promise<string[]>>(async (before, row) => {
    const numeral = ((await row.locator(".gutter").textContent()) ?? "").replace(/\*[\s\S]*/, "").trim();
    const words = ((await row.locator(".rule-say").textContent()) ?? "").replace(/\s+/g, " ").trim();
    return [...(await before), `${numeral} ${words}`.trim()];
  }, Promise.resolve([]));

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  );
const focusIsOn = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);
async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key);
}
/** Types into the field that has the focus and takes what is offered first, once it is this. */
async function take(page: Page, text: string, option: RegExp) {
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(text);
  await page.getByRole("option", { name: option, selected: true }).waitFor();
  await page.keyboard.press("Enter");
}
const rowCount = (page: Page) => page.locator(".tribe-table tbody tr").count();
const saveIsOff = (page: Page) =>
  expect.poll(() => page.getByRole("button", { name: "Save Tribe" }).isDisabled()).toBe(true);

describe("build a Tribe", () => {
  it("“3 dramas in 7 days” by keyboard only, and it decides", async () => {
    const space = await console.newSpace();
    await console.track(space.apiKeys.development, [...movies("drama", 2), ...movies("comedy", 1)]);
    const page = await console.open(space, "overview");
    await press(page, "g", "t");
    await page.getByRole("heading", { name: "No Tribe yet" }).waitFor();
    await press(page, "n");
    await page.getByLabel("Name").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Drama fans");
    await press(page, "Tab", "Tab", "Tab");
    await focusIsOn(page, "Add condition");
    await press(page, "Enter");
    await take(page, "watched", /movie\/watched/);
    await focusIsOn(page, "How often: at least once");

    // How often: the second of the menu. Then how many times, to the right of it.
    await press(page, "Enter");
    await page.locator("[role=menu]:focus-within").waitFor();
    await press(page, "ArrowDown");
    await page
      .getByRole("menuitemradio", { name: "at least", exact: true })
      .and(page.locator(":focus"))
      .waitFor();
    await press(page, "Enter");
    await focusIsOn(page, "How often: at least");
    await press(page, "ArrowRight");
    await focusIsOn(page, "How many times: 1");
    await press(page, "Enter");
    await page.getByRole("spinbutton", { name: "How many times" }).and(page.locator(":focus")).waitFor();
    await press(page, "3", "Enter");
    await focusIsOn(page, "How many times: 3");

    // The window is 7 days already; what comes after it adds a filter.
    await press(page, "ArrowRight", "ArrowRight");
    await focusIsOn(page, "Add a filter");
    await press(page, "Enter");
    await page.getByRole("option", { name: /genre/, selected: true }).waitFor();
    await press(page, "Enter");
    // The keys go away a moment after the values are there, and had the same word beside them.
    await page.getByRole("option", { name: /^genre/ }).waitFor({ state: "detached" });
    await take(page, "drama", /^drama/);
    await expect
      .poll(() => said(page))
      .toEqual([
        "A user or visitor is in this Tribe when all of these are true:",
        "1 They did movie/watched at least 3 times in the last 7 days, where genre equals drama second filter",
      ]);
    await page.getByText("One more match by").waitFor();
    await press(page, "Control+s");
    await page.waitForURL(/\/tribes\/drama-fans/);
    await expect
      .poll(async () => (await readTribe(space, "drama-fans")).rules)
      .toEqual({ all: [{ ...watchedDramas(2), count: { op: "atLeast", value: 3 }, did: true }] });
    await expect.poll(() => reachOf(space, "drama-fans")).toEqual({ users: 0, visitors: 0 });
    await console.track(space.apiKeys.development, movies("drama", 1));
    await page.getByText("They are in this Tribe.").waitFor();
    await expect.poll(() => reachOf(space, "drama-fans")).toEqual({ users: 1, visitors: 0 });
  });

  it("starts from an event of the viewer", async () => {
    const space = await console.newSpace();
    await console.track(space.apiKeys.development, movies("drama", 1));
    const page = await console.open(space, "tribes/new?event=movie/watched&where=genre:drama");
    await expect
      .poll(() => said(page))
      .toContain(
        "1 They did movie/watched at least once in the last 7 days, where genre equals drama second filter",
      );
    await page.getByLabel("Name").fill("Drama");
    await page.getByRole("button", { name: "Save Tribe" }).click();
    await page.waitForURL(/\/tribes\/drama$/);
    await expect.poll(() => reachOf(space, "drama")).toEqual({ users: 1, visitors: 0 });
  });
});

describe("edit a Tribe", () => {
  it("shows whom the edit brings in before it is saved, survives a reload, and saves", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Drama fans", watchedDramas(2));
    await console.track(space.apiKeys.development, [
      ...movies("drama", 3),
      ...movies("drama", 2, "jonas-weber"),
    ]);
    const page = await console.open(space, "tribes/drama-fans?as=known:jonas-weber");
    const reach = page.getByRole("region", { name: "Reach" });
    await expect.poll(() => reach.innerText()).toContain("1\nof 2");
    await page.getByText("One more match by").waitFor();
    await page.getByRole("button", { name: "How many times: 2" }).click();
    await page.getByRole("spinbutton", { name: "How many times" }).fill("1");
    await page.keyboard.press("Enter");
    await expect.poll(() => reach.innerText()).toContain("2\nof 2\n+1");
    await expect
      .poll(() => page.getByRole("region", { name: "Who this edit adds" }).innerText())
      .toContain("jonas-weber");
    await page.getByText("Changed by this edit").waitFor({ state: "attached" });
    const events = page.getByRole("region", { name: "Events that would count" });
    await expect.poll(() => events.locator(".is-counted").count()).toBe(2);

    await page.reload();
    await page.getByRole("button", { name: "How many times: 1" }).waitFor();
    expect((await readTribe(space, "drama-fans")).rules.count.value).toBe(2);
    await page.getByRole("button", { name: "Save Tribe" }).click();
    await expect.poll(async () => (await readTribe(space, "drama-fans")).rules.count.value).toBe(1);
    await saveIsOff(page);
  });

  it("moves conditions in and out of groups by keyboard, and takes it all back", async () => {
    const space = await console.newSpace();
    const labels = ["a", "b", "c"].map((label) => ({ label }));
    await makeTribe(space, "Nested", { all: [labels[0], { any: [labels[1], labels[2]] }] });
    const page = await console.open(space, "tribes/nested");
    const start = [
      "A user or visitor is in this Tribe when all of these are true:",
      "1 They have the label a",
      "2 Any of these is true: condition",
      "2.1 They have the label b",
      "2.2 They have the label c",
    ];
    await expect.poll(() => said(page)).toEqual(start);
    await page.getByRole("button", { name: "Label: a" }).focus();
    await press(page, "Alt+ArrowRight");
    const moved = [
      "A user or visitor is in this Tribe when all of these are true:",
      "1 Any of these is true: condition",
      "1.1 They have the label a",
      "1.2 They have the label b",
      "1.3 They have the label c",
    ];
    await expect.poll(() => said(page)).toEqual(moved);
    await focusIsOn(page, "Whether they have it: have");
    await press(page, "Alt+ArrowDown");
    await expect
      .poll(() => said(page))
      .toEqual([
        ...moved.slice(0, 2),
        "1.1 They have the label b",
        "1.2 They have the label a",
        "1.3 They have the label c",
      ]);
    await focusIsOn(page, "Whether they have it: have");
    await press(page, "Alt+ArrowLeft");
    await expect
      .poll(() => said(page))
      .toEqual([
        moved[0],
        "1 Any of these is true: condition",
        "1.1 They have the label b",
        "1.2 They have the label c",
        "2 They have the label a",
      ]);
    await press(page, "Control+z", "Control+z");
    await expect.poll(() => said(page)).toEqual(moved);
    await press(page, "Control+Shift+z", "Control+z", "Control+z");
    await expect.poll(() => said(page)).toEqual(start);

    await page.getByRole("button", { name: "Label: a" }).focus();
    await press(page, "Delete");
    await expect.poll(() => said(page)).not.toEqual(start);
    await focusIsOn(page, "How many must be true: Any");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => said(page)).toEqual(start);
    await saveIsOff(page);
  });

  it("takes back a deletion and nothing else, and not in the next Tribe", async () => {
    const space = await console.newSpace();
    const page = await console.open(space, "tribes/new?event=movie%2Fwatched");
    await page.getByRole("textbox", { name: "Name" }).fill("Film fans");
    const label = async (name: string) => {
      await page.getByRole("button", { name: "Add condition" }).click();
      await page.getByRole("combobox").fill(name);
      await page.getByRole("option", { name: /label, as typed/ }).click();
      await page.getByRole("button", { name: `Label: ${name}` }).waitFor();
      // The focus goes to the new line by itself, a moment later than it is there.
      await focusIsOn(page, "Whether they have it: have");
    };
    await label("vip");
    await keepToasts(page);
    await page.getByRole("button", { name: "Event: movie/watched" }).focus();
    await press(page, "Delete");
    await label("new");
    await page.getByText("Deleted “They did movie/watched").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(async () => (await said(page)).slice(1).map((line) => line.slice(0, 24)))
      .toEqual(["1 They did movie/watched", "2 They have the label vi", "3 They have the label ne"]);
    await page.getByRole("button", { name: "Label: new" }).focus();
    await press(page, "Delete");
    await page.getByRole("button", { name: "Save Tribe" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Film fans" }).waitFor();
    // The button is switched off now: the focus is beside it, not at the top of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await expect.poll(() => page.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  });

  it("leads to an event where none was seen, and to one that has only just come", async () => {
    const space = await console.newSpace();
    const page = await console.open(space, "tribes/new");
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.getByRole("option", { name: /An event…/ }).click();
    await focusIsOn(page, "Event");
    await page.keyboard.press("Escape");
    await console.track(space.apiKeys.development, movies("drama", 2));
    await page.getByRole("button", { name: "Event: to be filled in" }).click();
    await page.getByRole("option", { name: /movie\/watched/ }).click();
    await page.getByRole("button", { name: "Event: movie/watched" }).waitFor();
  });

  it("puts a Tribe that was begun aside when another is started from an event, with a way back", async () => {
    const space = await console.newSpace();
    const page = await console.open(space, "tribes/new");
    await page.getByRole("textbox", { name: "Name" }).fill("My precious draft");
    await page.goto(`${page.url()}?event=movie%2Fwatched`);
    await page.getByText("Left unsaved: “My precious draft”.").waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Event: movie/watched" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Go on with “My precious draft”" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Name" }).inputValue())
      .toBe("My precious draft");
  });

  it("says what is wrong at its place, and that a Tribe would lead back to itself", async () => {
    const space = await console.newSpace();
    const first = await makeTribe(space, "First", { label: "a" });
    await makeTribe(space, "Second", { tribe: first.id });
    const page = await console.open(space, "tribes/first");
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.getByRole("option", { name: /Second/ }).click();
    await page.getByText("leads back to this Tribe: First → Second → First").waitFor();
    await saveIsOff(page);
    await focusIsOn(page, "Whether they are in it: in");
    await press(page, "Delete");
    await page.getByRole("button", { name: "Add condition" }).click();
    await page.getByRole("combobox").fill("plan");
    await page.getByRole("option", { name: /plan.*field, as typed/ }).click();
    await page.getByText("The value must name at least one.").waitFor();
    await page.getByRole("combobox", { name: "Value" }).fill("34");
    await page.getByRole("option", { name: /34.*number/ }).click();
    await page.getByText("The value must name at least one.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save Tribe" }).click();
    await expect
      .poll(async () => (await readTribe(space, "first")).rules)
      .toEqual({ all: [{ label: "a" }, { field: "plan", op: "in", value: [34] }] });
  });

  it("offers both versions when it was saved elsewhere meanwhile", async () => {
    const space = await console.newSpace();
    const made = await makeTribe(space, "Fans", { label: "a" });
    const page = await console.open(space, "tribes/fans");
    await page.getByRole("button", { name: "Label: a" }).click();
    await page.getByRole("combobox").fill("mine");
    await page.keyboard.press("Enter");
    await console.server.api("PATCH", `/v2/spaces/${space.key}/tribes/${made.id}`, {
      rules: { label: "theirs" },
    });
    await page.getByRole("button", { name: "Save Tribe" }).click();
    const choice = page.getByRole("dialog", { name: "Fans was changed elsewhere" });
    await expect.poll(() => choice.innerText()).toContain("They have the label theirs");
    expect(await axeFindings(page)).toEqual([]);
    await choice.getByRole("button", { name: "Keep yours" }).click();
    await expect.poll(async () => (await readTribe(space, "fans")).rules).toEqual({ label: "mine" });
  });
});

describe("whoever looks, and whatever happens", () => {
  it("is words without blanks for a viewer, who is told why", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Fans", { all: [{ label: "vip" }, { field: "plan", op: "in", value: ["gold"] }] });
    const page = await console.open(space, "overview");
    await page.route("**/v2/me", async (route) => {
      const answer = await route.fetch();
      const me = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...me, organizations: me.organizations.map((org: object) => ({ ...org, role: "viewer" })) },
      });
    });
    await page.goto(`${console.server.platformUrl}/spaces/${space.key}/development/tribes/fans`);
    await page.getByText("ask an owner for the role of editor").waitFor();
    await expect
      .poll(() => said(page))
      .toEqual([
        "A user or visitor is in this Tribe when all of these are true:",
        "1 They have the label vip",
        "2 Their plan is any of gold",
      ]);
    expect(await page.locator(".rules button").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Save Tribe" }).count()).toBe(0);
    await page.goto(`${console.server.platformUrl}/spaces/${space.key}/development/tribes`);
    await page.getByRole("row", { name: /Fans/ }).waitFor();
    expect(await page.getByRole("button", { name: "New Tribe" }).count()).toBe(0);
  });

  it("keeps the edit while the server does not answer, and saves it then", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Fans", { label: "a" });
    const page = await console.open(space, "tribes/fans");
    await page.getByRole("button", { name: "Label: a" }).click();
    await page.getByRole("combobox").fill("mine");
    await page.keyboard.press("Enter");
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByRole("button", { name: "Save Tribe" }).click();
    await page.getByText("Not saved yet: kept here and tried again").waitFor();
    await page.unroute("**/v2/**");
    await expect.poll(async () => (await readTribe(space, "fans")).rules).toEqual({ label: "mine" });
  });

  it("becomes a new Tribe where it was deleted elsewhere while it was edited", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Fans", { label: "a" });
    const page = await console.open(space, "tribes/fans");
    await page.getByRole("button", { name: "Label: a" }).click();
    await page.getByRole("combobox").fill("mine");
    await page.keyboard.press("Enter");
    await page.getByText("Edited, not saved").waitFor();
    await console.server.api("DELETE", `/v2/spaces/${space.key}/tribes/fans`);
    await page.getByRole("heading", { name: "Fans was deleted elsewhere" }).waitFor();
    await page.getByRole("region", { name: "Your edit" }).getByText("mine").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save as a new Tribe" }).click();
    await page.getByRole("button", { name: "Save Tribe" }).waitFor();
    await expect.poll(async () => (await readTribe(space, "fans")).rules).toEqual({ label: "mine" });
  });

  it("is tried as a persona, with the reasons and the events of theirs that count", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Drama fans", watchedDramas(2));
    const persona = {
      name: "Nearly there",
      events: [
        {
          name: "movie/watched",
          ago: { days: 2 },
          count: 2,
          metadata: { pair1: { key: "genre", value: "drama" } },
        },
      ],
    };
    await console.server.api("POST", `/v2/spaces/${space.key}/personas`, persona);
    const page = await console.open(space, "tribes/drama-fans?as=persona:nearly-there");
    await page.getByText("One more match by").waitFor();
    await expect.poll(() => page.locator(".rule .verdict").first().textContent()).toContain("2 counted");
    const events = page.getByRole("region", { name: "Events that would count" });
    await expect.poll(() => events.locator(".is-counted").count()).toBe(2);
  });
});

describe("the list", () => {
  it("names what uses a Tribe instead of deleting it, and deletes what is free, with a way back", async () => {
    const space = await console.newSpace();
    const used = await makeTribe(space, "Used", { label: "a" });
    await makeTribe(space, "User", { tribe: used.id });
    const page = await console.open(space, "tribes");
    const act = async (name: string, what: string) => {
      await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    await act("Used", "Delete");
    const dialog = page.getByRole("dialog", { name: "“Used” is in use" });
    await dialog.getByRole("link", { name: "User" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
    await act("User", "Delete");
    await expect.poll(() => rowCount(page)).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rowCount(page)).toBe(2);

    await act("User", "Duplicate");
    await page.getByRole("link", { name: "User copy" }).waitFor();
    await act("User copy", "Rename…");
    await page.getByRole("dialog").getByLabel("Name").fill("Zed");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Zed" }).waitFor();
    await page.getByRole("searchbox", { name: "Find a Tribe" }).fill("label a");
    await expect.poll(() => rowCount(page)).toBe(1);
    await expect.poll(() => page.url()).toContain("q=label");
  });

  it("draws few of 2,000 rows, and leads to the last one by keyboard and by a search", async () => {
    const page = await console.open({ key: "crowded" }, "tribes");
    const rows = page.getByRole("row", { name: /Tribe \d{4}/ });
    const last = page.getByRole("link", { name: "Tribe 2000" });
    await page.getByRole("link", { name: "Tribe 0001" }).focus();
    await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("2001");
    expect(await last.count()).toBe(0);
    await page.keyboard.press("End");
    await focusIsOn(page, "Tribe 2000");
    await expect.poll(() => rows.last().getAttribute("aria-rowindex")).toBe("2001");
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await expect
      .poll(() => last.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight))
      .toBe(true);
    await press(page, "PageUp", "Home", "ArrowDown");
    await focusIsOn(page, "Tribe 0002");
    await press(page, "Tab", "Tab");
    await focusIsOn(page, "Tribe 0003");

    await page.getByRole("searchbox", { name: "Find a Tribe" }).pressSequentially("plan-2000");
    await page.getByText("1 of 2").waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => rows.first().innerText()).toContain("Tribe 2000");
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe("for everybody", () => {
  it("sorts a long list by reach, with those that were never on screen", async () => {
    const space = await console.newSpace();
    for (let at = 10; at < 30; at += 1) await makeTribe(space, `Empty ${at}`, { label: `nobody ${at}` });
    await makeTribe(space, "Yonder", { label: "vip" });
    const user = `/v2/spaces/${space.key}/environments/development/users/ana`;
    expect((await console.server.api("PUT", user, { labels: ["vip"] })).status).toBe(201);
    // A low window has few rows on screen, and few take no time to be counted.
    const page = await console.open(space, "tribes", { viewport: { width: 1280, height: 480 } });
    await page.getByRole("row", { name: /Empty 10/ }).waitFor();
    expect(await page.getByRole("row", { name: /Yonder/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Reach" }).click();
    await page.getByRole("row", { name: /Yonder/ }).waitFor();
    const listed = page.getByRole("row").filter({ has: page.getByRole("link") });
    await expect.poll(async () => (await listed.allInnerTexts())[0]).toMatch(/Yonder/);
    await expect.poll(() => page.getByText(/Sorted once all are counted/).count()).toBe(0);
  });

  it("reads as a list of sentences", async () => {
    const space = await console.newSpace();
    await makeTribe(space, "Fans", { all: [{ label: "vip" }, { any: [{ label: "a" }] }] });
    const page = await console.open(space, "tribes/fans");
    await page.getByText("Choose somebody").waitFor();
    await expect.poll(() => page.getByRole("list", { name: "Rule" }).ariaSnapshot()).toBe(snapshot.trim());
  });
});

const snapshot = `
- list "Rule":
  - listitem:
    - text: A
    - 'button "Who it is for: user or visitor"': user or visitor
    - text: is in this Tribe when
    - 'button "How many must be true: all"': all
    - text: "of these are true:"
  - listitem:
    - text: 1 They
    - 'button "Whether they have it: have"': have
    - text: the label
    - 'button "Label: vip"': vip
    - button "Actions for 1"
  - listitem:
    - text: "2"
    - 'button "How many must be true: Any"': Any
    - text: "of these is true:"
    - button "Add a condition to this group": condition
    - button "Actions for 2"
  - listitem:
    - text: 2.1 They
    - 'button "Whether they have it: have"': have
    - text: the label
    - 'button "Label: a"': a
    - button "Actions for 2.1"
  - listitem:
    - button "Add condition"
    - button "Add group"
`;
