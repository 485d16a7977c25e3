import type { Locator, Page } from "playwright-core";

const mostStops = 200;

/** Walks with Tab until something has the focus, as somebody without a mouse does; Enter then presses it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < mostStops; stop += 1) {
    const there = await target.first().evaluate((element) => element.contains(document.activeElement));
    if (there) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Walks to something and presses it. */
export async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Finds something in the palette and opens it. */
export async function goTo(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).waitFor();
  await page.keyboard.type(typed);
  await page.locator("[cmdk-item][aria-selected=true]").waitFor();
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter");
}
