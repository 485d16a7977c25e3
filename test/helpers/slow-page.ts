import type { Page } from "playwright-core";

const factor = Number(process.env.SLOW_PAGES ?? 1);

/**
 * Makes a page as many times slower as SLOW_PAGES says, each answer of the server late in proportion. A test that looks
 * before the page has got there passes on a quick machine and fails here.
 */
export async function slowDown(page: Page): Promise<void> {
  if (!(factor > 1)) return;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: factor });
  await devTools.send("Network.enable");
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send("Network.emulateNetworkConditions", { ...unlimited, latency: 50 * factor });
}
