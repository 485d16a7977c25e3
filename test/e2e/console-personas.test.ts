import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { forGold, layHomepage, type Must, mustOf } from "../helpers/homepage.ts";

let app: TestConsole;
let space: TestSpace;
let must: Must;
const base = () => `/v2/spaces/${space.key}`;

beforeAll(async () => {
  app = await sharedConsole();
  must = mustOf(app.server);
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A Banner for gold members, and another for everybody else. */
async function cinema(): Promise<void> {
  space = await layHomepage(app, forGold({ enabled: true, data: { headline: "Hello" } }));
}

const goldPersona = () =>
  must("POST", `${base()}/personas`, { name: "Gold member", user: { fields: { plan: "gold" } } });
const persona = async (key: string) => must("GET", `${base()}/personas/${key}`);
const until = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { interval: 100 }).toEqual(wanted);
const expectation = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

describe("Personas", () => {
  it("expects what they get, and shows the difference once a Tribe changes", async () => {
    await cinema();
    await goldPersona();
    const page = await app.open(space, "personas/gold-member");
    await page.getByRole("button", { name: "Expect what they get now in Development" }).click();
    const banner = expectation(page, "by scenario");
    await banner.getByText("Met", { exact: true }).waitFor();
    await expect
      .poll(() => banner.getByRole("group").innerText())
      .toMatch(/Banner\s*is\s*on\s*, by scenario\s*For gold\s*, with headline\s*Hi, Gold/);
    await until(async () => (await persona("gold-member")).expected.tribes.length, 1);
    await must("PATCH", `${base()}/tribes/gold-members`, {
      rules: { field: "plan", op: "equals", value: "platinum" },
    });
    await banner.getByText('homepage.banner /data/headline: expected "Hi, Gold", got "Hello"').waitFor();
    await expectation(page, "Gold members").getByText("expected in it, got not in it").waitFor();
    await page.getByRole("button", { name: "Why Gold members" }).click();
    const panel = page.getByRole("complementary", { name: "Why: Gold members" });
    await panel.getByText("their plan equals platinum").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await panel.getByRole("button", { name: "Close reasons" }).click();
    await page.getByRole("link", { name: "Personas" }).first().click();
    await page.getByText("1 of 1 fail in Development").waitFor();
    await page.getByRole("cell", { name: "3 differences" }).first().waitFor();
  });

  it("edits an expectation word by word, and takes it back", async () => {
    await cinema();
    await goldPersona();
    const page = await app.open(space, "personas/gold-member");
    await page.getByRole("button", { name: "Add an expectation" }).click();
    await page.getByRole("option", { name: /Banner/ }).click();
    await page.getByRole("button", { name: "headline: Hi, Gold" }).click();
    await page.getByRole("textbox", { name: "Expected headline" }).fill("Hi, you");
    await page.getByRole("button", { name: "Expect this" }).click();
    await page.getByText('expected "Hi, you", got "Hi, Gold"').waitFor();
    await page.getByRole("button", { name: "Scenario: For gold" }).click();
    await page.getByRole("menuitemradio", { name: "not checked" }).click();
    await until(async () => (await persona("gold-member")).expected.experiences[0].scenario, undefined);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await until(async () => (await persona("gold-member")).expected.experiences[0].data, {
      headline: "Hi, Gold",
    });
    await page.getByText("All changes saved").waitFor();
  });

  it("puts what a Section is expected to show in order, by keyboard and by mouse", async () => {
    await cinema();
    await must("POST", `${base()}/collections/homepage/sections`, {
      name: "Body",
      typeIds: ["hero"],
      experiences: ["Promo", "Teaser", "News"].map((name) => ({
        name,
        typeId: "hero",
        scenarios: [{ name: "Default", serve: { enabled: true } }],
      })),
      scenarios: [{ name: "Default", serve: { enabled: true, children: ["promo", "teaser", "news"] } }],
    });
    await must("POST", `${base()}/collections/homepage/publications`, { environment: "development" });
    const children = ["promo", "teaser", "news"];
    await must("POST", `${base()}/personas`, {
      name: "Gold member",
      expected: { tribes: [], experiences: [{ experience: "homepage.body", children }] },
    });
    const page = await app.open(space, "personas/gold-member");
    await page.getByRole("button", { name: "What is in it: Promo, Teaser, News" }).focus();
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Expected in it, in order" });
    const order = async () =>
      (await list.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\W+/g, ""));
    await until(order, ["1Promo", "2Teaser", "3News"]);
    await list.getByRole("button", { name: "Move Promo" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await until(order, ["1Teaser", "2Promo", "3News"]);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.getByText("Promo is at place 3 of 3.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Promo stays at place 2 of 3.").waitFor();
    await until(order, ["1Teaser", "2Promo", "3News"]);
    await list.getByRole("button", { name: "Move Promo" }).evaluate((grip) => {
      for (const code of ["Space", "ArrowUp", "ArrowDown", "ArrowUp", "Space"])
        grip.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
    });
    await until(order, ["1Promo", "2Teaser", "3News"]);
    const grip = (name: string) => list.getByRole("button", { name: `Move ${name}` });
    // A hand waits until what it takes hold of stands still, and lets go where it sees it lie.
    await grip("Promo").hover();
    const to = await grip("Promo").boundingBox();
    await grip("News").hover();
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 12, (to?.y ?? 0) + 8, { steps: 8 });
    await page.getByText("News is at place 1 of 3.").waitFor();
    await page.mouse.up();
    await until(order, ["1News", "2Promo", "3Teaser"]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    const made = (await must("GET", `${base()}/collections/homepage`)).sections[0].experiences;
    const idOf = (key: string) => made.find((one: { key: string }) => one.key === key).id;
    await until(
      async () => (await persona("gold-member")).expected.experiences[0].children,
      ["news", "promo", "teaser"].map(idOf),
    );
    await page.getByText("Not met").waitFor();
  });

  it("is made of a Tribe, and of a user, by keyboard alone", async () => {
    await cinema();
    await must("PUT", `${base()}/environments/development/users/ana`, {
      fields: { plan: "gold" },
      labels: ["vip"],
    });
    const drama = {
      name: "movie/watched",
      userId: "ana",
      metadata: { pair1: { key: "genre", value: "drama" } },
    };
    await app.track(space.apiKeys.development, [drama, drama]);
    const page = await app.open(space, "users/ana");
    await page.getByRole("link", { name: "New persona" }).focus();
    await page.keyboard.press("Enter");
    const name = page.getByRole("dialog", { name: "New persona" }).getByLabel("Name");
    await name.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Like ana" }).waitFor();
    expect(await persona("like-ana")).toMatchObject({
      user: { userId: "ana", fields: { plan: "gold" }, labels: ["vip"] },
      events: [{ name: "movie/watched", count: 2, metadata: { pair1: { key: "genre", value: "drama" } } }],
    });
    await page.goto(
      `${app.server.platformUrl}/spaces/${space.key}/development/personas/new?tribe=gold-members`,
    );
    await page.getByText("Expected to be in Gold members.").waitFor();
    await name.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("In gold");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "In gold" }).waitFor();
    await expectation(page, "Gold members").getByText("Not met").waitFor();
    await page.getByRole("button", { name: "Add a field" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Field name" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("plan");
    await page.getByRole("option", { name: /^plan/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("plan");
    await page.keyboard.type("gold");
    await expectation(page, "Gold members").getByText("Met", { exact: true }).waitFor();
  });

  it("reads the same to a screen reader", async () => {
    await cinema();
    await must("POST", `${base()}/personas`, {
      name: "Gold member",
      user: { fields: { plan: "gold" } },
      expected: { tribes: [{ tribe: "gold-members", member: false }], experiences: [] },
    });
    const page = await app.open(space, "personas/gold-member");
    const words = 'Tribe "Gold members": expected not in it, got in it';
    await page.getByText(words).waitFor();
    await page.getByRole("group", { name: "Expected of Gold members" }).waitFor();
    await page.getByRole("button", { name: "Expect what they get now in Development" }).waitFor();
    expect(
      await page.getByRole("region", { name: "What they should get" }).ariaSnapshot(),
    ).toMatchInlineSnapshot(`
      "- region "What they should get":
        - heading "What they should get" [level=2]
        - 'button "When: now"': now
        - button "Expect what they get now in Development"
        - list:
          - listitem:
            - text: Not met
            - group "Expected of Gold members":
              - 'button "Membership: Not in"': Not in
              - text: Gold members
            - paragraph: "Tribe \\"Gold members\\": expected not in it, got in it"
            - button "Why Gold members": Why
            - button "Expect nothing of Gold members"
        - button "Add an expectation""
    `);
  });
});
