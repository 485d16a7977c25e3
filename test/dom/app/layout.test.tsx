import { afterEach, expect, it, onTestFinished } from "vitest";
import { cdp, type Locator, page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { persona } from "../../../src/core/persona.ts";
import { MoreMenu } from "../../../src/renderer/parts/MoreMenu.tsx";
import { PageSkeleton } from "../../../src/renderer/parts/PageState.tsx";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithEvents } from "../../helpers/dom/event-log.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { cutRings, settled } from "../../helpers/dom/looks.ts";
import { showConsole, showPart } from "../../helpers/dom/show.tsx";
import { longName, longTribes } from "../../helpers/long-names.ts";
import { collection, experience, property, typeOf } from "../../unit/renderer/collections/fakes.ts";
import { eventNo } from "../../unit/renderer/fakes.ts";

const forcedColours = (value: "active" | "none") =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });

afterEach(async () => {
  await page.viewport(1280, 800);
  await forcedColours("none");
});

/** Opens a page of the Space of long names in a window of this size. */
async function open(path: string, width: number, height = 900) {
  await page.viewport(width, height);
  const api = await fullCinema();
  return { api, ...showConsole(api, `/spaces/long-names/development/${path}`) };
}
const title = page.getByRole("heading", { level: 1 });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const box = (part: Locator) => part.element().getBoundingClientRect();
const isCut = (part: Locator) => part.element().scrollWidth > part.element().clientWidth;
const drawn = (selector: string) => [...document.querySelectorAll(selector)];

it("gives the title its room: the save state and the key are shortened first", async () => {
  const { api } = await open("collections/homepage/banner?tab=properties", 1024);
  await expect.element(button(/^Publish to/)).toBeVisible();
  const shown = () => [title.element().textContent, isCut(title)];
  await expect.poll(shown).toEqual(["Banner", false]);
  api.refuse("updateExperience", "not-ready");
  await page.getByLabelText("Name", { exact: true }).fill("Drama week");
  await expect.element(page.getByText("Not saved yet: kept here")).toBeVisible();
  await expect.poll(shown).toEqual(["Drama week", false]);
});

it.each([1440, 1280])(
  "says at %i the whole of what is wrong, on some lines, with the buttons beside it",
  async (width) => {
    await page.viewport(width, 900);
    showConsole(cinemaWithHero(), "collections/homepage/hero");
    await page.getByRole("button", { name: "Default", exact: true }).click();
    await page.getByRole("textbox", { name: "seats" }).fill("34abc");
    const wrong = page.getByText("Not saved: seats is not a number: type one such as 12.5");
    await expect.element(wrong).toBeVisible();
    const { scrollHeight, clientHeight } = wrong.element();
    expect([isCut(wrong), scrollHeight > clientHeight]).toEqual([false, false]);
    expect(box(button(/^Publish to/)).right).toBeLessThan(width - 32);
  },
);

it("keeps every button of the head in the window beside what is wrong, two steps below a Collection", async () => {
  await page.viewport(1280, 800);
  const api = await fullCinema();
  showConsole(api, "collections/homepage/body/premieres?tab=properties");
  await page.getByLabelText("Name", { exact: true }).fill("x".repeat(300));
  await expect.element(page.getByText(/^Not saved: .*200/)).toBeVisible();
  await settled();
  expect(box(page.getByRole("button", { name: /^More for x/ })).right).toBeLessThanOrEqual(1280 - 16);
});

it("says that a Collection is unpublished whole or not at all beside its name in the tree", async () => {
  showConsole(await fullCinema(), "/spaces/long-names/production/collections");
  for (const width of [1000, 1280]) {
    await page.viewport(width, 800);
    await expect.element(page.getByText("Unpublished", { exact: true }).first()).toBeInTheDocument();
    await settled();
    const [state] = drawn(".tree-row .end.off");
    const word = document.createRange();
    word.selectNodeContents(state as Element);
    const [box, text] = [(state as Element).getBoundingClientRect(), word.getBoundingClientRect()];
    const isWhole = text.left >= box.left - 1 && text.right <= box.right + 1;
    expect([width, isWhole || text.top >= box.bottom - 1]).toEqual([width, true]);
  }
});

