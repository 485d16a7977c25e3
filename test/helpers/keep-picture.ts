import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";

// With UNDERSTUDY_PICTURES set to a folder, what the tests look at is kept there as a picture, in both sizes; those that the
// docs show are taken so too (`npm run pictures`).
const folder = process.env.UNDERSTUDY_PICTURES;

/** Keeps a picture of the page as it stands, 1440 and 1280 wide, where somebody wants pictures. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const before = page.viewportSize();
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  if (before !== null) await page.setViewportSize(before);
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
] as const;
