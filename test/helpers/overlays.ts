import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./browser.ts";
import { root } from "./built-program.ts";
import { keepPicture } from "./keep-picture.ts";

type Act = (page: Page) => Promise<unknown>;

/** What opens over a page: where, by what, and what it shows in turn. */
export interface Overlay {
  /** The component's file, below src/renderer. */
  readonly file: string;
  /** What follows the environment in the address of its page. */
  readonly at: string;
  readonly environment?: "development" | "staging" | "production";
  readonly role?: "dialog" | "menu";
  /** What it is called; a menu is called like its button. */
  readonly name: string | RegExp;
  /** What has the focus before it opens, and gets it back. */
  readonly by: (page: Page) => Locator;
  /** How it is opened where a click on the former is not all. */
  readonly open?: Act;
  /** What is done in it, one after the other; it is looked at after each. */
  readonly steps?: readonly Act[];
  /** How it is left where Escape must not do. */
  readonly leave?: Act;
}

/** The files below src/renderer, but for those that make the parts themselves, in which something of this kind is opened. */
export function filesThatOpen(kind: RegExp): string[] {
  const renderer = join(root, "src/renderer");
  return readdirSync(renderer, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("parts/"))
    .filter((file) => kind.test(readFileSync(join(renderer, file), "utf8")))
    .sort();
}

/**
 * Opens it as its user would and leaves it again. Gives what is wrong, in one line each: what axe finds in either theme, a
 * focus that does not go in or does not come back, an Escape that does not close.
 */
export async function overlayFaults(page: Page, overlay: Overlay): Promise<string[]> {
  const faults: string[] = [];
  const opener = overlay.by(page).first();
  await (overlay.open ?? (() => opener.click()))(page);
  const surface = page.getByRole(overlay.role ?? "dialog", { name: overlay.name }).first();
  await surface.waitFor();
  if (!(await hasFocus(surface, (element) => element.contains(document.activeElement))))
    faults.push(`the focus does not go in, it is on ${await focused(page)}`);
  faults.push(...(await looks(page, overlay)));
  await leave(page, overlay, faults);
  if (!(await hasFocus(opener, (element) => element === document.activeElement)))
    faults.push(`the focus does not come back, it is on ${await focused(page)}`);
  return faults.map((fault) => `${overlay.file}, ${overlay.name}: ${fault}`);
}

/** What lies over the page: the page itself has been looked at before. */
const contrastOf = "[role=dialog], [role=alertdialog], [role=menu], [data-radix-popper-content-wrapper]";

/** What axe finds in it, as it opens and after each thing that is done in it. */
async function looks(page: Page, { file, name, steps = [] }: Overlay): Promise<string[]> {
  const findings: string[] = [];
  const called = `${file.replace(/^.*\/|\.tsx$/g, "")}-${name}`.replace(/[^A-Za-z0-9]+/g, "-").toLowerCase();
  for (const [index, act] of [async () => {}, ...steps].entries()) {
    await act(page);
    const seen = (theme: string) => keepPicture(page, `over-${called}-${index}-${theme}`);
    findings.push(...(await axeFindings(page, { seen, contrastOf })));
  }
  return findings;
}

async function leave(page: Page, overlay: Overlay, faults: string[]): Promise<void> {
  const all = page.getByRole(overlay.role ?? "dialog");
  await page.keyboard.press("Escape");
  if (overlay.leave !== undefined) {
    await drawn(page);
    if ((await all.and(page.locator("[data-state=open]")).count()) === 0)
      faults.push("Escape closes what must be decided");
    await overlay.leave(page);
  }
  await all
    .first()
    .waitFor({ state: "detached" })
    .catch(() => faults.push("it does not close"));
}

/** Whether the focus comes to where it should be within a moment. */
async function hasFocus(locator: Locator, is: (element: Element) => boolean): Promise<boolean> {
  return expect
    .poll(async () => (await locator.count()) > 0 && (await locator.evaluate(is)))
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

/** Two frames later: what a key has done is on screen by then, and says that it closes. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? "nothing");