it("says at 320 px whom a scenario is for, under its name", async () => {
  await open("collections/homepage/banner", 320, 600);
  await expect.element(page.getByText("everyone else", { exact: true }).first()).toBeVisible();
  await settled();
  const lines = drawn(".scn > .truncate.muted");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line.getBoundingClientRect().width).toBeGreaterThan(120);
});

it("says at 320 px under its name that a scenario serves off", async () => {
  await page.viewport(320, 640);
  const off = { ...experience("hero", { name: "Hero" }) };
  const [first] = off.scenarios;
  if (first === undefined) throw new Error("It has none.");
  const hero = {
    ...off,
    scenarios: [{ ...first, name: "For everybody else", serve: { ...first.serve, enabled: false } }],
  };
  const served = emptyCinema()
    .answer("listCollections", {
      data: [collection("homepage", { name: "Homepage", experiences: [hero] })],
      next: null,
    })
    .answer("listExperienceTypes", { data: [typeOf("hero")], next: null })
    .answer("getExperience", hero, '"1"')
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} });
  showConsole(served, "collections/homepage/hero");
  const badge = page.getByText("Serves off", { exact: true });
  await expect.element(badge).toBeVisible();
  const name = page.getByRole("button", { name: "For everybody else", exact: true });
  expect(box(badge).top).toBeGreaterThan(box(name).bottom - 1);
});

it("ends the buttons of an empty page within 320 px", async () => {
  await page.viewport(320, 640);
  const nothing = emptyCinema().answer("listCollections", {
    data: [collection("homepage", { name: "Homepage" })],
    next: null,
  });
  showConsole(nothing, "collections/homepage");
  const add = page.getByRole("main").getByRole("button", { name: "New Section", exact: true });
  await expect.element(add).toBeVisible();
  expect(box(add).right).toBeLessThan(320 - 12);
});

it("leaves the keys of a type their room at 320 px", async () => {
  await page.viewport(320, 640);
  const type = typeOf("hero", property("background", "color"));
  showConsole(cinemaWithHero().answer("getExperienceType", type), "collections/types/hero");
  const key = page.getByRole("button", { name: "background", exact: true });
  await expect.element(key).toBeInTheDocument();
  expect([isCut(key), box(key).width > 100]).toEqual([false, true]);
});

it("ends the last tab of an Experience within 320 px", async () => {
  await page.viewport(320, 640);
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  const last = page.getByRole("tab").last();
  await expect.element(last).toBeInTheDocument();
  expect(box(last).right).toBeLessThanOrEqual(320 - 12);
});

it("wraps what a persona's heading offers at 320 px", async () => {
  await page.viewport(320, 640);
  showConsole(await fullCinema(), "personas/club-member");
  const expectNow = button(/^Expect what they get now/);
  await expect.element(expectNow).toBeVisible();
  expect(box(expectNow).right).toBeLessThanOrEqual(320 - 12);
});

it("wraps the heading of a made-up person at 320 px", async () => {
  await page.viewport(320, 640);
  showConsole(await fullCinema(), "preview");
  await expect.element(button("Start over")).toBeInTheDocument();
  expect(box(button("Start over")).right).toBeLessThanOrEqual(320 - 8);
});

it("says at 1000 px that all is saved whole or not at all", async () => {
  await open("collections/homepage/banner", 1000);
  const words = page.getByText("All changes saved", { exact: true });
  await expect.element(words).toBeInTheDocument();
  await settled();
  expect(isCut(words) && box(words).width > 1).toBe(false);
});

