import type { Page } from "playwright-core";

/** Holds what a page changes at some address until it is let go: what is written elsewhere before that is there first. */
export async function holdWrites(page: Page, address: string): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === "PATCH") await free;
    await route.fallback();
  });
  return letGo;
}
