import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Starts a real Chromium: the one named by CHROMIUM_PATH, else the first that is installed. Throws where there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium found: install one, or set CHROMIUM_PATH");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
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
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { origin } = new URL(url);
  const outside: string[] = [];
  const complaints: string[] = [];
  context.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !asked.startsWith("data:")) outside.push(asked);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const provoked = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !provoked) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, outside, complaints, close: () => context.close() };
}

/** What a theme changes is colour: all else is looked at in the light one. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe has against the page as it stands, in one line each: everything, or in the dark theme what is about colour. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Entering parts are see-through for a moment, which is no contrast to measure.
  await page.waitForTimeout(300);
  const isDark = await page.evaluate(() => {
    const { colorScheme } = getComputedStyle(document.documentElement);
    return (
      colorScheme === "dark" ||
      (colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
    );
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (isDark ? axe.withRules(colourRules) : axe).analyze();
  return violations.flatMap((found) => found.nodes.map((node) => `${found.id}: ${node.html.slice(0, 200)}`));
}