it.each([1000, 1280])("leaves the heads of the accounts' table beside each other at %i px", async (width) => {
  await page.viewport(width, 700);
  const api = await fullCinema();
  const account = { id: "acc_jonas", name: "Jonas", email: null, organizations: [] };
  api.answer("listAccounts", { data: [{ ...account, createdAt: stamps.createdAt }], next: null });
  showConsole(api, "settings");
  const heads = page.getByRole("region", { name: "Accounts" }).getByRole("columnheader");
  await expect.element(page.getByRole("button", { name: /^New code for/ })).toBeVisible();
  for (const head of heads.elements()) expect(head.scrollWidth).toBeLessThanOrEqual(head.clientWidth);
});

it.each(["events", "users"])("has in %s times of another year on one line, uncut", async (path) => {
  const then = "2019-09-29T22:59:00.000Z";
  const { api } = cinemaWithEvents({ ...eventNo(1), receivedAt: then });
  const device = { platform: null, locale: null, timeZone: null };
  const ana = { id: "ana", kind: "known" as const, fields: {}, labels: [], ...device, sessions: 1 };
  api
    .answer("getSeen", nothingSeen)
    .answer("listUsers", {
      data: [{ ...ana, createdAt: then, firstSeenAt: then, lastSeenAt: then }],
      next: null,
    })
    .answer("countUsers", { users: 1, visitors: 0 });
  showConsole(api, path);
  const times = page.getByText(/^29 Sept 2019, ..:..$/);
  await expect.element(times.first()).toBeVisible();
  for (const time of times.elements().filter((one) => one.checkVisibility())) {
    const text = document.createRange();
    text.selectNodeContents(time);
    const { left, right } = time.closest("[role=gridcell]")?.getBoundingClientRect() ?? new DOMRect();
    expect(text.getClientRects()).toHaveLength(1);
    expect(text.getBoundingClientRect().left).toBeGreaterThanOrEqual(left);
    expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(right - 8);
  }
  // What readers set for themselves (WCAG 1.4.12).
  document.body.style.cssText = "letter-spacing: 0.12em; word-spacing: 0.16em";
  onTestFinished(() => document.body.removeAttribute("style"));
  for (const time of times.elements()) {
    const { right } = time.closest("[role=gridcell]")?.getBoundingClientRect() ?? new DOMRect();
    expect(time.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  }
});

it.each([
  ["collections/homepage", ".row-link"],
  ["settings", ".settings :is(a, button, input:not([aria-hidden]), textarea)"],
])("cuts no ring of what has the focus in %s", async (path, selector) => {
  await open(path, 1280, 800);
  await expect.element(title).toBeVisible();
  await settled();
  expect(await cutRings(selector)).toEqual([]);
});

it("shortens a long name in the tree, and leaves the crumb whole", async () => {
  await open("collections", 1440);
  await page.getByRole("treeitem", { name: longName.slice(0, 40) }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: longName })).toBeVisible();
  await expect.poll(() => drawn(".crumb").map((one) => one.scrollWidth > one.clientWidth)[0]).toBe(false);
});

it("shortens what uses a Tribe, its key beside it in sight", async () => {
  await open("tribes", 1440);
  await page.getByRole("searchbox", { name: "Find a Tribe" }).fill(longName);
  await page.getByRole("link", { name: longName }).click();
  const used = page.getByRole("region", { name: "Used by" }).getByRole("listitem").first();
  const name = used.getByRole("link");
  await expect.element(name).toBeVisible();
  await settled();
  const key = used.element().querySelector(".mono")?.getBoundingClientRect();
  expect(box(name).width).toBeGreaterThan(100);
  expect(key?.left).toBeGreaterThanOrEqual(box(name).right);
  expect(key?.right).toBeLessThanOrEqual(box(used).right + 1);
});

