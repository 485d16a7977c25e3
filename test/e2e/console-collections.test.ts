import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { startConsole, type TestConsole } from "../helpers/console.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let app: TestConsole;
let server: TestServer;
beforeAll(async () => {
  app = await startConsole();
  server = app.server;
});
afterAll(async () => {
  await app?.close();
  await server?.stop();
});
afterEach(async () => expect(await app.verify()).toEqual([]));

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await server.api(method, `/v2/spaces/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

/** The key of an empty Space of the test's own. */
const newSpace = async () => (await app.newSpace()).key;

/** A Space with a Collection `homepage` that has the Experience `hero` with two scenarios, two Tribes and three users. */
async function cinema(): Promise<string> {
  const space = await newSpace();
  const properties = [
    { key: "headline", type: "string", default: "Welcome" },
    { key: "background", type: "color" },
    { key: "seats", type: "number" },
  ];
  await api("POST", `${space}/experience-types`, { name: "Hero", properties });
  for (const [name, plan] of [
    ["Gold members", "gold"],
    ["Silver members", "silver"],
  ])
    await api("POST", `${space}/tribes`, { name, rules: { field: "plan", op: "equals", value: plan } });
  await api("POST", `${space}/collections`, { name: "Homepage" });
  await api("POST", `${space}/collections/homepage/experiences`, {
    name: "Hero",
    typeId: "hero",
    scenarios: [
      {
        name: "Silver first",
        audience: { anyOf: ["silver-members"] },
        serve: { data: { headline: "Silver" } },
      },
      { name: "Gold first", audience: { anyOf: ["gold-members"] }, serve: { data: { headline: "Gold" } } },
      { serve: { data: { headline: "Tonight at seven" } } },
    ],
  });
  for (const environment of ["development", "staging", "production"])
    for (const [id, plan] of [
      ["ana-ribeiro", "gold"],
      ["jonas-weber", "silver"],
      ["omar-haddad", "free"],
    ])
      await api("PUT", `${space}/environments/${environment}/users/${id}`, { fields: { plan } });
  return space;
}

const hero = (space: string) => api("GET", `${space}/collections/homepage/experiences/hero`);
const headlines = async (space: string) =>
  (await hero(space)).scenarios.map(
    (row: { serve: { data: { headline?: string } } }) => row.serve.data.headline,
  );

/** Opens the page, signed in through a one-time address. `path` is below `collections`. */
async function open(space: string, path = "", environment = "development"): Promise<Page> {
  const below = path === "" ? "" : `/${path}`;
  const page = await app.visit((await server.api("POST", "/v2/console/launch", {})).body.url, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(`${server.platformUrl}/spaces/${space}/${environment}/collections${below}`);
  // A dialog that the address opens hides what is behind it.
  await page
    .getByRole("heading", { level: path.includes("?publish") ? 2 : 1 })
    .first()
    .waitFor();
  return page;
}

const head = (page: Page) => page.locator(".page-head");
const named = (page: Page, name: string) =>
  page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
/** Takes back what one message says: an older message's way back may still be there. */
const undo = (page: Page, said: string | RegExp) =>
  page.locator(".toast", { hasText: said }).getByRole("button", { name: /^Undo/ }).click();
const saved = (page: Page) => page.getByText("All changes saved").waitFor();
const row = (page: Page, name: string) =>
  page.locator("ol.scenarios > li").filter({ has: page.getByRole("button", { name, exact: true }) });
const openRow = (page: Page, name: string) =>
  row(page, name).getByRole("button", { name, exact: true }).click();
const order = (page: Page) => page.locator("ol.scenarios .scn-name").allTextContents();

describe("Collections", () => {
  it("are modelled from nothing: a type, a Collection, an Experience, a Section with one in it", async () => {
    const space = await newSpace();
    const page = await open(space);
    await page.getByText("No Collection yet").waitFor();

    await page.getByRole("link", { name: /Experience types/ }).click();
    await page.getByRole("button", { name: "New Experience type" }).click();
    await named(page, "Hero");
    await page.getByRole("button", { name: "Create Experience type" }).click();
    await page.getByLabel("Name of a new property").fill("Headline");
    await page.getByRole("button", { name: "Add property" }).click();
    await page.getByLabel("Default of headline").fill("Welcome");
    await page.getByLabel("Name of a new property").fill("Opens at");
    await page.getByLabel("Its type").selectOption("date");
    await page.getByRole("button", { name: "Add property" }).click();
    await saved(page);

    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: "New Collection" }).click();
    await named(page, "Homepage");
    await page.getByRole("button", { name: "Create Collection" }).click();
    await page.getByText("Nothing in Homepage yet").waitFor();
    await page.getByRole("button", { name: "New Experience", exact: true }).click();
    await named(page, "Hero");
    await page.getByRole("button", { name: "Create Experience" }).click();
    await page.getByRole("heading", { level: 1, name: "Hero" }).waitFor();
    await page.getByLabel("headline", { exact: true }).fill("Tonight at seven");
    await saved(page);

    await page.getByRole("link", { name: "Homepage", exact: true }).click();
    await page.getByRole("button", { name: "Add Section" }).click();
    await named(page, "Body");
    await page.getByRole("button", { name: "Create Section" }).click();
    await page.getByRole("tab", { name: /Experiences/ }).click();
    await page.getByRole("button", { name: "New Experience" }).click();
    await named(page, "Drama week");
    await page.getByRole("button", { name: "Create Experience" }).click();
    await page.getByRole("heading", { level: 1, name: "Drama week" }).waitFor();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Body" }).click();
    await openRow(page, "Default");
    await page.getByRole("button", { name: "Show another" }).click();
    await page.getByRole("option", { name: /Drama week/ }).click();
    await saved(page);

    const { experiences, sections } = await api("GET", `${space}/collections/homepage`);
    expect(experiences[0].scenarios[0].serve.data).toEqual({ headline: "Tonight at seven" });
    expect(sections[0].scenarios[0].serve.children).toEqual([sections[0].experiences[0].id]);
    const type = await api("GET", `${space}/experience-types/hero`);
    expect(type.properties.map((one: { key: string; type: string }) => [one.key, one.type])).toEqual([
      ["headline", "string"],
      ["opensAt", "date"],
    ]);
  });

  it("are modelled from nothing by keyboard alone", async () => {
    const space = await newSpace();
    const page = await open(space);
    const { keyboard } = page;
    const make = async (command: string, name: string, title: string) => {
      await keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await keyboard.type(command);
      await page.getByRole("option", { name: command }).first().waitFor();
      await keyboard.press("Enter");
      await page.getByRole("dialog", { name: title }).waitFor();
      await keyboard.type(name);
      await keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor();
    };
    await make("New Experience type", "Hero", "New Experience type");
    await page.getByLabel("Name of a new property").focus();
    await keyboard.type("Headline");
    await keyboard.press("Enter");
    await page.getByLabel("Key of headline").waitFor();
    await make("New Collection", "Homepage", "New Collection");
    await make("New Experience in Homepage", "Banner", "New Experience");
    await make("New Section in Homepage", "Body", "New Section");

    // The tree, with the keys of a tree.
    await page.getByRole("treeitem", { name: /^Homepage/ }).focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("F2");
    await keyboard.type("Top banner");
    await keyboard.press("Enter");
    await page.getByRole("treeitem", { name: /^Top banner/ }).waitFor();
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Top banner" }).waitFor();

    await page.getByRole("button", { name: "Default", exact: true }).focus();
    await keyboard.press("Enter");
    await page.getByLabel("headline", { exact: true }).focus();
    await keyboard.type("Tonight");
    await saved(page);
    const { experiences } = await api("GET", `${space}/collections/homepage`);
    expect(experiences[0]).toMatchObject({
      name: "Top banner",
      scenarios: [{ serve: { data: { headline: "Tonight" } } }],
    });
  });

  it("that are empty are named anew, and get a Section, where they say so; so does a Space without a Tribe", async () => {
    const space = await newSpace();
    await api("POST", `${space}/experience-types`, { name: "Hero" });
    await api("POST", `${space}/collections`, { name: "Landing" });
    const page = await open(space, "landing");
    await head(page).getByRole("button", { name: "More for Landing" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name of Landing").fill("Front");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Front" }).waitFor();
    await page.getByRole("button", { name: "New Section" }).click();
    await named(page, "Body");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Body" }).waitFor();
    await page.getByRole("button", { name: "Add scenario" }).click();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("link", { name: "Make the first" }).click();
    await page.waitForURL(/\/tribes\/new$/);
  });

  it("find, fold and type ahead in the tree", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections`, { name: "Plans" });
    const page = await open(space, "homepage");
    const names = () =>
      page.getByRole("treeitem").evaluateAll((all) => all.map((one) => one.textContent?.trim()));
    await expect.poll(names).toEqual(["HomepageUnpublished", "Hero", "PlansUnpublished"]);
    await page.getByRole("treeitem", { name: /^Homepage/ }).focus();
    await page.keyboard.press("p");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Plans");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(names).toEqual(["HomepageUnpublished", "PlansUnpublished"]);
    await page.reload();
    await expect.poll(names).toEqual(["HomepageUnpublished", "PlansUnpublished"]);
    await page.getByLabel("Find in Collections").fill("her");
    await expect.poll(names).toEqual(["HomepageUnpublished", "Hero"]);
  });

  it("are walked in a long tree as in a short one, though only what is seen is drawn", async () => {
    const space = await cinema();
    const { typeId } = await hero(space);
    for (let n = 1; n <= 80; n += 1)
      await api("POST", `${space}/collections/homepage/experiences`, { name: `Row ${n}`, typeId });
    const page = await open(space, "homepage/row-70");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    const rows = page.getByRole("treeitem");
    await rows.filter({ hasText: "Row 70" }).waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await rows.filter({ hasText: "Row 70" }).focus();
    await page.keyboard.press("Home");
    await expect.poll(focused).toContain("Homepage, Collection");
    await page.keyboard.press("End");
    await expect.poll(focused).toContain("Row 80, Experience");
    await page.keyboard.press("h");
    await expect.poll(focused).toContain("Homepage, Collection");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toContain("Hero, Experience");
  });
});

