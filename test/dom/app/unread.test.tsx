import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type PlatformRoute, platformApi } from "../../../src/core/api.ts";
import type { PageName } from "../../../src/core/console-pages.ts";
import { unreadableCinema } from "../../helpers/dom/full-cinema.ts";
import { axeFindings, settled } from "../../helpers/dom/looks.ts";
import { faultsSoFar, showConsole } from "../../helpers/dom/show.tsx";
import { Random } from "../../helpers/random.ts";

// Whatever one request of a page comes to, the page stands, says that something could not be read or is still being read, says
// of nothing that there is none, and is whole again once it is answered. `UNREAD_PAGES=all npx vitest run --project dom
// test/dom/app/unread` has every read of every page fail in each way; every run some of some pages.

const wanted = inject("unreadPages");
const seed = inject("unreadSeed");
/** How many pages every run opens, and how many failures on each. */
const slice = { pages: 3, failures: 2 };

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(1280, 800));

/** Every page is among them. */
const paths: Readonly<Record<PageName, readonly string[]>> = {
  overview: ["development/overview"],
  collections: [
    "development/collections",
    "staging/collections/homepage",
    "staging/collections/homepage/hero",
    "staging/collections/homepage/body",
    "development/collections/homepage/hero?tab=code",
    "development/collections/homepage?tab=history",
    "development/collections/types",
    "development/collections/types/hero",
  ],
  tribes: ["development/tribes", "production/tribes/binge-watchers", "development/tribes/new"],
  users: ["production/users", "development/users/ana-ribeiro"],
  events: ["development/events"],
  preview: ["development/preview?user=ana-ribeiro"],
  personas: ["development/personas", "development/personas/gold-binge-watcher"],
  stage: ["development/stage"],
  code: ["development/code", "development/code?target=ios.swift"],
  settings: ["development/settings"],
};

const failures = ["internal-error", "forbidden", "lost", "held"] as const;

/** What a page says of what it could not have. */
const saysSo = /could not be|cannot be|not counted|Not everything|Not reachable|Try again/;
const saysItWaits = /has not answered yet|Still reading/;
/** What would be said where there is none. */
const saysNone =
  /^0$|^0 of |\bNo \w+.*(yet|here)\b|^No \w+$|\bNobody\b|\bnot used\b|\bas in version\b|There is no/i;

/** Only says whether to look anew: nothing of the page is missing without it. */
const isSilent = (path: string, route: PlatformRoute) =>
  path === "development/tribes/new" && route === "listEvents";

/** The words of the page, without times, and without what the chart of events counts, which waits for nobody. */
const words = (): readonly string[] =>
  document.body.innerText
    .split("\n")
    .map((line) => line.trim().replace(/\d+ (s|min|h) ago|just now|\d\d:\d\d(:\d\d(\.\d+)?)?/g, "…"))
    .filter((line) => line !== "" && !/^(…$|\d+ events?\b|Events from\b)/.test(line));

const buttons = (name: RegExp): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("button")].filter(
    (one) => name.test(one.innerText.trim()) && one.getClientRects().length > 0,
  );