it("wraps a long message at 420 px, in three lines at most", async () => {
  const { api } = await open("settings", 1440);
  api.answer("updateSpace", async ({ body }) => {
    const spaces = await (await fetch("/v2/spaces")).json();
    return { ...spaces.data[0], ...body };
  });
  await page.getByLabelText("Name", { exact: true }).fill(longName);
  await button("Save Space").click();
  await expect.poll(() => drawn(".toast").length).toBe(1);
  await settled();
  const toast = drawn(".toast")[0]?.getBoundingClientRect();
  expect(toast?.width).toBeLessThanOrEqual(420);
  expect(toast?.height).toBeLessThan(80);
});

it("keeps what is typed over the Space's settings, until it is discarded", async () => {
  const origins = page.getByLabelText("Allowed origins");
  const { leave } = await open("settings", 1280);
  await origins.fill("https://half");
  await page.getByRole("link", { name: "Users" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect.element(origins).toHaveValue("https://half");
  leave();
  const again = await open("settings", 1280);
  await expect.element(origins).toHaveValue("https://half");
  await button("Discard edit").click();
  await expect.element(origins).toHaveValue("");
  again.leave();
  await open("settings", 1280);
  await expect.element(origins).toHaveValue("");
});

it("shows the Tribes that somebody is in, and the rest when it is asked for", async () => {
  const { leave } = await open("preview?user=ana-ribeiro", 1440);
  const more = button(`and ${longTribes - 1} more`);
  const shown = () => drawn(".preview-tribes .tok");
  await more.click();
  await expect.poll(() => shown().length).toBe(longTribes);
  await button("Show fewer Tribes").click();
  await expect.poll(() => shown().map((one) => one.scrollWidth > one.clientWidth)).toEqual([true]);
  leave();
  await open("users/ana-ribeiro", 1440);
  await expect.element(more).toBeVisible();
  await expect.poll(() => drawn(".tribe-row").map((one) => one.getBoundingClientRect().height)).toEqual([32]);
});

it.each([1440, 1280, 1024])(
  "leaves the row whose reasons are opened in its place, at %i px",
  async (width) => {
    await open("users/ana-ribeiro", width, 500);
    const row = page.getByRole("rowheader").getByRole("button").first();
    // What stands above it is there, too: it would push the row down.
    await expect.element(button(`and ${longTribes - 1} more`)).toBeVisible();
    await expect.element(row).toBeInTheDocument();
    await settled();
    row.element().scrollIntoView({ block: "center" });
    const before = box(row).top;
    await row.click();
    await expect.element(page.getByRole("complementary")).toBeVisible();
    await expect.poll(() => Math.abs(box(row).top - before)).toBeLessThanOrEqual(2);
  },
);

it("has users as links, which the row opens as well", async () => {
  const { leave } = await open("users", 1280);
  const link = page.getByRole("link", { name: "jonas-weber" });
  const user = page.getByRole("heading", { level: 1, name: "jonas-weber" });
  await expect.element(link).toHaveAttribute("href", "/spaces/long-names/development/users/jonas-weber");
  await link.click();
  await expect.element(user).toBeVisible();
  leave();
  await open("users", 1280);
  await page.getByRole("row", { name: /jonas-weber/ }).click({ position: { x: 600, y: 18 } });
  await expect.element(user).toBeVisible();
});

it.each(["users", "tribes", "personas"])("opens a row of %s as its link does, also beside", async (list) => {
  showConsole(await fullCinema(), list);
  const row = () => page.elementLocator(drawn("[data-row]")[0] ?? document.body);
  await expect.poll(() => drawn("[data-row]").length).toBeGreaterThan(0);
  await settled();
  const tabs: (readonly [string | null, boolean, number])[] = [];
  const instead = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    tabs.push([event.target.textContent, event.ctrlKey || event.metaKey, event.button]);
  };
  document.addEventListener("click", instead, true);
  onTestFinished(() => document.removeEventListener("click", instead, true));
  const position = { x: box(row()).width / 2, y: 4 };
  await row().click({ position, modifiers: ["Control"] });
  await row().click({ position, button: "middle" });
  const name = row().getByRole("link").first().element().textContent;
  expect(tabs).toEqual([
    [name, true, 0],
    [name, true, 0],
  ]);
});

it("leaves the focus where keys go on, after a deletion", async () => {
  const { api } = await open("users/jonas-weber", 1280);
  api.answer("deleteUser", undefined as never);
  await button("More for jonas-weber").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByRole("grid", { name: "Users" })).toBeVisible();
  await expect.poll(() => document.activeElement?.className).toContain("user-table");
});

