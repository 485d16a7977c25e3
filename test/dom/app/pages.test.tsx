import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { commands, page } from "vitest/browser";
import { type PlatformRoute, platformApi } from "../../../src/core/api.ts";
import type { PageName } from "../../../src/core/console-pages.ts";
import type { EnvironmentKey } from "../../../src/core/primitives.ts";
import type { FakeApi } from "../../helpers/dom/fake-api.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { axeFindings, complaints, outOfReach, overflow, settled, zoomed } from "../../helpers/dom/looks.ts";
import { openPalette, paletteSearch, showConsole } from "../../helpers/dom/show.tsx";

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(1280, 800));

/** A page as it is opened, and what is done on it before it is looked at. */
interface Look {
  readonly path: string;
  readonly environment?: EnvironmentKey;
  readonly act?: () => Promise<unknown>;
  /** Words by which it is known to be in the state that is meant. */
  readonly says?: string;
}
/** Every page is among them. */
type Looks = Readonly<Record<PageName, Look>> & Readonly<Record<string, Look>>;

const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const openScenario = (name: string) => () => press(name);

const looks: Looks = {
  overview: { path: "overview" },
  collections: { path: "collections" },
  collection: { path: "collections/homepage", environment: "staging" },
  experience: {
    path: "collections/homepage/hero",
    environment: "staging",
    act: openScenario("Premiere night"),
  },
  section: { path: "collections/homepage/body", environment: "staging" },
  "experience's code": { path: "collections/homepage/hero?tab=code", says: "As flags of OpenFeature" },
  types: { path: "collections/types/hero" },
  history: { path: "collections/homepage?tab=history" },
  publish: {
    path: "collections/homepage",
    environment: "staging",
    act: async () => {
      await press(/^Publish to Staging/);
      await expect
        .element(page.getByText(/will see something else|sees something else|Nobody/).first())
        .toBeVisible();
    },
  },
  tribes: { path: "tribes" },
  tribe: { path: "tribes/binge-watchers", environment: "production" },
  users: { path: "users", environment: "production" },
  user: { path: "users/ana-ribeiro" },
  "user's reasons": {
    path: "users/ana-ribeiro",
    act: async () => {
      await press("Hero");
      await page.getByText("As JSON").click();
    },
  },
  events: { path: "events" },
  event: {
    path: "events",
    act: async () => {
      await page.getByRole("gridcell").nth(15).click();
      await expect.element(page.getByRole("complementary")).toBeVisible();
    },
  },
  preview: { path: "preview?user=ana-ribeiro" },
  personas: { path: "personas" },
  persona: { path: "personas/gold-binge-watcher" },
  "persona's reasons": {
    path: "personas/club-member",
    act: async () => {
      await press("Why Plan banner");
      await expect.element(page.getByText("Scenarios, in order")).toBeVisible();
    },
  },
  stage: { path: "stage", says: "Maya opens the app" },
  code: { path: "code" },
  settings: { path: "settings" },
  palette: {
    path: "overview",
    act: async () => {
      await openPalette();
      await paletteSearch().fill("hero");
      await expect.element(page.getByRole("option", { name: /homepage\.hero/ }).first()).toBeVisible();
    },
  },
};

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
  stage: { path: "stage", says: "Maya opens the app" },
  code: { path: "code?target=ios.swift", says: "UnderstudyKey.swift" },
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
  preview: { path: "preview", says: "New Collection" },
  personas: { path: "personas", says: "A persona is a pretend user" },
  stage: { path: "stage", says: "No scene in this Space" },
  code: { path: "code?target=browser.typescript", says: "fallbacks.ts" },
  settings: { path: "settings", says: "Client secret" },
};

/** Addresses that name nothing. */
const missing: Readonly<Record<string, Look>> = {
  page: { path: "no-such-page", says: "Nothing at this address" },
  collection: { path: "collections/no-such", says: "Nothing at this address" },
  tribe: { path: "tribes/no-such", says: "There is no such Tribe here" },
  user: { path: "users/nobody", says: "Nobody called “nobody” here" },
  persona: { path: "personas/no-such", says: "No persona “no-such” here" },
  "user of two lines": { path: "users/no%0Abody%E2%80%A8here", says: "body" },
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
  stage: { path: "stage", says: refusal },
  code: { path: "code?target=browser.typescript", says: refusal },
  settings: { path: "settings" },
};

/** Shows a look, and gives what axe finds in either theme and what overflows. */
async function faultsOf(
  name: string,
  look: Look,
  api: FakeApi,
  space = "cinema",
): Promise<readonly string[]> {
  await showLook(look, api, space);
  return [...(await axeFindings(name)), ...overflow()];
}

async function showLook({ path, environment, says, act }: Look, api: FakeApi, space = "cinema") {
  showConsole(api, `/spaces/${space}/${environment ?? "development"}/${path}`);
  await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
  await settled();
  if (says !== undefined) await expect.element(page.getByText(says).first()).toBeVisible();
  await act?.();
}

describe("every page: axe finds nothing in either theme, and nothing overflows", () => {
  it.each(Object.entries(looks))("%s; zoomed in, every button is within reach", async (name, look) => {
    expect(await faultsOf(name, look, await fullCinema())).toEqual([]);
    expect(complaints()).toEqual([]);
    expect(await outOfReach()).toEqual([]);
  });

  it("follows the system's theme", async () => {
    const ink = () => getComputedStyle(document.body).color;
    showConsole(await fullCinema(), "overview");
    await settled();
    const light = ink();
    onTestFinished(() => commands.likeTheme("light"));
    await commands.likeTheme("dark");
    await expect.poll(ink).not.toBe(light);
  });

  it.each(["collection", "tribe"])("%s, opened at 640 by 400", async (name) => {
    await page.viewport(...zoomed);
    await showLook(looks[name] as Look, await fullCinema());
    expect(await outOfReach()).toEqual([]);
    expect(await axeFindings(`${name}-zoomed`)).toEqual([]);
  });

  it("settings, in a window of 1024 by 700", async () => {
    await page.viewport(1024, 700);
    await showLook(looks.settings, await fullCinema());
    expect(overflow()).toEqual([]);
  });

  it.each(Object.entries(readOnly))("%s, read-only", async (name, look) => {
    expect(await faultsOf(`${name}-read-only`, look, await fullCinema("viewer"))).toEqual([]);
  });

  it.each(Object.entries(nothingYet))("%s of a new Space", async (name, look) => {
    expect(await faultsOf(`${name}-empty`, look, await fullCinema(), "matinee")).toEqual([]);
    expect(complaints()).toEqual([]);
  });

  it.each(Object.entries(missing))("where there is no such %s", async (name, look) => {
    expect(await faultsOf(`no-such-${name}`, look, await fullCinema())).toEqual([]);
  });

  it("where there is no such Space", async () => {
    const look = { path: "events", says: "Nothing at this address" };
    expect(await faultsOf("no-such-space", look, await fullCinema(), "no-such-space")).toEqual([]);
  });

  it.each(Object.entries(refused))("%s, where the server refuses what it reads", async (name, look) => {
    const api = await fullCinema();
    for (const [route, { path }] of Object.entries(platformApi))
      if (/^\/v2\/spaces\/[^/]+\/(?!environments$)/.test(path))
        api.refuse(route as PlatformRoute, "internal-error", `${refusal}.`);
    expect(await faultsOf(`${name}-refused`, look, api)).toEqual([]);
  });
});
