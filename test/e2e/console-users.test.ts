import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { forGold, layHomepage, type Must, mustOf } from "../helpers/homepage.ts";

let app: TestConsole;
let space: TestSpace;
let must: Must;
const base = () => `/v2/spaces/${space.key}`;
const users = (environment = "development") => `${base()}/environments/${environment}/users`;

beforeAll(async () => {
  app = await sharedConsole();
  must = mustOf(app.server);
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A Banner for gold members alone, and three people. */
async function cinema(): Promise<void> {
  space = await layHomepage(app, forGold({ enabled: false }));
  await must("PUT", `${users()}/ana-ribeiro`, { fields: { plan: "gold", age: 34 }, labels: ["vip"] });
  await must("PUT", `${users()}/mei-tanaka`, { fields: { plan: "silver" }, labels: [] });
  await must("POST", users(), { id: "tv-in-the-lobby", kind: "visitor" });
}

const userOf = async (id: string) => must("GET", `${users()}/${id}`);
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const until = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { interval: 100 }).toEqual(wanted);

describe("Users", () => {
  it("narrows and orders the list by what the address says", async () => {
    await cinema();
    const page = await app.open(space, "users");
    await page.getByText("2 users, 1 visitor").waitFor();
    await page.getByRole("radio", { name: "Visitors" }).click();
    await page.getByText("0 users, 1 visitor").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?kind=visitor");
    await page.getByRole("radio", { name: "All" }).click();
    await page.getByRole("button", { name: "Tribe" }).click();
    await page.getByRole("option", { name: "Gold members" }).click();
    await page.getByText("1 user, 0 visitors").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?tribe=gold-members");
    await page.getByRole("button", { name: "Remove Tribe: Gold members" }).click();
    // The Tribe had one user too: only with everybody back is that of silver a new answer.
    await page.getByText("2 users, 1 visitor").waitFor();
    await page.getByRole("searchbox", { name: "Find users" }).fill("silver");
    await page.getByText("1 user, 0 visitors").waitFor();
    await row(page, "mei-tanaka").waitFor();
    await page.getByRole("searchbox", { name: "Find users" }).fill("nobody like this");
    await page.getByRole("button", { name: "Show everybody" }).click();
    await page.getByText("2 users, 1 visitor").waitFor();
    await page.getByRole("button", { name: "Created" }).click();
    await page.waitForURL(/sort=createdAt&order=desc/);
    await expect
      .poll(() => page.getByRole("columnheader", { name: "Created" }).getAttribute("aria-sort"))
      .toBe("descending");
    await row(page, "mei-tanaka").waitFor();
  });

  it("tells why a user does not get a Banner, and a field fixes it", async () => {
    await cinema();
    const page = await app.open(space, "users/mei-tanaka");
    await page.getByRole("button", { name: "Banner" }).click();
    const panel = page.getByRole("complementary", { name: "Why homepage.banner" });
    await panel.getByText("is off, by scenario 2, Default").waitFor();
    await panel.getByText("plan is “silver”").waitFor();
    await expect.poll(() => panel.getByText("To match their plan equals gold").count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("textbox", { name: "plan" }).fill("gold");
    await panel.getByText("is on, by scenario 1, For gold").waitFor();
    await until(async () => (await userOf("mei-tanaka")).fields, { plan: "gold" });
    await panel.getByRole("button", { name: "Close reasons" }).click();
    await page.getByRole("button", { name: "Gold members in it" }).waitFor();
  });

  it("edits fields and labels in place, and takes the edits back", async () => {
    await cinema();
    const page = await app.open(space, "users/ana-ribeiro");
    await page.getByRole("textbox", { name: "age" }).fill("35");
    await until(async () => (await userOf("ana-ribeiro")).fields.age, 35);
    await page.getByRole("button", { name: "Remove the label vip" }).click();
    await page.getByRole("button", { name: "Add a label" }).click();
    await page.getByRole("combobox", { name: "Label" }).fill("press");
    await page.keyboard.press("Enter");
    await until(async () => (await userOf("ana-ribeiro")).labels, ["press"]);
    await page.getByRole("button", { name: "Remove the field plan" }).click();
    await until(async () => (await userOf("ana-ribeiro")).fields, { age: 35 });
    await page.keyboard.press("Control+z");
    await until(async () => (await userOf("ana-ribeiro")).fields, { plan: "gold", age: 35 });
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await until(async () => (await userOf("ana-ribeiro")).labels, ["vip"]);
    await page.getByText("All changes saved").waitFor();
  });

  it("follows what a user does, and what they get with it", async () => {
    await cinema();
    const page = await app.open(space, "users/ana-ribeiro");
    await page.getByText("No events yet").waitFor();
    await app.track(space.apiKeys.development, [
      { name: "movie/watched", metadata: { pair1: { key: "genre", value: "drama" } } },
    ]);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("link", { name: /movie\/watched.*genre drama/ }).click();
    await page.waitForURL(/events\?userId=ana-ribeiro&event=\d+/);
    await page.getByRole("complementary", { name: /^Event/ }).waitFor();
  });

  it("deletes a user after the undo, and brings them back with it", async () => {
    await cinema();
    const page = await app.open(space, "users/ana-ribeiro");
    const remove = async () => {
      await page.getByRole("button", { name: "More for ana-ribeiro" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
    };
    await remove();
    await row(page, "mei-tanaka").waitFor();
    await expect.poll(() => row(page, "ana-ribeiro").count()).toBe(0);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await row(page, "ana-ribeiro").click();
    await page.getByRole("heading", { level: 1, name: "ana-ribeiro" }).waitFor();
    await remove();
    await until(async () => (await app.server.api("GET", `${users()}/ana-ribeiro`)).status, 404);
    await page.getByText("1 user, 1 visitor").waitFor();
  });

  it("takes a user from the list to a changed field by keyboard alone", async () => {
    await cinema();
    const page = await app.open(space, "users");
    await row(page, "mei-tanaka").waitFor();
    await page.getByRole("grid", { name: "Users" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "mei-tanaka" }).waitFor();
    await page.getByRole("button", { name: "Add a field" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Field name" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("country");
    await page.getByRole("option", { name: "country", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "country" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("country");
    await page.keyboard.type("JP");
    await until(async () => (await userOf("mei-tanaka")).fields, { plan: "silver", country: "JP" });
    await page.getByRole("button", { name: "Gold members not in it" }).focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Why not in Gold members" });
    await panel.getByText("To match their plan equals gold").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
      .toContain("Gold members");
  });

  it("reads the same to a screen reader", async () => {
    await cinema();
    const page = await app.open(space, "users/ana-ribeiro");
    // Before the Collections are read, their keys stand for the names.
    await page.getByRole("rowheader", { name: "Homepage", exact: true }).waitFor();
    await page.getByRole("button", { name: "Banner", exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "What they get" }).ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "What they get":
        - heading "What they get" [level=2]
        - text: published here, now
        - table "What they get":
          - rowgroup:
            - row "Homepage":
              - rowheader "Homepage"
            - 'row "Banner On: Hi, Gold by For gold"':
              - rowheader "Banner":
                - button "Banner"
              - 'cell "On: Hi, Gold by For gold"'"
    `);
    await page.getByRole("button", { name: "Gold members in it" }).waitFor();
    expect(await page.getByRole("region", { name: "Tribes" }).ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Tribes":
        - heading "Tribes" [level=2]
        - list:
          - listitem:
            - button "Gold members in it Why""
    `);
  });
});