it("has as much room in every list as the density says, without rows over each other", async () => {
  await page.viewport(1280, 900);
  showConsole(await fullCinema(), "overview");
  const lists = [
    ["Events", ".rows .trow", 28, 34],
    ["Users", ".user-rows .trow", 36, 44],
    ["Tribes", ".tribe-table tbody tr", 40, 48],
    ["Collections", ".tree-row", 28, 34],
  ] as const;
  /** How high the first row is, and how far from it the second. */
  const pitch = (rows: string) => {
    const [first, second] = drawn(rows).map((one) => one.getBoundingClientRect());
    return [first?.height, (second?.top ?? 0) - (first?.top ?? 0)].map((n) => Math.abs(Math.round(n ?? 0)));
  };
  const pitchesAre = async (density: "regular" | "roomy") => {
    for (const [name, rows, regular, roomy] of lists) {
      await page
        .getByRole("link", { name: new RegExp(`^${name}`) })
        .first()
        .click();
      const wanted = density === "regular" ? regular : roomy;
      await expect.poll(() => pitch(rows), { message: name }).toEqual([wanted, wanted]);
    }
  };
  await pitchesAre("regular");
  await button(/^Appearance/).click();
  await page.getByRole("menuitemradio", { name: "Roomy" }).click();
  await pitchesAre("roomy");
});

it("fits long names into dialogs", async () => {
  const wider = () => drawn(".dialog-body").map((one) => one.scrollWidth - one.clientWidth);
  await page.viewport(1280, 800);
  const publishing = showConsole(
    await fullCinema(),
    "/spaces/long-names/staging/collections/homepage?publish=draft",
  );
  await expect.element(page.getByLabelText("Note for the history")).toBeVisible();
  await settled();
  expect(wider()).toEqual([0]);
  publishing.leave();
  await open("collections/types/hero", 1280);
  await button("More for Hero").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByRole("dialog", { name: "Hero is in use" })).toBeVisible();
  expect(wider()).toEqual([0]);
});

/** How far each part goes beyond its own edge, where it is not cut. */
const beyond = (selector: string) =>
  drawn(selector).map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return Math.max(0, Math.round(words.getBoundingClientRect().right - one.getBoundingClientRect().right));
  });
const heights = (selector: string) => drawn(selector).map((one) => one.getBoundingClientRect().height);

