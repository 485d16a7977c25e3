import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { forGold, type Must, mustOf } from "../helpers/homepage.ts";
import { tabTo } from "../helpers/keyboard.ts";

// What a new operator does on the first day, by keyboard alone. Where the mouse would click it is looked at that it could, and
// its clicks are counted. Typing is free.

let app: TestConsole;
let must: Must;
beforeAll(async () => {
  // One task sets the clock of everybody.
  app = await ownConsole();
  must = mustOf(app.server);
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** Somebody's hand. */
interface Hand {
  readonly page: Page;
  /** What one click of the mouse would do. */
  readonly press: (target: Locator) => Promise<void>;
  /** Types into what has the focus: what is to be typed into must have it by itself, or be pressed first. */
  readonly type: (text: string) => Promise<void>;
  readonly key: (...keys: readonly string[]) => Promise<void>;
}

/** Whether a click at its middle would be its own: something may lie over it, or let clicks through. */
const isInReach = (one: Element) => {
  one.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && [one, one.closest("label")].some((mine) => mine?.contains(hit));
};

/** What the keys are at, in words: the focus, or what a field that keeps it points at. */
const place = () => {
  const { activeElement: one } = document;
  const chosen = document.querySelector("[cmdk-item][data-selected=true]")?.textContent;
  return `${chosen} ${one?.getAttribute("aria-activedescendant")} ${one?.textContent}`;
};
/** One step by an arrow. Radix moves the focus a moment after the key: who looks at once would go one too far. */
async function arrow(page: Page, key: "ArrowDown" | "ArrowRight"): Promise<void> {
  const before = await page.evaluate(place);
  await page.keyboard.press(key);
  await expect.poll(() => page.evaluate(place)).not.toBe(before);
}

/** Where arrows lead, and Tab does not. */
const arrows = /^(option|menuitem|menuitemradio|menuitemcheckbox)$/;

const keyboard = (page: Page, onPress: () => void): Hand => ({
  page,
  type: (text) => page.keyboard.type(text),
  key: async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  },
  press: async (target) => {
    onPress();
    await target.first().waitFor();
    await expect.poll(() => target.first().evaluate(isInReach)).toBe(true);
    const role = await target.first().getAttribute("role");
    if (role === "row") {
      await tabTo(page, page.getByRole("grid"));
      const current = () => target.first().getAttribute("aria-selected");
      for (let step = 0; step < 20 && (await current()) !== "true"; step += 1) await arrow(page, "ArrowDown");
    } else if (role !== null && arrows.test(role)) {
      const there = () =>
        target
          .first()
          .evaluate((one) => one === document.activeElement || one.getAttribute("data-selected") === "true");
      for (let step = 0; step < 40 && !(await there()); step += 1) await arrow(page, "ArrowDown");
    } else if (role === "tab" || role === "radio") {
      const on = role === "tab" ? "aria-selected" : "aria-checked";
      const group = target.first().locator("xpath=ancestor::*[@role='tablist' or @role='radiogroup'][1]");
      await tabTo(page, group.locator(`[${on}=true]`));
      const there = () => target.first().evaluate((one) => one === document.activeElement);
      for (let step = 0; step < 12 && !(await there()); step += 1) await arrow(page, "ArrowRight");
      return;
    } else await tabTo(page, target);
    if (role === "spinbutton" || (await target.first().evaluate(({ tagName }) => tagName === "INPUT")))
      return;
    await page.keyboard.press("Enter");
  },
});

/** How often the mouse went down in a page, in all of its documents. */
const clicksOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("clicks") ?? 0));
const countClicks = (page: Page) =>
  page.evaluate(() => {
    window.addEventListener(
      "pointerdown",
      () => sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1)),
      { capture: true },
    );
  });

interface Task {
  readonly name: string;
  readonly most: number;
  /** Makes what must be there before, and says which page is open. */
  readonly from: (space: TestSpace) => Promise<string>;
  readonly act: (hand: Hand, space: TestSpace) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
/** Types into a list's field, and takes what is offered first, once it is this. */
async function take({ page, type, key }: Hand, text: string, offered: RegExp): Promise<void> {
  await page.locator("input:focus").waitFor();
  await type(text);
  // For a moment it may stand there twice, as it was offered and as it is found.
  await expect.poll(() => page.getByRole("option", { name: offered, selected: true }).count()).toBe(1);
  await key("Enter");
}
/** Types a name into the dialog that has just opened, and goes on. */
async function name({ page, type, key }: Hand, text: string, title: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).locator("input:focus").waitFor();
  await type(text);
  await key("Enter");
  await page.getByRole("heading", { level: 1, name: text }).waitFor();
}
const saved = (page: Page) => page.getByText("All changes saved").waitFor();

