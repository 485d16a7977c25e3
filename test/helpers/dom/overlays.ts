import { expect } from "vitest";
import { commands, type Locator, page, userEvent } from "vitest/browser";
import type { EnvironmentKey } from "../../../src/core/primitives.ts";
import type { FakeApi } from "./fake-api.ts";
import { axeFindings, complaints, settled } from "./looks.ts";

type Act = (api: FakeApi) => Promise<unknown>;

/** What opens over a page: where, by what, and what it shows in turn. */
export interface Overlay {
  /** The component's file, below src/renderer. */
  readonly file: string;
  /** What follows the environment in the address of its page. */
  readonly at: string;
  readonly environment?: EnvironmentKey;
  readonly role?: "dialog" | "menu";
  /** What it is called; a menu is called like its button. */
  readonly name: string | RegExp;
  /** What has the focus before it opens, and gets it back. */
  readonly by: () => Locator;
  /** How it is opened where a click on the former is not all. */
  readonly open?: Act;
  /** What is done in it, one after the other; it is looked at after each. */
  readonly steps?: readonly Act[];
  /** How it is left where Escape must not do. */
  readonly leave?: Act;
}

/**
 * Opens it as its user would and leaves it again. Gives what is wrong, in one line each: what axe finds in either theme, a
 * focus that does not go in or does not come back, what is wrong before anything is typed, an Escape that does not close.
 */
export async function overlayFaults(api: FakeApi, overlay: Overlay): Promise<string[]> {
  const faults: string[] = [];
  const opener = overlay.by().first();
  await (overlay.open ?? (() => opener.click()))(api);
  const surface = page.getByRole(overlay.role ?? "dialog", { name: overlay.name }).first();
  await expect.element(surface).toBeVisible();
  if (!(await comes(() => surface.query()?.contains(document.activeElement) ?? false)))
    faults.push(`the focus does not go in, it is on ${focused()}`);
  faults.push(...complaints(surface.element()));
  faults.push(...(await looks(api, overlay)));
  if (overlay.role === undefined) faults.push(...(await outOfItself()));
  await leave(api, overlay, faults);
  if (!(await comes(() => opener.query() === document.activeElement)))
    faults.push(`the focus does not come back, it is on ${focused()}`);
  return faults.map((fault) => `${overlay.file}, ${overlay.name}: ${fault}`);
}

/** What can be pressed in a dialog and ends outside of it in a window of 320 px: 1280 at a zoom of 400 % (WCAG 1.4.10). */
async function outOfItself(): Promise<string[]> {
  const before = [innerWidth, innerHeight] as const;
  await page.viewport(320, before[1]);
  await settled();
  // What was done in it may have made another dialog of it.
  const out = [...document.querySelectorAll<HTMLElement>("[role$=dialog] .btn")].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const box = one.closest("[role$=dialog]")?.getBoundingClientRect();
    return box !== undefined && width > 0 && (left < box.left || right > box.right + 1);
  });
  await page.viewport(...before);
  return out.map((one) => `at 320 px “${one.innerText}” ends outside of it`);
}

/** What lies over the page: the page itself has been looked at before. */
const contrastOf = "[role=dialog], [role=alertdialog], [role=menu], [data-radix-popper-content-wrapper]";

/** What axe finds in it, as it opens and after each thing that is done in it. */
async function looks(api: FakeApi, { file, name, steps = [] }: Overlay): Promise<string[]> {
  const findings: string[] = [];
  const called = `${file.replace(/^.*\/|\.tsx$/g, "")}-${name}`.replace(/[^A-Za-z0-9]+/g, "-").toLowerCase();
  for (const [index, act] of [async () => {}, ...steps].entries()) {
    await act(api);
    findings.push(...(await axeFindings(`over-${called}-${index}`, contrastOf)));
  }
  return findings;
}

async function leave(api: FakeApi, overlay: Overlay, faults: string[]): Promise<void> {
  const role = overlay.role ?? "dialog";
  const open = () => document.querySelectorAll(`[role=${role}]`).length;
  await userEvent.keyboard("{Escape}");
  if (overlay.leave !== undefined) {
    await drawn();
    if (document.querySelector(`[role=${role}][data-state=open]`) === null)
      faults.push("Escape closes what must be decided");
    await overlay.leave(api);
  }
  if (!(await comes(() => open() === 0))) faults.push("it does not close");
}

/** Whether it comes to be so within a moment. */
const comes = (isSo: () => boolean): Promise<boolean> =>
  expect
    .poll(isSo)
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/** Two frames later: what a key has done is on screen by then, and says that it closes. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

const focused = () => document.activeElement?.outerHTML.slice(0, 120) ?? "nothing";

/** The files below src/renderer, but for those that make the parts themselves, in which something of this kind is opened. */
export const filesThatOpen = (kind: RegExp): Promise<readonly string[]> =>
  commands.filesThatOpen(kind.source);