describe("an Experience", () => {
  it("is targeted in sentences, tried, published, promoted and rolled back", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: "Add scenario" }).click();
    await page.getByRole("button", { name: "Whom: everyone" }).click();
    await page.getByRole("menuitemradio", { name: /^users/ }).click();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("option", { name: /Gold members/ }).click();
    await page.getByRole("button", { name: "Not those in a Tribe" }).click();
    await page.getByRole("option", { name: /Silver members/ }).click();
    await page.getByRole("button", { name: /^Rollout:/ }).click();
    await page.getByRole("spinbutton", { name: "Percent" }).fill("12.5");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Only at certain times" }).click();
    await page.getByRole("button", { name: "Friday" }).click();
    await page.getByRole("button", { name: /^Hours:/ }).click();
    await page.getByLabel("From", { exact: true }).fill("22:00");
    await page.getByLabel("To", { exact: true }).fill("02:00");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Time zone:/ }).click();
    await page.getByRole("combobox", { name: "Time zone" }).fill("Berlin");
    await page.getByRole("option", { name: "Europe/Berlin" }).click();
    await page.getByLabel("headline", { exact: true }).fill("Premiere night");
    await saved(page);
    const made = (await hero(space)).scenarios[2];
    expect(made).toMatchObject({
      name: "New scenario",
      audience: { kind: "users" },
      rollout: 12.51,
      schedule: { days: ["fri"], hours: { from: "22:00", to: "02:00" }, timeZone: "Europe/Berlin" },
      serve: { data: { headline: "Premiere night" } },
    });
    expect([made.audience.anyOf.length, made.audience.noneOf.length]).toEqual([1, 1]);

    // The dry run says what and for whom; nothing is served yet.
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog", { name: "Publish Homepage to Development" });
    await dialog.getByText("3 people will see something else").waitFor();
    await dialog.getByText("ana-ribeiro").waitFor();
    await dialog.getByLabel("Note for the history").fill("First night");
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    await dialog.waitFor({ state: "detached" });

    await page.keyboard.press("Alt+2");
    await page.waitForURL(/\/staging\//);
    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Promote Homepage from Development…" }).click();
    const promote = page.getByRole("dialog", { name: "Promote Homepage from Development to Staging" });
    await promote.getByRole("button", { name: "Promote to Staging" }).click();
    await page.getByText("Promoted Homepage from Development to Staging as version 1").waitFor();

    await page.getByLabel("headline", { exact: true }).fill("Second night");
    await saved(page);
    await page.getByRole("button", { name: /^Publish to Staging/ }).click();
    const again = page.getByRole("dialog", { name: "Publish Homepage to Staging" });
    await again.getByText("Hero, scenario New scenario: headline").waitFor();
    expect(await again.locator(".publish-diff li").allTextContents()).toEqual([
      "Hero, scenario New scenario: headlinePremiere nightSecond night",
    ]);
    await again.getByRole("button", { name: "Publish to Staging" }).click();
    await page.getByText("Published Homepage to Staging as version 2").waitFor();

    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "Look into version 1" }).click();
    await page.getByRole("dialog").getByText("Rolling back would change").waitFor();
    await page.getByRole("button", { name: "Roll back to it…" }).click();
    const back = page.getByRole("dialog", { name: "Roll Homepage back to version 1 in Staging" });
    await back.getByRole("button", { name: "Roll back in Staging" }).click();
    await page.getByText("Rolled Homepage back to version 1 in Staging (as version 3)").waitFor();
    await page.getByText("Rolled back to version 1").waitFor();
    const { status } = await api("GET", `${space}/collections/homepage`);
    expect([status.development.version, status.staging.version, status.production.version]).toEqual([
      1,
      3,
      null,
    ]);

    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Unpublish Homepage from Staging…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unpublish from Staging" }).click();
    await page.getByText("Staging no longer serves Homepage").waitFor();
  });

  it("says that there is nothing to publish", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const page = await open(space, "homepage/hero?publish=draft");
    await page.getByText("Nothing to publish: Development already serves exactly this draft.").waitFor();
  });

  it("is published as the dialog showed it, or not at all", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("3 people will see something else").waitFor();
    const { scenarios } = await hero(space);
    scenarios.at(-1).serve.data.headline = "From another window";
    await api("PATCH", `${space}/collections/homepage/experiences/hero`, { scenarios });
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await dialog.getByText("The draft changed since you looked").waitFor();
    expect((await api("GET", `${space}/collections/homepage`)).status.development.version).toBeNull();
    await dialog.getByText("From another window").first().waitFor();
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
  });

  it("is taken back to what is published, alone or with its Collection, and that is undone", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const page = await open(space, "homepage/hero");
    const state = async () => (await api("GET", `${space}/collections/homepage`)).status.development.state;
    const discard = async (of: string) => {
      await head(page)
        .getByRole("button", { name: `More for ${of}` })
        .click();
      await page.getByRole("menuitem", { name: "Discard changes since version 1" }).click();
    };
    await openRow(page, "Default");
    const headline = page.getByLabel("headline", { exact: true });
    await headline.fill("Changed");
    await saved(page);
    await discard("Hero");
    await page.getByText("Discarded the changes of Hero since version 1").waitFor();
    await expect.poll(() => headline.inputValue()).toBe("Tonight at seven");
    expect(await state()).toBe("published");
    await undo(page, "Discarded the changes of Hero");
    await expect.poll(() => headline.inputValue()).toBe("Changed");

    await api("DELETE", `${space}/collections/homepage/experiences/hero`);
    await page.getByRole("link", { name: "Homepage", exact: true }).click();
    await page.getByText("Nothing in Homepage yet").waitFor();
    await discard("Homepage");
    await page.getByRole("link", { name: /^Hero/ }).waitFor();
    expect(await state()).toBe("published");
    await head(page).getByRole("button", { name: "More for Homepage" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).waitFor();
    expect(await page.getByRole("menuitem", { name: /^Discard/ }).count()).toBe(0);
    await page.keyboard.press("Escape");

    await api("PATCH", `${space}/collections/homepage/experiences/hero`, { name: "Renamed" });
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "Look into version 1" }).click();
    await page.getByRole("button", { name: "Take this version into the draft" }).click();
    await expect.poll(state).toBe("published");
    await undo(page, "Took version 1 into the draft of Homepage");
    await expect.poll(async () => (await hero(space)).name).toBe("Renamed");
  });

  it("goes back step by step, and not over what somebody else did", async () => {
    const space = await cinema();
    const publish = () =>
      api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const rename = (name: string) => api("PATCH", `${space}/collections/homepage/experiences/hero`, { name });
    await publish();
    await rename("Second");
    await publish();
    await rename("Third");
    const page = await open(space, "homepage?tab=history");
    const take = async (version: number) => {
      await page.getByRole("button", { name: `Look into version ${version}` }).click();
      await page.getByRole("button", { name: "Take this version into the draft" }).click();
      await page.getByText(`Took version ${version} into the draft of Homepage`).waitFor();
    };
    await take(2);
    await take(1);
    // Messages stay while the pointer is at them.
    const messages = page.getByRole("region", { name: "Messages" });
    await messages.hover();
    await undo(page, "Took version 1");
    await expect.poll(async () => (await hero(space)).name).toBe("Second");
    await rename("Theirs");
    await undo(page, "Took version 2");
    await page.getByText("The draft was not brought back: it was changed since.").waitFor();
    expect((await hero(space)).name).toBe("Theirs");
    await take(1);
    await take(2);
    await messages.hover();
    await undo(page, "Took version 2");
    await page.getByText("Took version 2").waitFor({ state: "detached" });
    await undo(page, "Took version 1");
    await expect.poll(async () => (await hero(space)).name).toBe("Theirs");
  });

  it("with names of 150 letters fits into its dialogs", async () => {
    const space = await cinema();
    const name = "n".repeat(150);
    await api("PATCH", `${space}/collections/homepage`, { name });
    const { scenarios } = await hero(space);
    scenarios[0].name = name;
    scenarios[0].serve.data.headline = name;
    await api("PATCH", `${space}/collections/homepage/experiences/hero`, {
      name,
      key: name.slice(0, 60),
      scenarios,
    });
    const page = await open(space, "homepage");
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const body = page.getByRole("dialog").locator(".dialog-body");
    const over = () => body.evaluate((one) => one.scrollWidth - one.clientWidth);
    await page.getByText("3 people will see something else").waitFor();
    expect(await over()).toBe(0);
    await page.goto(`${server.platformUrl}/spaces/${space}/development/collections/types/hero`);
    await page.getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Keep the type" }).waitFor();
    expect(await over()).toBe(0);
  });

  it("has the focus where one goes on: at what was added, named, chosen, made, published", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
      });
    const atFocus = (want: string | RegExp) => expect.poll(focused).toMatch(want);
    await page.getByRole("button", { name: "Add scenario" }).click();
    await atFocus("Whom: everyone");
    await page.getByText("It takes everyone: no scenario below it is asked").waitFor();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("option", { name: /Gold members/ }).click();
    await atFocus("Add a Tribe");
    await page.locator(".sentence", { hasText: "everyone in Gold members." }).waitFor();
    expect(await page.getByText("It takes everyone").count()).toBe(0);
    for (const key of ["Enter", "Escape"]) {
      await page.getByRole("button", { name: "New scenario", exact: true }).focus();
      await page.keyboard.press("F2");
      await page.getByLabel("Name of New scenario").waitFor();
      await page.keyboard.press(key);
      await atFocus("New scenario");
    }
    await page.getByRole("button", { name: /^Rollout:/ }).click();
    await page.getByRole("spinbutton", { name: "Percent" }).fill("-5");
    await page.keyboard.press("Enter");
    await page.getByText("must be 0 to 100").waitFor();
    await page.keyboard.press("Escape");
    await saved(page);

    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    await page.getByRole("dialog").getByText("see something else").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    await atFocus(/^Publish to Development/);
    // By its key, nothing had the focus before: the page's heading gets it.
    await page.getByLabel("headline", { exact: true }).fill("Once more");
    await saved(page);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("p");
    await page.getByRole("dialog").getByText("1 change").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 2").waitFor();
    await atFocus("Hero");

    for (const [make, name] of [
      ["New Collection", "Landing"],
      ["New Experience type", "Offer"],
    ] as const) {
      await page.getByRole("button", { name: "New", exact: true }).click();
      await page.getByRole("menuitem", { name: make }).click();
      await named(page, name);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await atFocus(name);
    }
    for (const name of ["One", "Two"]) {
      await page.getByLabel("Name of a new property").fill(name);
      await page.keyboard.press("Enter");
      await page.getByLabel(`Default of ${name.toLowerCase()}`).waitFor();
    }
    await saved(page);
    for (const [name, next] of [
      ["one", "More for two"],
      ["two", "Name of a new property"],
    ] as const) {
      await page.getByRole("button", { name: `More for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await atFocus(next);
    }
  });

  it("is promoted from the ladder; a dialog is one step of the way back", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const page = await open(space, "homepage/hero");
    await page.getByRole("tab", { name: "History" }).click();
    const history = page.url();
    await page.getByRole("button", { name: "Look into version 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(page.url()).toBe(history);
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("tab=history");

    await page.getByRole("button", { name: "Promote 1 to Staging" }).click();
    const promote = page.getByRole("dialog", { name: "Promote Homepage from Development to Staging" });
    await promote.getByRole("button", { name: "Promote to Staging" }).click();
    await page.getByText("Promoted Homepage from Development to Staging as version 1").waitFor();
    await page.getByRole("button", { name: "Promote 1 to Production" }).waitFor();
    await page.keyboard.press("Alt+1");
    await page.waitForURL(/\/development\//);
    await page.getByText("All changes saved").waitFor();
    expect(await page.getByRole("button", { name: /^Promote 1/ }).count()).toBe(0);
  });

  it("that is new in a Section says that nobody is shown it, and is shown at a press", async () => {
    const space = await cinema();
    const page = await open(space, "homepage");
    await page.getByRole("button", { name: "Add Section" }).click();
    await named(page, "Body");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /Experiences/ }).click();
    await page.getByRole("button", { name: "New Experience" }).click();
    await named(page, "Drama week");
    await page.keyboard.press("Enter");
    await page.getByText("Body does not show it yet.").waitFor();
    await page.getByLabel("headline", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show it in Body" }).click();
    await page.getByText("Body does not show it yet.").waitFor({ state: "detached" });
    const body = await api("GET", `${space}/collections/homepage/sections/body`);
    expect(body.scenarios[0].serve.children).toEqual([body.experiences[0].id]);
  });

  it("is put in order by keyboard: with the grip, with Alt and the arrows, and by the menu", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await expect.poll(() => order(page)).toEqual(["Silver first", "Gold first", "Default"]);
    await page.getByRole("button", { name: "Move Gold first" }).focus();
    await page.keyboard.press("Space");
    await page.locator("ol.scenarios > .is-dragging").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.getByText("Gold first is at place 1 of 2.").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await expect.poll(() => order(page)).toEqual(["Gold first", "Silver first", "Default"]);
    await saved(page);
    await expect.poll(() => headlines(space)).toEqual(["Gold", "Silver", "Tonight at seven"]);

    await page.getByRole("button", { name: "Gold first", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => order(page)).toEqual(["Silver first", "Gold first", "Default"]);
    await page.getByRole("button", { name: "More for Gold first" }).click();
    await page.getByRole("menuitem", { name: /^Move up/ }).click();
    await expect.poll(() => order(page)).toEqual(["Gold first", "Silver first", "Default"]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => order(page)).toEqual(["Silver first", "Gold first", "Default"]);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => order(page)).toEqual(["Gold first", "Silver first", "Default"]);
    await saved(page);

    // In a field that is no part of it, undo takes back what was typed there.
    await page.getByLabel("Find in Collections").fill("nothing");
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByLabel("Find in Collections").inputValue()).toBe("");
    expect(await order(page)).toEqual(["Gold first", "Silver first", "Default"]);
  });

  it("keeps what cannot be right as it was typed, and says why beside it", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await openRow(page, "Default");
    await page.getByLabel("background", { exact: true }).fill("red");
    await page.getByText("Not saved: background must be a colour such as #c81e4a").waitFor();
    // It is there again when one comes back to it.
    await page.getByRole("link", { name: "Homepage", exact: true }).click();
    await page.getByRole("link", { name: /^Hero/ }).first().click();
    await page.getByText("Not saved: background").waitFor();
    await openRow(page, "Default");
    expect(await page.getByLabel("background", { exact: true }).inputValue()).toBe("red");
    await page.getByLabel("background", { exact: true }).fill("#c81e4a");
    await page.getByLabel("seats", { exact: true }).fill("abc");
    await page.getByText("Not saved: seats is not a number").waitFor();
    await page.getByRole("button", { name: "Discard edit" }).click();
    await saved(page);
    expect(await page.getByLabel("seats", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("seats", { exact: true }).fill("12,5");
    await saved(page);
    const last = (await hero(space)).scenarios.at(-1);
    expect(last.serve.data).toEqual({
      headline: "Tonight at seven",
      background: { value: "#c81e4a", opacity: 1 },
      seats: 12.5,
    });
    await page.getByRole("button", { name: "Use the default of headline" }).click();
    await expect.poll(async () => (await headlines(space)).at(-1)).toBeUndefined();
  });

  it("that was changed elsewhere asks whose version stays, and both are possible", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await openRow(page, "Default");
    const mine = page.getByLabel("headline", { exact: true });
    /** Both change it at once: what is typed here arrives after what is written elsewhere. */
    const bothChange = async (here: string, elsewhere: string, seats?: number) => {
      let arrived = () => {};
      const written = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      await page.route("**/experiences/*", async (route) => {
        if (route.request().method() === "PATCH") await written;
        await route.fallback();
      });
      await mine.fill(here);
      const { scenarios } = await hero(space);
      Object.assign(scenarios.at(-1).serve.data, { headline: elsewhere, ...(seats && { seats }) });
      await api("PATCH", `${space}/collections/homepage/experiences/hero`, { scenarios });
      arrived();
    };
    await bothChange("Mine, first", "Theirs, first", 80);
    const dialog = page.getByRole("dialog", { name: "Hero was changed elsewhere" });
    await dialog.getByText("“Default”, headline").waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Keep yours" }).click();
    await saved(page);
    await expect.poll(async () => (await headlines(space)).at(-1)).toBe("Mine, first");
    expect((await hero(space)).scenarios.at(-1).serve.data.seats).toBe(80);

    await bothChange("Mine, again", "Theirs, again");
    await dialog.getByText("Theirs, again").waitFor();
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(() => mine.inputValue()).toBe("Theirs, again");
    expect((await headlines(space)).at(-1)).toBe("Theirs, again");
  });

  it("loses a scenario and gets it back; loses itself and gets itself back", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: "More for Gold first" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(() => order(page)).toEqual(["Silver first", "Default"]);
    await page.getByText("Deleted “Gold first”").waitFor();
    await undo(page, "Deleted “Gold first”");
    await expect.poll(() => order(page)).toEqual(["Silver first", "Gold first", "Default"]);
    await saved(page);
    await expect.poll(() => headlines(space)).toEqual(["Silver", "Gold", "Tonight at seven"]);

    await page.getByRole("treeitem", { name: /^Hero/ }).focus();
    await page.keyboard.press("Delete");
    await page.getByRole("treeitem", { name: /^Hero/ }).waitFor({ state: "detached" });
    await undo(page, "Deleted “Hero”");
    await page.getByRole("treeitem", { name: /^Hero/ }).waitFor();
    expect((await hero(space)).name).toBe("Hero");
  });

  it("cannot be changed by a viewer, who is told why", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    const me = await page.evaluate(async () => (await fetch("/v2/me")).json());
    await page.route("**/v2/me", (route) =>
      route.fulfill({
        json: { ...me, organizations: me.organizations.map((org: object) => ({ ...org, role: "viewer" })) },
      }),
    );
    await page.reload();
    await page.getByText("ask an owner for the role of editor").waitFor();
    await openRow(page, "Gold first");
    await page.locator(".sentence", { hasText: "everyone in Gold members" }).waitFor();
    expect(await page.locator("main").getByRole("textbox").count()).toBe(1);
    for (const name of [/Publish/, /Add scenario/, /^More for/, /^Move /, /^New/])
      expect(await page.locator("main").getByRole("button", { name }).count()).toBe(0);
  });
});

describe("a Section", () => {
  const withBody = async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/sections`, {
      name: "Body",
      typeIds: ["hero"],
      experiences: [
        { name: "Drama week", typeId: "hero" },
        { name: "Family Sunday", typeId: "hero" },
      ],
      scenarios: [{ serve: { children: ["drama-week", "family-sunday"] } }],
    });
    return space;
  };
  const children = async (space: string) => {
    const { experiences, scenarios } = await api("GET", `${space}/collections/homepage/sections/body`);
    const nameOf = (id: string) => experiences.find((one: { id: string }) => one.id === id)?.name;
    return scenarios[0].serve.children.map(nameOf);
  };

  it("shows its Experiences in the order that they are put in, by keyboard and by mouse", async () => {
    const space = await withBody();
    const page = await open(space, "homepage/body");
    await openRow(page, "Default");
    await page.getByRole("button", { name: "Move Drama week" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await saved(page);
    await expect.poll(() => children(space)).toEqual(["Family Sunday", "Drama week"]);

    const from = await page.getByRole("button", { name: "Move Family Sunday" }).boundingBox();
    const to = await page.getByRole("button", { name: "Move Drama week" }).boundingBox();
    if (from === null || to === null) throw new Error("the grips are not drawn");
    await page.mouse.move(from.x + 12, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 12, to.y + 16, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => children(space)).toEqual(["Drama week", "Family Sunday"]);
  });

  it("is published without an Experience that was just deleted: that ends its undo", async () => {
    const space = await withBody();
    const page = await open(space, "homepage/body/drama-week");
    await head(page).getByRole("button", { name: "More for Drama week" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("treeitem", { name: /^Drama week/ }).waitFor({ state: "detached" });
    expect(await children(space)).toEqual(["Drama week", "Family Sunday"]);
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    expect(await children(space)).toEqual(["Family Sunday"]);
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
  });

  it("is copied with all that is in it, and so is a whole Collection", async () => {
    const space = await withBody();
    const page = await open(space, "homepage/body");
    await head(page).getByRole("button", { name: "More for Body" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: "Body copy" }).waitFor();
    await page.getByRole("treeitem", { name: /^Homepage/ }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: "Homepage copy" }).waitFor();
    const { experiences, sections } = await api("GET", `${space}/collections/homepage-copy`);
    expect(experiences.map((one: { key: string }) => one.key)).toEqual(["hero"]);
    expect(experiences[0].scenarios).toHaveLength(3);
    expect(sections.map((one: { key: string }) => one.key)).toEqual(["body", "body-copy"]);
    expect(sections[1].scenarios[0].serve.children).toEqual(
      sections[1].experiences.map((one: { id: string }) => one.id),
    );
  });
});

describe("a type", () => {
  it("in use is not deleted, and its properties do not change under the values that are there", async () => {
    const space = await cinema();
    const page = await open(space, "types/hero");
    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Hero is in use" }).getByText("homepage.hero").waitFor();
    await page.getByRole("button", { name: "Keep the type" }).click();
    await page.getByLabel("Type of headline").selectOption("number");
    const dialog = page.getByRole("dialog", { name: "Change “headline” from string to number" });
    await dialog.getByText("3 scenarios hold values that a number cannot take.").waitFor();
    await dialog.getByRole("link", { name: "homepage.hero / 2 Gold first" }).click();
    await page.getByRole("heading", { level: 1, name: "Hero" }).waitFor();
    expect(await page.getByLabel("headline", { exact: true }).inputValue()).toBe("Gold");
  });

  it("says what is wrong where it is wrong, and above which property it is", async () => {
    const space = await cinema();
    const page = await open(space, "types/hero");
    await page.getByLabel("Default of seats").fill("abc");
    await page.getByText("Not saved: the default of seats is not a number").waitFor();
    await page.getByLabel("Default of seats").fill("");
    await saved(page);
    await page.getByLabel("Key of seats").fill("9");
    await page.getByLabel("Key of seats").press("Enter");
    const key = page.getByLabel("Key of 9");
    await page.getByText("Not saved: the key of 9 must be").waitFor();
    expect(await key.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Default of 9").getAttribute("aria-invalid")).toBeNull();
    await page.getByRole("button", { name: "Discard edit" }).click();
    await page.getByLabel("Name of a new property").fill("Headline");
    await page.getByText("as headline2").waitFor();
  });

  it("that nothing uses is deleted, and comes back with Undo", async () => {
    const space = await cinema();
    await api("POST", `${space}/experience-types`, { name: "Spare" });
    const page = await open(space, "types/spare");
    await head(page).getByRole("button", { name: "More for Spare" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Deleted “Spare”").waitFor();
    await undo(page, "Deleted “Spare”");
    await page.getByRole("link", { name: /Spare/ }).waitFor();
  });
});

describe("for everybody", () => {
  it("axe finds nothing", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    await api("POST", `${space}/collections/homepage/sections`, {
      name: "Body",
      typeIds: ["hero"],
      experiences: [{ name: "Drama week", typeId: "hero" }],
      scenarios: [{ serve: { children: ["drama-week"] } }],
    });
    const page = await open(space, "homepage/hero");
    await openRow(page, "Gold first");
    await page.getByRole("button", { name: "About rollouts" }).click();
    await page.getByRole("button", { name: "Only at certain times" }).click();
    await saved(page);
    expect(await axeFindings(page), "editor").toEqual([]);
    await page.getByRole("button", { name: "Gold members", exact: true }).click();
    await page.getByRole("option", { name: /Silver members/ }).waitFor();
    expect(await axeFindings(page), "popover").toEqual([]);
    const at = (path: string) =>
      page.goto(`${server.platformUrl}/spaces/${space}/development/collections/${path}`);
    for (const [path, text] of [
      ["homepage/hero?tab=code", "As flags of OpenFeature"],
      ["homepage/body", "Default"],
      ["types", "Used by"],
    ] as const) {
      await at(path);
      await page.getByText(text).first().waitFor();
      if (path === "homepage/body") await openRow(page, "Default");
      expect(await axeFindings(page), path).toEqual([]);
    }
  });

  it("the page and the publish dialog read as they are meant", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.locator(".scn-n", { hasText: "1" }).first().waitFor();
    const snapshot = async (role: "complementary" | "tabpanel" | "dialog") =>
      (await page.getByRole(role).ariaSnapshot()).replaceAll(`/${space}/`, "/space/");
    expect(await snapshot("complementary")).toMatchInlineSnapshot(`
      "- complementary "All Collections":
        - heading "Collections" [level=2]
        - button "New"
        - textbox "Find in Collections":
          - /placeholder: Find
        - tree "Collections":
          - treeitem "Homepage, Collection, unpublished" [expanded] [level=1]:
            - text: Homepage Unpublished
            - button "More for Homepage"
          - treeitem "Hero, Experience" [level=2] [selected]:
            - text: Hero
            - button "More for Hero"
        - link "Experience types 1":
          - /url: /spaces/space/development/collections/types"
    `);
    expect(await snapshot("tabpanel")).toMatchInlineSnapshot(`
      "- tabpanel "Scenarios 3":
        - list "Scenarios of Hero, first match wins":
          - listitem:
            - text: "1"
            - button "Move Silver first"
            - button "Silver first"
            - text: "everyone in Silver members , rollout 100 % , matches now: 1"
            - button "More for Silver first"
          - listitem:
            - text: "2"
            - button "Move Gold first"
            - button "Gold first"
            - text: "everyone in Gold members , rollout 100 % , matches now: 1"
            - button "More for Gold first"
          - listitem:
            - text: "3"
            - button "Default"
            - text: "everyone else , matches now: 1"
            - button "More for Default"
        - status
        - button "Add scenario"
        - text: First match wins; the default serves everyone else.
        - button "About the order of scenarios""
    `);
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    await page.getByLabel("Note for the history").waitFor();
    expect(await snapshot("dialog")).toMatchInlineSnapshot(`
      "- dialog "Publish Homepage to Development":
        - heading "Publish Homepage to Development" [level=2]
        - button "Close"
        - paragraph: The draft as it is now is served to everyone in Development from this moment on.
        - region "Changes":
          - heading "3 changes" [level=3]
          - text: in Collection, Type Hero and Hero
          - list:
            - listitem:
              - text: "Collection: name not there"
              - insertion: Homepage
            - listitem:
              - text: Type Hero not there
              - insertion: Hero
            - listitem:
              - text: Hero not there
              - insertion: Hero
            - listitem:
              - text: Hero, scenario Silver first
              - insertion: "everyone in Silver members, 100.00 % · headline: Silver"
            - listitem:
              - text: Hero, scenario Gold first
              - insertion: "everyone in Gold members, 100.00 % · headline: Gold"
            - listitem:
              - text: Hero, scenario Default
              - insertion: "everyone else · headline: Tonight at seven"
        - region "Who is affected":
          - heading "3 people will see something else" [level=3]
          - text: of 3 users and visitors checked
          - list:
            - listitem:
              - link "ana-ribeiro":
                - /url: /spaces/space/development/users/ana-ribeiro
              - text: hero its fallback Gold
            - listitem:
              - link "jonas-weber":
                - /url: /spaces/space/development/users/jonas-weber
              - text: hero its fallback Silver
            - listitem:
              - link "omar-haddad":
                - /url: /spaces/space/development/users/omar-haddad
              - text: hero its fallback Tonight at seven
        - text: Note for the history
        - textbox "Note for the history"
        - text: Staging stays unpublished. Production stays unpublished.
        - button "Keep editing"
        - button "Publish to Development""
    `);
  });
});

// Last: it restarts the server under the others.
describe("a restart of the server", () => {
  it("in the middle of an edit loses nothing: the edit arrives", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await openRow(page, "Default");
    await server.stop("SIGKILL");
    await page.getByLabel("headline", { exact: true }).fill("Written in the dark");
    await page.getByText("Not saved yet: kept here and tried again").waitFor();
    await page.getByText("Server not reachable. Retrying…").waitFor();
    const portOf = (url: string) => Number(new URL(url).port);
    const port = portOf(server.platformUrl);
    const sdkPort = portOf(server.sdkUrl);
    server = await startTestServer({ dataDir: server.dataDir, port, sdkPort });
    await saved(page);
    expect((await headlines(space)).at(-1)).toBe("Written in the dark");
  });
});
