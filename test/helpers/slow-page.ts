import type { Browser, Page } from "playwright-core";

const factor = Number(process.env.SLOW_PAGES ?? 1);
/** Milliseconds, of which a page has one part of `factor`. */
const turn = 40;
const paced = new WeakSet<Browser>();

/**
 * Makes a page as many times slower as SLOW_PAGES says, each answer of the server late in proportion. A test that looks
 * before the page has got there passes on a quick machine and fails here.
 */
export async function slowDown(page: Page): Promise<void> {
  if (!(factor > 1)) return;
  const browser = page.context().browser();
  if (browser !== null && !paced.has(browser)) await pace(browser);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send("Network.emulateNetworkConditions", { ...unlimited, latency: 50 * factor });
}

/**
 * Halts a browser's pages for the rest of each turn. Chromium's own throttling lets them spin instead, which takes the
 * processor from all else: a run took four times as long.
 */
async function pace(browser: Browser): Promise<void> {
  paced.add(browser);
  const devTools = await browser.newBrowserCDPSession();
  let pages: readonly number[] = [];
  const look = async () => {
    const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
    pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  };
  await look();
  const looking = setInterval(() => void look().catch(() => {}), 250);
  const turning = setInterval(() => {
    tell(pages, "SIGCONT");
    setTimeout(tell, turn / factor, pages, "SIGSTOP");
  }, turn);
  browser.once("disconnected", () => {
    clearInterval(looking);
    clearInterval(turning);
  });
}

/** A process may have ended since they were looked for. */
function tell(pages: readonly number[], signal: "SIGCONT" | "SIGSTOP"): void {
  for (const id of pages)
    try {
      process.kill(id, signal);
    } catch {}
}
