import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await ownConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A Space with one of everything, its Homepage published in Development and edited since. */
async function cinema(): Promise<TestSpace> {
  const space = await app.newSpace();
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await app.server.api(method, `/v2/spaces/${space.key}/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  };
  await call("POST", "experience-types", { name: "Hero", properties: [] });
  await call("POST", "tribes", { name: "Gold", rules: { field: "plan", op: "equals", value: "gold" } });
  await call("POST", "collections", { name: "Homepage" });
  await call("POST", "collections/homepage/experiences", { name: "Banner", typeId: "hero" });
  await call("POST", "collections/homepage/sections", { name: "Body", typeIds: ["hero"] });
  await call("POST", "collections/homepage/publications", { environment: "development" });
  await call("PUT", "environments/development/users/ana", { fields: { plan: "gold" } });
  await call("POST", "personas", { name: "Omar", user: { fields: {} } });
  await app.track(space.apiKeys.development, [{ name: "movie/watched", userId: "ana" }]);
  return space;
}

/** What is done where it stands: with one row, one word of a sentence, one field, one tab. */
const ofOneThing =
  "table, [role=grid], [role=tree], ol, ul, form, search, .sentence, [role=tablist], [role=group], aside, section.set-section li, .rate";
/** Copying and explaining are done at the text; the palette is this one. */
const exceptions = /^(Copy|About|Search or run) /;

interface Offered {
  readonly words: string;
  readonly inMenu: boolean;
}

/** What the page's own buttons and menus say. */
async function offered(page: Page, within: string): Promise<Offered[]> {
  const spoken = (selector: string) =>
    page.locator(selector).evaluateAll((elements, skipped) => {
      const words = (element: Element) => {
        const copy = element.cloneNode(true) as Element;
        for (const one of copy.querySelectorAll(".num, .sr, kbd, .caps")) one.remove();
        return (element.getAttribute("aria-label") ?? copy.textContent ?? "").trim();
      };
      return elements
        .filter((element) => element.checkVisibility() && element.closest(skipped) === null)
        .map(words);
    }, ofOneThing);
  const buttons = await spoken(`${within} button:not([aria-haspopup=menu], [role])`);
  const found: Offered[] = buttons.map((words) => ({ words, inMenu: false }));
  const menus = page.locator(`${within} [aria-haspopup=menu]`);
  for (let place = 0; place < (await menus.count()); place += 1) {
    const menu = menus.nth(place);
    if (await menu.evaluate((one, skipped) => one.closest(skipped) !== null, ofOneThing)) continue;
    await menu.click();
    await page.getByRole("menu").waitFor();
    const items = await spoken("[role=menu] :is([role^=menuitem])");
    found.push(...items.map((words) => ({ words, inMenu: true })));
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  return found.filter(({ words }) => words !== "" && !exceptions.test(words));
}

const search = (page: Page) => page.getByRole("combobox", { name: "Search or run a command" });

/** Opens the palette; it hears what is typed then. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await search(page).and(page.locator(":focus")).waitFor();
}

/** Whether the palette comes to have something to do by these words; what can be opened does not count. */
async function isFound(page: Page, words: string): Promise<boolean> {
  await search(page).fill(words);
  const hasIt = () =>
    [...document.querySelectorAll("[cmdk-group]:not([hidden])")].some(
      (group) =>
        group.querySelector("[cmdk-group-heading]")?.textContent !== "Open" &&
        group.querySelector("[cmdk-item]") !== null,
    );
  return page.waitForFunction(hasIt, undefined, { timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

async function missing(page: Page, within = "main"): Promise<string[]> {
  const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const all = await offered(page, within);
  expect(all.length, page.url()).toBeGreaterThan(0);
  await openPalette(page);
  const without: string[] = [];
  for (const { words, inMenu } of all) {
    // A word alone means what is open: "Delete".
    const typed = inMenu && !words.includes(" ") ? `${words} ${heading}` : words;
    if (!(await isFound(page, typed))) without.push(`${page.url()}: ${typed}`);
  }
  await page.keyboard.press("Escape");
  await search(page).waitFor({ state: "detached" });
  return without;
}

const places = [
  "collections",
  "collections/homepage",
  "collections/homepage/banner",
  "collections/homepage/body",
  "collections/types/hero",
  "tribes",
  "tribes/gold",
  "users",
  "users/ana",
  "events",
  "preview?user=ana",
  "personas",
  "personas/omar",
  "code",
  "settings",
];

describe("The palette", () => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await cinema();
  });

  it.each(["overview", ...places])("finds what every button and menu of %s does", async (place) => {
    const page = await app.open(space, place);
    await expect.poll(() => page.locator("[aria-busy=true], .skeleton").count()).toBe(0);
    expect(await missing(page, place === "overview" ? "body" : "main")).toEqual([]);
  });

  it("does from the Overview what other pages do, and leaves out who is not meant", async () => {
    const page = await app.open(await cinema(), "overview");
    const find = async (typed: string) => {
      await openPalette(page);
      await page.keyboard.type(typed);
    };
    await find("lan");
    await expect.poll(() => page.getByRole("option").allTextContents()).toEqual(["Settings: Phones and TVs"]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Phones and TVs" }).and(page.locator(":focus")).waitFor();
    await find("publish homepage");
    await page.getByRole("option", { name: /^Publish Homepage/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /^Publish Homepage/ }).waitFor();
  });

  it("tells a viewer why they can't", async () => {
    const page = await app.open(await cinema(), "tribes/gold", { as: "viewer" });
    await openPalette(page);
    await page.keyboard.type("delete gold");
    const option = page.getByRole("option", { name: /Delete Gold.*read only/ });
    await option.waitFor();
    await expect.poll(() => option.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("The keyboard map", () => {
  const events = [
    "Pause the list of events: Space",
    "Filter the events: /",
    "Record events: R",
    "The next row: ↓ or J",
    "Open the event: Enter",
    "Pin the event, or unpin it: P",
    "Copy the event as JSON: Ctrl C or C",
    "Close the event: Esc",
  ];
  const edits = ["Undo the last edit: Ctrl Z", "Redo the edit: Ctrl Y or Ctrl Shift Z"];
  const banner = ["Rename: F2", "Delete: Delete", "Move the scenario up: Alt ↑", ...edits];
  const gold = [
    "Save Tribe: Ctrl S",
    "Move the condition up: Alt ↑",
    "Delete the value or line: Backspace or Delete",
    ...edits,
  ];
  it.each([
    ["events", events],
    ["tribes/gold", gold],
    ["collections/homepage/banner", banner],
  ])("of %s has what is heard there", async (place, wanted) => {
    const page = await app.open(await cinema(), place);
    await page.keyboard.press("?");
    const map = page.getByRole("dialog", { name: "Keyboard map" });
    const lines = () =>
      map.locator("dl > div").evaluateAll((all) =>
        all.map((line) => {
          const title = line.querySelector("dt")?.firstChild?.textContent;
          const keys = [...line.querySelectorAll("dd > *")].map((one) =>
            [...one.querySelectorAll("kbd")].map((cap) => cap.textContent).join(" "),
          );
          return `${title}: ${keys.filter((caps) => caps !== "").join(" or ")}`;
        }),
      );
    await expect.poll(lines).toEqual(expect.arrayContaining(wanted));
  });
});