const hero = {
  name: "Hero",
  properties: [{ key: "headline", type: "string", default: "Welcome" }],
};
const at = (space: TestSpace, path: string) => `/v2/spaces/${space.key}/${path}`;
const layType = (space: TestSpace) => must("POST", at(space, "experience-types"), hero);
async function layBanner(space: TestSpace): Promise<void> {
  const { tribe, scenarios } = forGold({ data: { headline: "Hello" } });
  await layType(space);
  await must("POST", at(space, "tribes"), tribe);
  await must("POST", at(space, "collections"), { name: "Homepage" });
  await must("POST", at(space, "collections/homepage/experiences"), {
    name: "Banner",
    typeId: "hero",
    scenarios,
  });
  await must("PUT", at(space, "environments/development/users/ana-ribeiro"), { fields: { plan: "gold" } });
}
const watched = (genre: string) => ({
  name: "movie/watched",
  metadata: { pair1: { key: "genre", value: genre } },
});

const tasks: readonly Task[] = [
  {
    name: "a Space and a type",
    most: 8,
    from: async () => "overview",
    act: async (hand) => {
      const { page, press, type, key } = hand;
      await press(button(page, /^Space /));
      await press(page.getByRole("menuitem", { name: "New Space…" }));
      const called = `New ${Date.now()}`;
      await name(hand, called, "New Space");
      await press(page.getByRole("link", { name: "Collections" }));
      await press(page.getByRole("link", { name: /^Experience types/ }));
      await press(button(page, "New Experience type"));
      await name(hand, "Hero", "New Experience type");
      await page.locator("input:focus").waitFor();
      await type("Headline");
      await key("Enter");
      await page.getByLabel("Default of headline").waitFor();
      await type("Background");
      await press(page.getByLabel("Its type"));
      await press(option(page, "color"));
      await press(button(page, "Add property"));
      await key("Control+s");
      await saved(page);
      const spaceKey = called.toLowerCase().replace(" ", "-");
      const made = await must("GET", `/v2/spaces/${spaceKey}/experience-types/hero`);
      expect(made.properties.map((one: { type: string }) => one.type)).toEqual(["string", "color"]);
    },
  },
  {
    name: "a Collection with a Banner and a Section of three",
    most: 12,
    from: async (space) => {
      await layType(space);
      return "overview";
    },
    act: async (hand, space) => {
      const { page, press } = hand;
      await press(page.getByRole("link", { name: "Collections" }));
      await press(button(page, "New Collection"));
      await name(hand, "Homepage", "New Collection");
      await press(button(page, "New Experience"));
      await name(hand, "Banner", "New Experience");
      await press(page.getByRole("link", { name: "Homepage", exact: true }));
      await press(button(page, "Add Section"));
      await name(hand, "Body", "New Section");
      for (const [n, child] of ["One", "Two", "Three"].entries()) {
        if (n > 0) {
          await press(
            page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Body" }),
          );
          await press(page.getByRole("tab", { name: /^Experiences/ }));
        }
        await press(button(page, "New Experience"));
        await name(hand, child, "New Experience");
      }
      const { experiences, sections } = await must("GET", at(space, "collections/homepage"));
      expect(experiences.map((one: { key: string }) => one.key)).toEqual(["banner"]);
      expect(sections[0].scenarios[0].serve.children).toEqual(
        sections[0].experiences.map((one: { id: string }) => one.id),
      );
      expect(sections[0].experiences).toHaveLength(3);
    },
  },
  {
    name: "a Tribe: at least three dramas in seven days, on gold",
    most: 8,
    from: async (space) => {
      await must("PUT", at(space, "environments/development/users/ana-ribeiro"), {
        fields: { plan: "gold" },
      });
      await app.track(space.apiKeys.development, [watched("drama"), watched("comedy")]);
      return "overview";
    },
    act: async (hand, space) => {
      const { page, press, type, key } = hand;
      await press(page.getByRole("link", { name: "Tribes" }));
      await press(button(page, "New Tribe"));
      await page.getByLabel("Name").and(page.locator(":focus")).waitFor();
      await type("Drama fans");
      await press(button(page, "Add condition"));
      await take(hand, "watched", /movie\/watched/);
      await press(button(page, "How often: at least once"));
      await press(page.getByRole("menuitemradio", { name: "at least", exact: true }));
      await press(button(page, "How many times: 1"));
      await page.getByRole("spinbutton").and(page.locator(":focus")).waitFor();
      await type("3");
      await key("Enter");
      await press(button(page, "Add a filter"));
      await take(hand, "genre", /^genre/);
      await option(page, /^genre/).waitFor({ state: "detached" });
      await take(hand, "drama", /^drama/);
      await press(button(page, "Add condition"));
      await take(hand, "plan", /^plan/);
      await option(page, /^plan/).waitFor({ state: "detached" });
      await take(hand, "gold", /^gold/);
      await key("Control+s");
      await page.waitForURL(/\/tribes\/drama-fans/);
      const { rules } = await must("GET", at(space, "tribes/drama-fans"));
      expect(rules.all).toMatchObject([
        { event: "movie/watched", count: { op: "atLeast", value: 3 }, window: { last: { days: 7 } } },
        { field: "plan", op: "in", value: ["gold"] },
      ]);
      expect(rules.all[0].where).toEqual([{ key: "genre", op: "equals", value: "drama" }]);
    },
  },
  {
    name: "target at 50 % on weekdays, 18 to 23 in Berlin",
    most: 9,
    from: async (space) => {
      await layBanner(space);
      return "collections/homepage";
    },
    act: async (hand, space) => {
      const { page, press, type, key } = hand;
      await press(page.getByRole("main").getByRole("link", { name: /^Banner/ }));
      await press(button(page, "Add scenario"));
      await press(button(page, "Only those in a Tribe"));
      await take(hand, "gold", /^Gold members/);
      await press(button(page, /^Rollout: /));
      await page.locator("input:focus").waitFor();
      await type("50");
      await key("Enter");
      await press(button(page, "Only at certain times"));
      await press(button(page, "On working days: Mo–Fr"));
      await press(button(page, /^Hours: /));
      await page.locator("input:focus").waitFor();
      await type("18");
      await key("Tab");
      await type("23");
      await key("Enter");
      await press(button(page, /^Time zone: /));
      await take(hand, "berlin", /Berlin/);
      await saved(page);
      const days = ["mon", "tue", "wed", "thu", "fri"];
      const schedule = { days, hours: { from: "18:00", to: "23:00" }, timeZone: "Europe/Berlin" };
      await expect
        .poll(async () =>
          (await must("GET", at(space, "collections/homepage/experiences/banner"))).scenarios.at(-2),
        )
        .toMatchObject({ rollout: 50, schedule });
    },
  },
  {
    name: "publish, promote, roll back",
    most: 7,
    from: async (space) => {
      await layBanner(space);
      await must("POST", at(space, "collections/homepage/publications"), { environment: "development" });
      await must("POST", at(space, "collections/homepage/publications"), { environment: "staging" });
      await must("PATCH", at(space, "collections/homepage/experiences/banner"), { name: "Top banner" });
      return "collections/homepage";
    },
    act: async ({ page, press, key }, space) => {
      const said = (words: string) => page.getByText(words).first().waitFor();
      const confirm = async (words: string | RegExp) => {
        await page.getByRole("dialog").getByRole("button", { name: words, disabled: false }).waitFor();
        await key("Control+Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      };
      await press(button(page, /^Publish to Development/));
      await confirm("Publish to Development");
      await said("Published Homepage to Development as version 2");
      await press(button(page, "Promote 2 to Staging"));
      await confirm("Promote to Staging");
      await said("Promoted Homepage from Development to Staging as version 2");
      await press(page.getByRole("tab", { name: "History" }));
      await press(button(page, "Show version 1"));
      await press(button(page, "Roll back to it…"));
      await confirm("Roll back in Staging");
      await said("Rolled Homepage back to version 1 in Staging (as version 3)");
      const { status } = await must("GET", at(space, "collections/homepage"));
      expect([status.development.version, status.staging.version]).toEqual([2, 3]);
    },
  },
  {
    name: "why somebody does not get it",
    most: 4,
    from: async (space) => {
      await layBanner(space);
      await must("POST", at(space, "collections/homepage/publications"), { environment: "development" });
      await must("PUT", at(space, "environments/development/users/omar-haddad"), {
        fields: { plan: "free" },
      });
      return "overview";
    },
    act: async ({ page, press }) => {
      await press(page.getByRole("link", { name: "Users" }));
      await press(page.getByRole("row", { name: /^omar-haddad/ }));
      await press(button(page, "Banner"));
      const panel = page.getByRole("complementary", { name: "Why homepage.banner" });
      await panel.getByText("plan is “free”").waitFor();
      await panel.getByText("To match their plan equals gold").waitFor();
    },
  },
  {
    name: "filter, inspect and export events",
    most: 6,
    from: async (space) => {
      await app.track(space.apiKeys.development, [
        watched("drama"),
        { ...watched("comedy"), userId: "omar-haddad" },
      ]);
      return "overview";
    },
    act: async ({ page, press, type, key }) => {
      await press(page.getByRole("link", { name: "Events" }));
      const rows = page.locator(".rows .trow");
      await rows.nth(1).waitFor();
      await key("/");
      await page.locator("input:focus").waitFor();
      await type("omar-haddad");
      await key("Enter");
      await expect.poll(() => rows.count()).toBe(1);
      await press(rows);
      await page.getByRole("complementary").getByText("comedy").first().waitFor();
      await press(button(page, /^Export/));
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        press(page.getByRole("menuitem", { name: /NDJSON/ })),
      ]);
      expect(await readFile(await download.path(), "utf8")).toContain("omar-haddad");
    },
  },
  {
    name: "the clock, eight days on",
    most: 3,
    from: async () => "overview",
    act: async ({ page, press, type, key }) => {
      await press(page.getByRole("link", { name: "Settings" }));
      await press(page.getByRole("radio", { name: "Moved by" }));
      await press(page.getByLabel("How far; a minus goes back"));
      await key("Control+a");
      await type("8");
      await key("Enter");
      await page.getByText("Clock moved to").waitFor();
      expect(await must("GET", "/v2/clock")).toMatchObject({ mode: "offset", seconds: 8 * 86_400 });
      await must("PUT", "/v2/clock", { mode: "system" });
    },
  },
  {
    name: "the code",
    most: 2,
    from: async (space) => {
      await layBanner(space);
      return "overview";
    },
    act: async ({ page, press }, space) => {
      await press(page.getByRole("link", { name: "Code" }));
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        press(button(page, "Export zip")),
      ]);
      const files = unzipSync(new Uint8Array(await readFile(await download.path())));
      expect(Object.keys(files)).toContain(`${space.key}/index.ts`);
    },
  },
  {
    name: "a new API key",
    most: 3,
    from: async () => "overview",
    act: async ({ page, press }, space) => {
      await press(page.getByRole("link", { name: "Settings" }));
      await press(button(page, /^Rotate the Development key/));
      await press(page.getByRole("dialog").getByRole("button", { name: /^Rotate the Development key/ }));
      await page.getByText(/^Rotated the Development key\. The old one works until/).waitFor();
      const { data } = await must("GET", at(space, "environments"));
      expect(data[0].apiKey).not.toBe(space.apiKeys.development);
    },
  },
  {
    name: "record and replay",
    most: 3,
    from: async () => "events",
    act: async ({ page, press }, space) => {
      await press(button(page, "Record"));
      await page.getByText(/, 0 events$/).waitFor();
      await app.track(space.apiKeys.development, [watched("drama")]);
      await page.getByText(/, 1 event$/).waitFor();
      await press(button(page, "Stop recording"));
      await press(page.getByRole("dialog").getByRole("button", { name: /^Replay .*into/ }));
      await page
        .getByRole("region", { name: "Replay", exact: true })
        .getByText("Replayed 1 event.")
        .waitFor();
    },
  },
  {
    name: "a persona who is checked",
    most: 7,
    from: async (space) => {
      await layBanner(space);
      await must("POST", at(space, "collections/homepage/publications"), { environment: "development" });
      return "overview";
    },
    act: async (hand, space) => {
      const { page, press, type } = hand;
      await press(page.getByRole("link", { name: "Personas" }));
      await press(button(page, "New persona"));
      await name(hand, "Gold member", "New persona");
      await press(button(page, "Add a field"));
      await take(hand, "plan", /^plan/);
      await page.getByRole("textbox", { name: "plan" }).and(page.locator(":focus")).waitFor();
      await type("gold");
      await saved(page);
      await press(button(page, "Expect what they get now in Development"));
      await page.getByText("Met", { exact: true }).first().waitFor();
      const { user, expected } = await must("GET", at(space, "personas/gold-member"));
      expect(user.fields).toEqual({ plan: "gold" });
      expect(expected.experiences).toHaveLength(1);
    },
  },
];

describe("a new operator, by keyboard alone", () => {
  it.each(tasks)("$name, in what would be $most clicks", async ({ from, act, most }) => {
    const space = await app.newSpace();
    const path = await from(space);
    const page = await app.open(space, path);
    await countClicks(page);
    let presses = 0;
    const hand = keyboard(page, () => {
      presses += 1;
    });
    await act(hand, space);
    expect(await clicksOf(page)).toBe(0);
    expect(presses).toBeGreaterThan(0);
    expect(presses).toBeLessThanOrEqual(most);
  });
});
