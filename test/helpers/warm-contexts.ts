import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

type Options = Omit<BrowserContextOptions, "viewport" | "storageState">;

const usual = { width: 1280, height: 800 };

/** A context, and the page of it that stays: the process ends with the last one. */
interface Warm {
  readonly options: Options;
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Contexts that are used again by a later test, each with its page, and with nothing of the test before but the browser's cache
 * and its process. To load and compile the console anew takes three times as long as what else it does, and to open a page and
 * close it as long as to load the console into one that is there. Two pages that one test asks for never share one. What stays,
 * and a test takes back itself: listeners on the page, keys that it holds, and what it gives the context.
 */
export class WarmContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #free = new Map<string, Warm[]>();
  readonly #taken: Warm[] = [];
  /** A page of theirs crashed, or they were closed: no later test may have them. */
  readonly #broken = new WeakSet<BrowserContext>();
  /** Pages that a test has given what can't be taken back. */
  readonly #changed = new WeakSet<Page>();

  /** @param origin whose pages are opened in them: what is stored there is forgotten */
  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** A page as new that is at the origin and has been nowhere else, in a context with these options. */
  async take({ viewport, storageState, ...options }: BrowserContextOptions): Promise<Page> {
    const warm = this.#whole(options) ?? (await this.#open(options));
    this.#taken.push(warm);
    const { context, page } = warm;
    const stored = typeof storageState === "object" ? storageState : { cookies: [], origins: [] };
    await context.clearCookies();
    await context.addCookies(stored.cookies);
    await page.setViewportSize(viewport ?? usual);
    await this.#forget(page);
    await page.evaluate(
      (items) => {
        window.name = "";
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      stored.origins.find((one) => one.origin === this.#origin)?.localStorage ?? [],
    );
    return page;
  }

  /** The test is over. Its pages are closed but for those that stay; where it has failed, nothing of it is used again. */
  async release(hasFailed = false): Promise<void> {
    for (const warm of this.#taken.splice(0)) {
      const rested = hasFailed || this.#broken.has(warm.context) ? null : await this.#rest(warm);
      if (rested === null) await warm.context.close();
      else this.#freeOf(warm.options).push(rested);
    }
  }

  /** Where the server that they were for is gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#free.values()].flat().map(({ context }) => context.close()));
  }

  async #open(options: Options): Promise<Warm> {
    const context = await this.#browser.newContext({ viewport: usual, reducedMotion: "reduce", ...options });
    const isBroken = () => this.#broken.add(context);
    context.on("close", isBroken);
    context.on("page", (page) => page.on("crash", isBroken));
    try {
      return { options, context, page: await this.#newPage(context) };
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  async #newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    for (const method of ["addInitScript", "exposeFunction", "exposeBinding"] as const) {
      const given = page[method].bind(page) as (...all: unknown[]) => Promise<unknown>;
      const noted = (...all: unknown[]) => {
        this.#changed.add(page);
        return given(...all);
      };
      Object.assign(page, { [method]: noted });
    }
    await this.#leave(page);
    return page;
  }

  /** To where no script runs. */
  #leave = (page: Page) => page.goto(`${this.#origin}/healthz`);

  /** The same with a page that has left what the test was at; null where that can't be. */
  async #rest({ options, context, page }: Warm): Promise<Warm | null> {
    try {
      const stays = page.isClosed() || this.#changed.has(page) ? await this.#newPage(context) : page;
      const others = context.pages().filter((one) => one !== stays);
      await Promise.all(others.map((one) => one.close()));
      if (stays !== page) return { options, context, page: stays };
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const { colorScheme = "light", reducedMotion = "reduce" } = options;
      await page.emulateMedia({ colorScheme, reducedMotion, media: null, forcedColors: null });
      await this.#leave(page);
      // What a test held down is held on the next page, too.
      await page.mouse.up();
      await page.mouse.move(0, 0);
      return { options, context, page };
    } catch {
      return null;
    }
  }

  #freeOf(options: Options): Warm[] {
    const key = JSON.stringify(options);
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    return free;
  }

  /** One that is free; those that broke meanwhile go. */
  #whole(options: Options): Warm | undefined {
    const free = this.#freeOf(options);
    let warm = free.pop();
    while (warm !== undefined && this.#broken.has(warm.context)) warm = free.pop();
    return warm;
  }

  /** Empties what the origin has stored, and the way back. */
  async #forget(page: Page): Promise<void> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Storage.clearDataForOrigin", {
      origin: this.#origin,
      storageTypes: "local_storage,indexeddb,cache_storage",
    });
    await devTools.send("Page.resetNavigationHistory");
    await devTools.detach();
  }
}
