import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

const usual = { width: 1280, height: 800 };

/**
 * Contexts that are used again by a later test, with nothing of the test before but the browser's cache and its process: to
 * load and compile the console anew for each page takes three times as long as the page. Two pages of one test never share one.
 */
export class WarmContexts {
  readonly #browser: Browser;
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #taken: { readonly key: string; readonly context: BrowserContext }[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A context with these options, and what makes its first page as new before it goes anywhere. */
  async take({ viewport, storageState, ...rest }: BrowserContextOptions, origin: string) {
    const key = JSON.stringify(rest);
    const context = this.#free.get(key)?.pop() ?? (await this.#open(rest, origin));
    this.#taken.push({ key, context });
    await context.clearCookies();
    if (typeof storageState === "object") await context.addCookies(storageState.cookies);
    const prepare = async (page: Page) => {
      await page.setViewportSize(viewport ?? usual);
      await forget(page, origin);
      const own = typeof storageState === "object" ? storageState.origins : [];
      await page.addInitScript((stored) => {
        for (const { name, value } of stored.find((one) => one.origin === location.origin)?.localStorage ??
          [])
          if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
      }, own);
    };
    return { context, prepare };
  }

  /** Its first page stays: the process ends with the last one. */
  async #open(options: BrowserContextOptions, origin: string): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: usual, reducedMotion: "reduce", ...options });
    await (await context.newPage()).goto(`${origin}/healthz`);
    return context;
  }

  /** Where the server that they were for is gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#free.values()].flat().map((one) => one.close()));
  }

  /** The pages of a test are closed: what they were in may be used again. */
  release(): void {
    for (const { key, context } of this.#taken.splice(0))
      this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
  }
}

/** Empties what an origin has stored in the page's context. */
async function forget(page: Page, origin: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,cache_storage",
  });
  await devTools.detach();
}
