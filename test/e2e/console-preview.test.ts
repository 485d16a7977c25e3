import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { layHomepage, type Must, mustOf } from "../helpers/homepage.ts";

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

const day = 86_400_000;
const opens = new Date(Date.now() + 3 * day).toISOString();
const serve = (headline: string) => ({ enabled: true, data: { headline } });
const scenarios = (forFans: string) => [
  { name: "For drama fans", audience: { anyOf: ["drama-fans"] }, serve: serve(forFans) },
  { name: "Christmas", schedule: { from: opens }, serve: serve("Merry") },
  { name: "Default", serve: serve("Tonight") },
];
const dramaFans = {
  name: "Drama fans",
  rules: {
    event: "movie/watched",
    count: { op: "moreThan", value: 1 },
    window: { last: { days: 7 } },
    where: [{ key: "genre", op: "equals", value: "drama" }],
  },
};

/** A Banner for drama fans and from a date on for everybody, and a Section; published, then changed. */
async function cinema(): Promise<void> {
  space = await layHomepage(app, { tribe: dramaFans, scenarios: scenarios("One more?") });
  await must("POST", `${base()}/collections/homepage/sections`, {
    name: "Body",
    typeIds: ["hero"],
    experiences: [
      { key: "promo", name: "Promo", typeId: "hero" },
      { key: "teaser", name: "Teaser", typeId: "hero" },
    ],
    scenarios: [{ name: "Default", serve: { enabled: true, children: ["teaser", "promo"] } }],
  });
  await must("POST", `${base()}/collections/homepage/publications`, { environment: "development" });
  await must("PATCH", `${base()}/collections/homepage/experiences/banner`, {
    scenarios: scenarios("Another drama?"),
  });
  await must("PUT", `${base()}/environments/development/users/ana`, { fields: { plan: "gold" } });
}

const line = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

describe("Preview", () => {
  it("shows draft against published for somebody made up, and keeps them", async () => {
    await cinema();
    const page = await app.open(space, "preview");
    await line(page, "Banner").getByText("Tonight").first().waitFor();
    await page.getByRole("button", { name: "Add an event" }).click();
    await page.getByRole("combobox", { name: "Event name" }).fill("movie/watched");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "How often: 1" }).click();
    await page.getByRole("spinbutton", { name: "How often" }).fill("2");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Metadata of movie/watched" }).click();
    await page.getByRole("combobox", { name: "Key 1" }).fill("genre");
    await page.getByRole("combobox", { name: "Value 1" }).fill("drama");
    await page.keyboard.press("Enter");
    await line(page, "Banner").getByText("differs: headline").last().waitFor();
    await expect
      .poll(() => line(page, "Banner").getByRole("cell").allInnerTexts())
      .toEqual([
        expect.stringMatching(/One more\?[\s\S]*by For drama fans/),
        expect.stringMatching(/Another drama\?[\s\S]*by For drama fans/),
      ]);
    await page.reload();
    await line(page, "Banner").getByText("differs: headline").last().waitFor();
    await page.getByRole("button", { name: "Why in Drama fans" }).click();
    const panel = page.getByRole("complementary", { name: "Why: Drama fans" });
    await panel.getByText("2 counted").waitFor();
    const counted = panel.getByRole("list", { name: "Events counted" }).getByRole("listitem");
    await expect.poll(() => counted.count()).toBe(2);
  });

  it("lists a Section's Experiences in the order served", async () => {
    await cinema();
    const page = await app.open(space, "preview?compare=published-only");
    await line(page, "Body").waitFor();
    // Before the Collections are read, their keys stand for the names.
    await page.getByRole("rowheader", { name: "Homepage", exact: true }).waitFor();
    await expect
      .poll(() => page.locator(".served-name").allInnerTexts())
      .toEqual(["Banner", "Body", "Teaser", "Promo"]);
    expect(await page.getByRole("table", { name: "What they get" }).ariaSnapshot()).toMatchInlineSnapshot(`
      "- table "What they get":
        - rowgroup:
          - row "Homepage":
            - rowheader "Homepage"
          - 'row "Banner On: Tonight by Default"':
            - rowheader "Banner":
              - button "Banner"
            - 'cell "On: Tonight by Default"'
          - 'row "Body On: 2 Experiences: Teaser, Promo by Default"':
            - rowheader "Body":
              - button "Body"
            - 'cell "On: 2 Experiences: Teaser, Promo by Default"'
          - 'row "Teaser On: Welcome by Default"':
            - rowheader "Teaser":
              - button "Teaser"
            - 'cell "On: Welcome by Default"'
          - 'row "Promo On: Welcome by Default"':
            - rowheader "Promo":
              - button "Promo"
            - 'cell "On: Welcome by Default"'"
    `);
  });

  it("travels in time: a schedule opens", async () => {
    await cinema();
    const page = await app.open(space, "preview?user=ana&compare=published-only");
    await line(page, "Banner").getByText("Tonight").waitFor();
    await page.getByRole("button", { name: "Banner" }).click();
    const panel = page.getByRole("complementary", { name: "Why: Banner" });
    await panel.getByText(/wait until it opens/).waitFor();
    await panel.getByRole("button", { name: "Close reasons" }).click();
    await page.getByRole("button", { name: "When: now" }).click();
    for (let step = 0; step < 4; step += 1) {
      const before = page.url();
      await page.getByRole("button", { name: "+1 day" }).click();
      await page.waitForURL((url) => url.href !== before);
    }
    await line(page, "Banner").getByText("by Christmas").waitFor();
    await expect.poll(() => page.url()).toContain("at=");
    await page.getByRole("button", { name: "Now, by the platform clock" }).click();
    await line(page, "Banner").getByText("by Default").waitFor();
  });

  it("stays fresh when an event changes what somebody gets", async () => {
    await cinema();
    const page = await app.open(space, "preview?user=ana");
    await line(page, "Banner").getByText("Tonight").first().waitFor();
    const drama = {
      name: "movie/watched",
      userId: "ana",
      metadata: { pair1: { key: "genre", value: "drama" } },
    };
    await app.track(space.apiKeys.development, [drama, drama]);
    await line(page, "Banner").getByText("One more?").waitFor();
    await page.getByRole("button", { name: "Why in Drama fans" }).waitFor();
  });

  it("compares two environments for somebody whom the other does not know", async () => {
    await cinema();
    const page = await app.open(space, "preview?user=ana&compare=staging");
    await line(page, "Banner").getByText("not published").waitFor();
    await must("POST", `${base()}/collections/homepage/publications`, { environment: "staging" });
    await expect
      .poll(() => line(page, "Banner").getByRole("cell").allInnerTexts())
      .toEqual([expect.stringContaining("Tonight"), expect.stringContaining("Tonight")]);
    await line(page, "Banner").getByText("not published").waitFor({ state: "detached" });
  });

  it("makes up somebody like a user and saves them as a persona, by keyboard alone", async () => {
    await cinema();
    const page = await app.open(space, "preview");
    await page.getByRole("button", { name: /^Preview as/ }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("combobox", { name: "Find a user or persona" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.type("ana");
    await page.getByRole("option", { name: /ana/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/user=ana/);
    // The focus comes back when the popover is gone.
    await page.getByRole("button", { name: "Preview as: ana" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Make up somebody like them" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save as a persona" }).focus();
    // Twice, as an impatient hand does.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "A known user, plan gold" }).waitFor();
    const { data } = await must("GET", `${base()}/personas`);
    expect(data.length).toBe(1);
    expect(data[0].user).toMatchObject({ userId: "ana", fields: { plan: "gold" } });
  });
});
