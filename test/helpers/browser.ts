import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { chromiumArgs, chromiumPath } from "./chromium.ts";
import { slowDown } from "./slow-page.ts";

/** Starts a real Chromium: the one named by CHROMIUM_PATH, else the first that is installed. Throws where there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("no Chromium found: install one, or set CHROMIUM_PATH");
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** A page with a record of what it must never do. */
export interface WatchedPage {
  readonly page: Page;
  /** Addresses of another origin that were asked for. */
  readonly outside: string[];
  /** Errors of the page and of its console, but for answers that a test provokes itself. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

/** Opens an address in a fresh context and watches it. */
export async function watchPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  return { ...(await watchPageIn(context, url)), close: () => context.close() };
}

/** Opens an address in a context that is there already and watches it. Closing it closes every page of the context. */
export async function watchPageIn(
  context: BrowserContext,
  url: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { origin } = new URL(url);
  const outside: string[] = [];
  const complaints: string[] = [];
  const note = (request: Request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !asked.startsWith("data:")) outside.push(asked);
  };
  context.on("request", note);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const provoked = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !provoked) complaints.push(message.text());
  });
  await prepare(page);
  await slowDown(page);
  await page.goto(url);
  const close = async () => {
    context.off("request", note);
    await Promise.all(context.pages().map((one) => one.close()));
  };
  return { page, outside, complaints, close };
}

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/**
 * What axe has against the page as it stands, in both themes, in one line each. `seen` is called in each theme. A page that
 * looks the same in both was given a theme by hand, and is looked at in one only: that is a finding too.
 */
export async function axeFindings(
  page: Page,
  seen: (theme: Theme) => Promise<void> = async () => {},
): Promise<string[]> {
  const findings: string[] = [];
  const inks: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await settle(page, inks.length === 0 ? 300 : 50);
    inks.push(await page.evaluate(() => getComputedStyle(document.body).color));
    findings.push(...(await violations(page)).map((line) => `${theme}: ${line}`));
    await seen(theme);
  }
  if (inks[0] === inks[1]) findings.push("dark: the page does not follow the colour scheme");
  return findings;
}

/**
 * Entering parts are see-through for a moment, which is no contrast to measure. What was only just pressed is given time to
 * come first; another theme has only colours that change.
 */
async function settle(page: Page, patience: number): Promise<void> {
  await page.waitForTimeout(patience);
  await page.evaluate(async (longest) => {
    const moving = document.getAnimations().filter(({ effect, currentTime }) => {
      const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime ?? 0);
      return left > 0 && left <= longest;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, 500);
}

/** Half as long to read for a page as the one with its comments. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds. It is put into the page once, and run there: a builder's blank page for each run takes seconds. */
async function violations(page: Page): Promise<string[]> {
  const there = await page.evaluate(() => "axe" in window);
  if (!there) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { run } = (window as unknown as { readonly axe: typeof axe }).axe;
    const found = await run(document, { resultTypes: ["violations"], preload: false });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  });
}
