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
  /** A page of theirs crashed, or they were closed: no later test may have them. */
  readonly #broken = new WeakSet<BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A context with these options, and what makes its first page as new before it goes anywhere. */
  async take({ viewport, storageState, ...rest }: BrowserContextOptions, origin: string) {
    const key = JSON.stringify(rest);
    const context = this.#whole(key) ?? (await this.#open(rest, origin));
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
    const isBroken = () => this.#broken.add(context);
    context.on("close", isBroken);
    context.on("page", (page) => page.on("crash", isBroken));
    try {
      await (await context.newPage()).goto(`${origin}/healthz`);
    } catch (error) {
      await context.close();
      throw error;
    }
    return context;
  }

  /** One that is free; those that broke meanwhile go. */
  #whole(key: string): BrowserContext | undefined {
    const whole = (this.#free.get(key) ?? []).filter((one) => !this.#broken.has(one));
    this.#free.set(key, whole);
    return whole.pop();
  }

  /** Where the server that they were for is gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#free.values()].flat().map((one) => one.close()));
  }

  /** The pages of a test are closed: what they were in may be used again. */
  async release(): Promise<void> {
    for (const { key, context } of this.#taken.splice(0))
      if (this.#broken.has(context)) await context.close();
      else this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
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
