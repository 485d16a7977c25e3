import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PageName } from "../../src/core/console-pages.ts";
import { axeFindings, settled, type Theme } from "../helpers/browser.ts";
import type { Cinema } from "../helpers/cinema.ts";
import { sharedCinema, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { keepPicture } from "../helpers/keep-picture.ts";
import { find } from "../helpers/keyboard.ts";

let app: TestConsole;
let cinema: Cinema;
let empty: TestSpace;
beforeAll(async () => {
  ({ app, cinema } = await sharedCinema());
  empty = await app.newSpace("Matinee");
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A page as it is opened, and what is done on it before it is looked at. */
interface Look {
  readonly path: string;
  readonly environment?: "development" | "staging" | "production";
  readonly act?: (page: Page) => Promise<void>;
  /** Words by which it is known to be in the state that is meant. */
  readonly says?: string;
}
/** Every page is among them. */
type Looks = Readonly<Record<PageName, Look>> & Readonly<Record<string, Look>>;

const looks: Looks = {
  overview: { path: "overview" },
  collections: { path: "collections" },
  collection: { path: "collections/homepage", environment: "staging" },
  experience: {
    path: "collections/homepage/hero",
    environment: "staging",
    act: (page) => page.getByRole("button", { name: "Premiere night", exact: true }).click(),
  },
  section: { path: "collections/homepage/body", environment: "staging" },
  types: { path: "collections/types/hero" },
  history: { path: "collections/homepage?tab=history" },
  publish: {
    path: "collections/homepage",
    environment: "staging",
    act: async (page) => {
      await page.getByRole("button", { name: /^Publish to Staging/ }).click();
      await page
        .getByText(/will see something else|sees something else|Nobody/)
        .first()
        .waitFor();
    },
  },
  tribes: { path: "tribes" },
  tribe: { path: "tribes/binge-watchers", environment: "production" },
  users: { path: "users", environment: "production" },
  user: { path: "users/ana-ribeiro" },
  events: { path: "events" },
  event: {
    path: "events",
    act: async (page) => {
      await page.locator(".rows .trow").nth(3).click();
      await page.getByRole("complementary").waitFor();
    },
  },
  preview: { path: "preview?user=ana-ribeiro" },
  personas: { path: "personas" },
  persona: { path: "personas/gold-binge-watcher" },
  code: { path: "code" },
  settings: { path: "settings" },
  palette: {
    path: "overview",
    act: async (page) => {
      await find(page, "hero");
    },
  },
};

const openScenario = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();
const askAnEditor = "ask an owner for the role of editor";

/** The same, to somebody who may look only. */
const readOnly: Looks = {
  overview: { path: "overview" },
  collections: { path: "collections", says: askAnEditor },
  collection: { path: "collections/homepage", says: askAnEditor },
  experience: { path: "collections/homepage/hero", says: askAnEditor, act: openScenario("Premiere night") },
  section: { path: "collections/homepage/body", says: askAnEditor, act: openScenario("Default") },
  types: { path: "collections/types/hero", says: askAnEditor },
  tribes: { path: "tribes", says: askAnEditor },
  tribe: { path: "tribes/binge-watchers", says: askAnEditor },
  users: { path: "users", says: askAnEditor },
  user: { path: "users/ana-ribeiro", says: askAnEditor },
  events: { path: "events" },
  preview: { path: "preview?user=ana-ribeiro" },
  personas: { path: "personas", says: askAnEditor },
  persona: { path: "personas/gold-binge-watcher", says: askAnEditor },
  code: { path: "code" },
  settings: { path: "settings", says: "you are a viewer here, not an owner" },
};

/** What a new Space shows. */
const nothingYet: Looks = {
  overview: { path: "overview", says: "Waiting for your first event" },
  collections: { path: "collections", says: "No Collection yet" },
  types: { path: "collections/types" },
  tribes: { path: "tribes", says: "No Tribe yet" },
  users: { path: "users", says: "0 users, 0 visitors" },
  events: { path: "events", says: "No event in Development yet" },
  preview: { path: "preview", says: "Make a Collection" },
  personas: { path: "personas", says: "A persona is a pretend user" },
  code: { path: "code", says: "fallbacks.ts" },
  settings: { path: "settings", says: "Client secret" },
};

/** Addresses that name nothing. */
const missing: Readonly<Record<string, Look>> = {
  page: { path: "no-such-page", says: "Nothing at this address" },
  collection: { path: "collections/no-such", says: "Nothing at this address" },
  tribe: { path: "tribes/no-such", says: "There is no such Tribe here" },
  user: { path: "users/nobody", says: "Nobody called “nobody” here" },
  persona: { path: "personas/no-such", says: "No persona “no-such” here" },
};

const refusal = "The disk is full";

/** What pages show whose reading is refused. */
const refused: Looks = {
  overview: { path: "overview", says: refusal },
  collections: { path: "collections", says: refusal },
  tribes: { path: "tribes", says: refusal },
  users: { path: "users", says: refusal },
  user: { path: "users/ana-ribeiro", says: refusal },
  events: { path: "events", says: refusal },
  preview: { path: "preview", says: refusal },
  personas: { path: "personas", says: refusal },
  code: { path: "code", says: refusal },
  settings: { path: "settings" },
};

type Opening = Parameters<TestConsole["open"]>[2];

/** Opens a look, and gives what axe finds in either theme and what overflows. */
async function faultsOf(name: string, look: Look, space: TestSpace, opening: Opening = {}) {
  const { path, environment, says } = look;
  const page = await app.open(space, path, { ...opening, ...wide, ...(environment && { environment }) });
  await settled(page);
  if (says !== undefined) await page.getByText(says).first().waitFor();
  await look.act?.(page);
  return { page, faults: await faultsNow(page, name) };
}

const wide = { viewport: { width: 1440, height: 900 } };
/** Half of 1280 by 800: what is left of a laptop's screen at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 };

async function faultsNow(page: Page, name: string): Promise<string[]> {
  const seen = (theme: Theme) => keepPicture(page, `${name}-${theme}`);
  const findings = await axeFindings(page, { seen });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...findings, `${overflow} px wider than the window`] : findings;
}

/** What makes a page at 640 by 400 scroll in two directions, and what of its head and frame is out of reach (WCAG 1.4.10). */
async function outOfReach(page: Page): Promise<string[]> {
  await page.setViewportSize(zoomed);
  await settled(page);
  return page.evaluate(() => {
    const buttons = [
      ...document.querySelectorAll<HTMLElement>(".page-head :is(button, a), .app .bar button"),
    ];
    const isOut = ({ left, right, width }: DOMRect) => width > 0 && (left < 0 || right > innerWidth + 1);
    const out = buttons.filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.innerText);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...out, `the page is ${scrollWidth} px wide`] : out;
  });
}

describe("every page: axe finds nothing in either theme, and nothing overflows", () => {
  it.each(Object.entries(looks))("%s; at 640 by 400 every button is within reach", async (name, look) => {
    const { page, faults } = await faultsOf(name, look, cinema);
    expect(faults).toEqual([]);
    expect(await outOfReach(page)).toEqual([]);
  });

  it.each(["collection", "tribe"] as const)("%s, opened at 640 by 400", async (name) => {
    const { path, environment } = looks[name] as Look;
    const page = await app.open(cinema, path, { viewport: zoomed, ...(environment && { environment }) });
    expect(await outOfReach(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each(Object.entries(readOnly))("%s, read-only", async (name, look) => {
    const { faults } = await faultsOf(`${name}-read-only`, look, cinema, { as: "viewer" });
    expect(faults).toEqual([]);
  });

  it.each(Object.entries(nothingYet))("%s of a new Space", async (name, look) => {
    expect((await faultsOf(`${name}-empty`, look, empty)).faults).toEqual([]);
  });

  it.each(Object.entries(missing))("where there is no such %s", async (name, look) => {
    expect((await faultsOf(`no-such-${name}`, look, cinema)).faults).toEqual([]);
  });
});

describe("where the server", () => {
  const go = (page: Page, { path }: Look) =>
    page.goto(`${app.server.platformUrl}/spaces/${cinema.key}/development/${path}`);

  it.each(Object.entries(refused))("refuses what %s reads", async (name, look) => {
    const page = await app.open(empty, "code", wide);
    await page.route("**/v2/spaces/*/**", (route) =>
      /\/environments$/.test(new URL(route.request().url()).pathname)
        ? route.continue()
        : route.fulfill({ status: 507, contentType: "application/problem+json", body: problem }),
    );
    await go(page, look);
    await page
      .getByText(look.says ?? /./)
      .first()
      .waitFor();
    expect(await faultsNow(page, `${name}-refused`)).toEqual([]);
  });

  it("is gone, and where it was never there", async () => {
    const page = await app.open(cinema, "tribes", wide);
    await page.getByRole("link", { name: "Film club" }).waitFor();
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByText("Server not reachable. Retrying…").waitFor();
    expect(await faultsNow(page, "server-gone")).toEqual([]);
    await page.reload();
    await page.getByText("The console cannot be opened").waitFor();
    expect(await faultsNow(page, "server-not-there")).toEqual([]);
  });
});

const problem = JSON.stringify({ type: "about:blank", title: "Storage", status: 507, detail: `${refusal}.` });
