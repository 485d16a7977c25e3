import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { commands, page } from "vitest/browser";
import { pages } from "../../../src/core/console-pages.ts";
import type { FakeApi } from "../../helpers/dom/fake-api.ts";
import { legalApi } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { faultsSoFar, showConsole } from "../../helpers/dom/show.tsx";
import { Random } from "../../helpers/random.ts";

// Whatever the API takes, every page opens with it and shows it, and so does all that opens on it: nothing ends in the error
// page, the console says no error, and nothing is written or edited. `LEGAL_SPACES=10 LEGAL_SEED=7 npx vitest run --project
// dom test/dom/app/legal` opens every page of ten Spaces; every run opens some of one.

const spaces = inject("legalSpaces");
const seed = inject("legalSeed");
/** How many pages of a kind every run opens, and how many things on each. */
const slice = { pages: 2, presses: 3 };
const presses = spaces === 0 ? slice.presses : 12;

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(1280, 800));

/** What is wrong now, with what was done last. */
function faultsOf(api: FakeApi, done: string): readonly string[] {
  const broken = document.body.innerText.match(/This page broke[\s\S]*/)?.[0];
  const edits = Object.keys(localStorage).filter((key) => key.startsWith("understudy:unsaved:"));
  const mute = [...document.querySelectorAll("#root :is(h1, a)")].filter((one) => nameOf(one) === "");
  const said = [
    ...faultsSoFar(),
    ...api.faults,
    ...mute.map(({ outerHTML }) => `says nothing: ${outerHTML}`),
  ];
  return [...(broken === undefined ? [] : [broken]), ...edits.map((key) => `edited: ${key}`), ...said].map(
    (fault) => `${done}: ${fault.slice(0, 600)}`,
  );
}

const nameOf = (element: Element): string =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 80);

/** What shows more when it is pressed, and changes nothing: menus, popovers, dialogs, tabs, rows that open. */
function openers(): readonly HTMLElement[] {
  const found = document.querySelectorAll<HTMLElement>(
    "#root :is(button, [role=tab], summary):is([aria-haspopup], [aria-expanded=false], [role=tab], summary)",
  );
  const dialogs = [...document.querySelectorAll<HTMLElement>("#root button")].filter((one) =>
    one.innerText.trim().endsWith("…"),
  );
  return [...new Set([...found, ...dialogs])].filter(
    (one) =>
      one.getClientRects().length > 0 &&
      !one.matches(":disabled, [aria-disabled=true]") &&
      !asksTheBrowser.test(nameOf(one)),
  );
}

/** These open a window of the browser's own, which takes a person's press, or the network. */
const asksTheBrowser = /^(Write into a folder|Pair a phone|Import a snapshot)/;

function press(element: HTMLElement): void {
  element.focus();
  element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
  element.click();
}

async function leaveAll(): Promise<void> {
  for (let times = 0; times < 4; times += 1) {
    if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") === null)
      return;
    const where = document.activeElement ?? document.body;
    where.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    await settled();
  }
}

/** Presses what opens, in a random order, each once, and what in its menu opens a dialog. Gives the first faults. */
async function openAll(api: FakeApi, random: Random): Promise<readonly string[]> {
  const done = new Set<string>();
  const address = location.href;
  for (let count = 0; count < presses; count += 1) {
    const left = openers().filter((one) => !done.has(nameOf(one)));
    if (left.length === 0) return [];
    const opener = random.pick(left);
    const name = nameOf(opener);
    done.add(name);
    press(opener);
    await settled();
    let faults = faultsOf(api, name);
    if (faults.length > 0) return faults;
    const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].filter(
      (one) => one.innerText.trim().endsWith("…") && !asksTheBrowser.test(nameOf(one)),
    );
    if (items.length > 0) {
      const item = random.pick(items);
      const what = `${name} > ${nameOf(item)}`;
      item.click();
      await settled();
      faults = faultsOf(api, what);
      if (faults.length > 0) return faults;
    }
    await leaveAll();
    faults = faultsOf(api, `${name}, left`);
    if (faults.length > 0) return faults;
    if (location.pathname !== new URL(address).pathname) return [];
  }
  return [];
}

async function open(key: string, path: string, random: Random): Promise<void> {
  const api = legalApi();
  showConsole(api, `/spaces/${key}/development/${path}`);
  await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
  await settled();
  expect(faultsOf(api, "opened")).toEqual([]);
  expect(await openAll(api, random)).toEqual([]);
}

/** Pages of one kind have an address of this many parts below the same page. */
const kindOf = (path: string): string => {
  const [page = "", second, ...more] = path.split(/[/?]/);
  return second === "types" || page === "preview" ? `${page} of it` : `${page} ${more.length}`;
};

const laid = await Promise.all(
  Array.from({ length: Math.max(1, spaces) }, (_, index) => commands.layLegal(seed + index)),
);
describe.each(laid.map(({ key, paths, refused }, index) => ({ key, paths, refused, of: seed + index })))(
  "every page opens with what the API took, of seed $of ($refused refused)",
  ({ key, paths, of }) => {
    const random = new Random(of);
    const all = [...pages, "collections/types", "tribes/new", ...paths];
    const mixed = [...all].sort(() => random.next() - 0.5);
    const isNew = (path: string, at: number) =>
      mixed.slice(0, at).filter((one) => kindOf(one) === kindOf(path)).length < slice.pages;
    const shown = spaces > 0 ? all : mixed.filter(isNew);
    it.each(shown)("%s", (path) => open(key, path, random));
  },
);