it("wraps what a menu offers, each line of it in its own place", async () => {
  const run = () => undefined;
  const items = ["Staging", "Production"].map((to) => ({ label: `Promote ${longName} to ${to}…`, run }));
  showPart(emptyCinema(), <MoreMenu label="More" items={[...items, { label: "Delete", run }]} />);
  await button("More").click();
  await expect.element(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  expect(beyond("[role=menuitem]")).toEqual([0, 0, 0]);
  const cut = drawn("[role=menuitem]").map((one) => one.scrollHeight > one.clientHeight);
  expect([cut, heights("[role=menuitem]").at(-1)]).toEqual([[false, false, false], 28]);
});

it("shortens the name of a persona before its verdicts", async () => {
  await page.viewport(1280, 800);
  const person = { id: "per_l", key: "l", name: longName, user: {}, events: [], at: null, expected: {} };
  const made = persona.parse({ ...person, ...stamps });
  const api = emptyCinema()
    .answer("listPersonas", { data: [made], next: null })
    .answer("runPersonas", {
      at: stamps.createdAt,
      environment: "development",
      content: "draft",
      passed: 0,
      failed: 0,
      personas: [],
    });
  showConsole(api, "personas");
  const name = page.getByRole("link", { name: longName });
  await expect.element(name).toBeVisible();
  const cell = drawn(".persona-table th[scope=row]")[0]?.getBoundingClientRect();
  expect([isCut(name), box(name).right <= (cell?.right ?? 0)]).toEqual([true, true]);
  await name.hover();
  await expect.element(name).toHaveAttribute("title", longName);
});

it("wraps the reasons of what has a long name, in a panel that does not scroll sideways", async () => {
  await open("preview?user=ana-ribeiro", 1280);
  await page.getByRole("rowheader").getByRole("button", { name: longName }).click();
  await expect.element(page.getByRole("complementary")).toHaveTextContent(/Scenarios, in order/);
  await settled();
  const sideways = drawn(".why-panel, .why-panel :not(.code)").filter(
    (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth,
  );
  expect(sideways).toEqual([]);
});

it("cuts what is said beside a heading before the heading, and says all of it under the pointer", async () => {
  await open("settings", 1280);
  const about = page.getByText(/^everything at one moment/);
  await expect.element(about).toBeInTheDocument();
  await settled();
  expect(new Set(heights(".set-head .heading"))).toEqual(new Set([18]));
  await about.hover();
  await expect.element(about).toHaveAttribute("title", about.element().textContent ?? "");
  // What is whole, or says it already, is left alone; and what the pointer has left says no more than itself.
  await title.hover();
  expect([title, about].map((one) => one.element().hasAttribute("title"))).toEqual([false, false]);
});

it("says of what kind a long name in the palette is, in one line", async () => {
  await page.viewport(1280, 800);
  const types = [{ ...typeOf("hero"), name: longName }];
  showConsole(emptyCinema().answer("listExperienceTypes", { data: types, next: null }), "overview");
  await page.getByRole("button", { name: /^Search or run/ }).click();
  await page.getByRole("combobox").fill("wochenend");
  await expect.element(page.getByRole("option", { name: /Experience type$/ })).toBeVisible();
  expect(heights("[cmdk-item]")[0]).toBe(30);
});

it.each([
  ["settings", "Settings"],
  ["collections/types/hero", null],
])("has nothing beside the window on %s", async (path, name) => {
  await open(path, 1280, 800);
  if (name === null) await expect.element(page.getByRole("region", { name: "Used by" })).toBeVisible();
  else await expect.element(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await settled();
  const scrolling = drawn("main, main *").filter((one) => {
    const { overflowX } = getComputedStyle(one);
    return /auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth;
  });
  expect(scrolling.map(({ className }) => className)).toEqual([]);
});

it("says where things of long names are, in the palette", async () => {
  await page.viewport(1280, 800);
  const experiences = ["banner", "teaser"].map((key) => experience(key, { name: longName }));
  const homepage = collection("homepage-of-the-week", { experiences });
  showConsole(emptyCinema().answer("listCollections", { data: [homepage], next: null }), "overview");
  await page.getByRole("button", { name: /^Search or run/ }).click();
  await page.getByRole("combobox").fill("wochenend");
  const place = page.getByText("homepage-of-the-week.teaser");
  await expect.element(place).toBeVisible();
  expect(box(place).width).toBeGreaterThan(120);
});

it("shows what is on its way in forced colours, and says so", async () => {
  await forcedColours("active");
  showPart(emptyCinema(), <PageSkeleton title="Tribes" />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading…");
  const bars = drawn(".skeleton").map((one) => getComputedStyle(one).borderBottomWidth);
  expect(bars).toEqual(["1px", "1px", "1px", "1px", "1px", "1px"]);
});

it("frames the row of the tree that is open in forced colours", async () => {
  await forcedColours("active");
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  const row = page.getByRole("treeitem", { selected: true });
  await expect.element(row).toBeVisible();
  const { outlineStyle, outlineWidth } = getComputedStyle(row.element());
  expect([outlineStyle, outlineWidth]).toEqual(["solid", "2px"]);
});

it("tells in forced colours which filter Enter takes", async () => {
  await forcedColours("active");
  showConsole(await fullCinema(), "events");
  await page.getByRole("combobox", { name: "Filter events by" }).fill("m");
  await userEvent.keyboard("{ArrowDown}");
  const chosen = page.getByRole("option", { selected: true });
  await expect.element(chosen).toBeVisible();
  expect(getComputedStyle(chosen.element()).backgroundColor).not.toMatch(/255, 255, 255/);
});

it("tells in forced colours which Tribe of somebody is looked into", async () => {
  await forcedColours("active");
  showConsole(await fullCinema(), "users/ana-ribeiro");
  await page.getByRole("button", { name: /Why$/ }).first().click();
  const row = page.getByRole("button", { pressed: true });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).blur();
  expect(getComputedStyle(row.element()).outlineStyle).toBe("solid");
});

it.each([
  [
    "which reason of somebody's is open",
    "users/ana-ribeiro",
    ".served-name",
    ".served-row[data-chosen=true]",
    null,
  ],
  ["which scenario matched", "users/ana-ribeiro", ".served-name", ".tried > .is-match", "::before"],
  ["what of Collections is open", "collections/types", ".side-link", ".side-link[aria-current]", null],
])("tells in forced colours %s", async (_, path, pressed, selector, mark) => {
  await forcedColours("active");
  showConsole(await fullCinema(), path);
  await expect.poll(() => document.querySelector(pressed)).not.toBeNull();
  document.querySelector<HTMLElement>(pressed)?.click();
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  const { outlineStyle, backgroundColor } = getComputedStyle(
    document.querySelector(selector) as Element,
    mark,
  );
  const isMarked = mark === null ? outlineStyle === "solid" : !/255, 255, 255|, 0\)/.test(backgroundColor);
  expect(isMarked).toBe(true);
});

it("leaves the reason of a refused event its room beside a long name", async () => {
  const name = `x/${"n".repeat(62)}`;
  const problem = { code: "invalid-name", detail: "There is no such event." } as const;
  const api = (await fullCinema()).answer("listEvents", {
    data: [{ ...eventNo(1), name, userId: "ana-ribeiro", status: "rejected", problem }],
    next: null,
  });
  showConsole(api, "/spaces/long-names/development/users/ana-ribeiro");
  const reason = page.getByText("refused: There is no such event.");
  await expect.element(reason).toBeVisible();
  expect(box(reason).width).toBeGreaterThan(120);
});

it("draws the ring around the page whole, over what stays at the top of a list", async () => {
  showConsole(await fullCinema(), "events");
  await expect.element(page.getByRole("main")).toBeVisible();
  await settled();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const main = page.getByRole("main");
  await expect.element(main).toHaveFocus();
  await settled();
  // Nothing is drawn of the page's frame otherwise (helpers/dom/setup.ts).
  const frame = window.frameElement as HTMLElement;
  const { opacity } = frame.style;
  frame.style.opacity = "1";
  onTestFinished(() => {
    frame.style.opacity = opacity;
  });
  const png = Uint8Array.from(atob(await main.screenshot({ save: false })), (one) => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([png]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  const column = (x: number) => {
    const { data } = context.getImageData(x, 0, 1, picture.height);
    return new Set(Array.from({ length: picture.height }, (_, y) => data.slice(4 * y, 4 * y + 3).join(" ")));
  };
  const [left, right] = [column(0), column(picture.width - 1)];
  expect([left.size, right.size]).toEqual([1, 1]);
  expect(right).toEqual(left);
  expect(column(picture.width / 2).size).toBeGreaterThan(2);
  expect(column(picture.width / 2)).toContain([...left][0]);
});