/** What is said here and not there. */
function added(here: readonly string[], there: readonly string[]): readonly string[] {
  const left = [...there];
  return here.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function open(path: string, api: Parameters<typeof showConsole>[0]) {
  const shown = showConsole(api, `/spaces/cinema/${path}`);
  await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
  return shown;
}

/** The page as it is where everything is read, and which routes it reads. */
async function wholePage(path: string) {
  const { api } = unreadableCinema();
  const { leave } = await open(path, api);
  await settled();
  const routes = (Object.keys(platformApi) as PlatformRoute[]).filter((one) => api.asked(one).length > 0);
  const whole = words();
  leave();
  return { whole, routes };
}

/** Opens it with one route that fails so, and gives what is wrong with it. */
async function faultsOf(
  path: string,
  whole: readonly string[],
  route: PlatformRoute,
  failure: (typeof failures)[number],
): Promise<readonly string[]> {
  const { api, mend } = unreadableCinema(route, failure);
  const { leave } = await open(path, api);
  await expect.poll(() => api.asked(route).length).toBeGreaterThan(0);
  const faults: string[] = [];
  const rest = () => settled().catch((error) => Promise.reject(new Error(`${route} ${failure}: ${error}`)));
  if (failure === "held") {
    const waits = () =>
      document.querySelector("#root :is([aria-busy=true], .skeleton)") !== null ||
      saysItWaits.test(document.body.innerText);
    await expect.poll(waits, { message: `${route} held: nothing says that it waits` }).toBe(true);
  } else {
    await rest();
    if (!saysSo.test(document.body.innerText) && !isSilent(path, route))
      faults.push("nothing says that it could not be read");
    if (document.querySelector("#root :is([aria-busy=true], .skeleton)") !== null)
      faults.push("something waits for it for ever");
  }
  faults.push(...added(words(), whole).filter((line) => saysNone.test(line)));
  mend();
  await readAgain();
  await rest();
  const isWhole = () => added(whole, words()).concat(added(words(), whole));
  await expect.poll(isWhole, { message: `${route} ${failure}: afterwards` }).toEqual([]);
  if (document.body.innerText.includes("This page broke")) faults.push("it broke");
  faults.push(...faultsSoFar());
  leave();
  return faults.map((fault) => `${route} ${failure}: ${fault}`);
}

/** As an operator does: by the page's own buttons, then by what its foot says is left. */
async function readAgain(): Promise<void> {
  for (const own of buttons(/^Try again$/)) own.click();
  await settled();
  const [note] = buttons(/^Not everything could be read$/);
  if (note === undefined) return;
  note.click();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Everything has been read now.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
}

const random = new Random(seed);
const all = Object.values(paths).flat();
const mixed = [...all].sort(() => random.next() - 0.5);
const tried = wanted === "all" ? all : mixed.slice(0, slice.pages);

describe(`every page, when one of its reads fails, of seed ${seed}`, () => {
  it.each(tried)("%s", async (path) => {
    const { whole, routes } = await wholePage(path);
    const cases = routes.flatMap((route) => failures.map((failure) => [route, failure] as const));
    const some = wanted === "all" ? cases : Array.from({ length: slice.failures }, () => random.pick(cases));
    const faults: string[] = [];
    for (const [route, failure] of some) faults.push(...(await faultsOf(path, whole, route, failure)));
    expect(faults).toEqual([]);
  });
});

describe("what could not be read", () => {
  const note = page.getByRole("button", { name: "Not everything could be read" });

  it("is said at the foot with its reason, is not said to be as it was, and is read again there", async () => {
    const { api, mend, fail } = unreadableCinema("getPublication", "internal-error");
    await open("staging/collections/homepage", api);
    await note.click();
    await expect.element(page.getByText("Publications: The disk is full.")).toBeVisible();
    expect(document.body.innerText).not.toMatch(/as in version|changed since version/);
    expect(await axeFindings("unread", ".foot-popover")).toEqual([]);
    fail("held");
    const again = page.getByRole("button", { name: "Try again" });
    await again.click();
    const isAsked = page.getByRole("button", { name: "Trying again…" });
    await expect.element(isAsked).toHaveFocus();
    mend();
    await expect.element(page.getByText("Everything has been read now.")).toBeVisible();
    await expect.element(again).toHaveFocus();
    await expect.element(page.getByText("changed since version 1").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(note).not.toBeInTheDocument();
  });

  it("is called as the console calls it", async () => {
    await open("development/settings", unreadableCinema("listMembers", "internal-error").api);
    await note.click();
    await expect
      .element(page.getByText("Organizations and people: The disk is full.", { exact: true }))
      .toBeVisible();
  });

  it("is not said to be unread where it has only not come yet", async () => {
    const { api, mend } = unreadableCinema("countUsers", "held");
    await open("development/collections", api);
    const reading = page.getByText("Still reading…");
    await expect.element(reading).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    mend();
    await expect.element(reading).not.toBeInTheDocument();
  });

  it("is said of a persona, too, and read again", async () => {
    const { api, mend } = unreadableCinema("getPersona", "internal-error");
    await open("development/personas/gold-binge-watcher", api);
    await expect.element(page.getByText("Gold binge watcher could not be loaded")).toBeVisible();
    mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("heading", { name: "Who they are" })).toBeVisible();
  });
});
