import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Where the focus is, from something that is looked for; null where that is drawn no more. */
const focusFrom = (one: Element) => {
  const { activeElement: at, body } = document;
  if (!one.isConnected) return null;
  if (one.contains(at)) return "there";
  const isAfter =
    at !== body && at !== null && one.compareDocumentPosition(at) === Node.DOCUMENT_POSITION_FOLLOWING;
  return isAfter ? "after" : "before";
};

/**
 * Walks with Tab, or back with Shift+Tab, until something has the focus, as somebody without a mouse does; Enter then presses
 * it. It is looked for once, and again where it was drawn anew: to find it at each stop, the page would have to name all that
 * it shows.
 */
export async function tabTo(page: Page, target: Locator, mostStops = 200): Promise<void> {
  const find = async () => {
    await target.first().waitFor();
    return target.first().elementHandle();
  };
  let wanted = await find();
  // A thing that is drawn anew all the time counts as stops, too: the walk ends.
  for (let stop = 0; stop < mostStops; stop += 1) {
    const at = await wanted?.evaluate(focusFrom);
    if (at === "there") return;
    if (at === "after") await page.keyboard.press("Shift+Tab");
    else if (at === "before") await page.keyboard.press("Tab");
    else wanted = await find();
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Walks to something and presses it. */
export async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Waits until something has the focus: a key that is pressed before goes elsewhere. */
export async function hasFocus(target: Locator): Promise<void> {
  const there = () => target.evaluate((element) => element === document.activeElement);
  await expect.poll(there, { message: `${target} has the focus` }).toBe(true);
}

/** Types into the palette, and waits until Enter would choose what is meant. */
export async function find(page: Page, typed: string, wanted: string | RegExp = ""): Promise<void> {
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search or run a command" });
  await hasFocus(box);
  await page.keyboard.type(typed);
  await expect.poll(() => box.inputValue()).toBe(typed);
  await page.locator("[cmdk-item][aria-selected=true]", { hasText: wanted }).waitFor();
}

/** Finds something in the palette and opens it. */
export async function goTo(page: Page, typed: string, wanted: string | RegExp = typed): Promise<void> {
  await find(page, typed, wanted);
  await page.keyboard.press("Enter");
}

/** Does things, one right after the other, while the page is too busy to draw: it hears them all before its next frame. */
export async function whileBusy(page: Page, act: () => readonly Promise<unknown>[]): Promise<void> {
  const busy = page.evaluate(() => {
    const until = performance.now() + 300;
    while (performance.now() < until);
  });
  await Promise.all([busy, ...act()]);
}
