import type { Browser, Page } from "playwright-core";

const factor = Number(process.env.SLOW_PAGES ?? 1);
/** Milliseconds, of which a page has one part of `factor`. */
const turn = 40;
/** How to look for a browser's pages anew. */
const paced = new WeakMap<Browser, Promise<() => Promise<void>>>();

/**
 * Makes a page as many times slower as SLOW_PAGES says, each answer of the server late in proportion. A test that looks
 * before the page has got there passes on a quick machine and fails here.
 */
export async function slowDown(page: Page): Promise<void> {
  if (!(factor > 1)) return;
  const browser = page.context().browser();
  if (browser === null) throw new Error("a context of no browser can't be made slower");
  const look = paced.get(browser) ?? pace(browser);
  paced.set(browser, look);
  await (await look)();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send("Network.emulateNetworkConditions", { ...unlimited, latency: 50 * factor });
}

/**
 * Halts a browser's pages for the rest of each turn, on POSIX. Chromium's own throttling lets them spin instead, which takes the
 * processor from all else: a run took twice as long. Gives how to look for pages that are new.
 */
async function pace(browser: Browser): Promise<() => Promise<void>> {
  const devTools = await browser.newBrowserCDPSession();
  let pages: readonly number[] = [];
  let halted: readonly number[] = [];
  const look = async () => {
    const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
    pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  };
  const goOn = () => tell(halted, "SIGCONT");
  let halting: NodeJS.Timeout | undefined;
  const turning = setInterval(() => {
    goOn();
    halting = setTimeout(() => {
      halted = pages;
      tell(halted, "SIGSTOP");
    }, turn / factor);
  }, turn);
  const looking = setInterval(() => void look().catch(() => {}), 50);
  process.once("exit", goOn);
  browser.once("disconnected", () => {
    clearInterval(looking);
    clearInterval(turning);
    clearTimeout(halting);
    process.off("exit", goOn);
    goOn();
  });
  return look;
}

function tell(pages: readonly number[], signal: "SIGCONT" | "SIGSTOP"): void {
  for (const id of pages)
    try {
      process.kill(id, signal);
    } catch (error) {
      // It has ended since it was looked for.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}
