import type { Page } from "playwright-core";

/**
 * Stops the time of what is said and can be undone, as a pointer on it does, from before it is said: what a test does
 * meanwhile may take longer on a slow page than an undo is offered. It lasts until the last one is gone.
 */
export async function holdToasts(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Messages" }).dispatchEvent("pointerover");
}
