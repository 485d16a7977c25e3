import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Request,
} from "playwright-core";
import { atRest } from "./at-rest.ts";
import { chromiumArgs, chromiumPath } from "./chromium.ts";
import { newTexts } from "./new-texts.ts";
import { patience } from "./patience.ts";
import { slowDown } from "./slow-page.ts";

let started: Promise<Browser> | undefined;

/**
 * A real Chromium: the one named by CHROMIUM_PATH, else the first that is installed. There is one for all files of a worker,
 * started by the first that wants it; it ends with the worker. Throws where there is none.
 */
export async function sharedBrowser(): Promise<Browser> {
  started ??= launch();
  if ((await started).isConnected()) return started;
  started = launch();
  return started;
}

async function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("no Chromium found: install one, or set CHROMIUM_PATH");
  // A worker that is told to end must do so: its exit takes the browser with it.
  process.once("SIGTERM", () => process.exit());
  return chromium.launch({ executablePath, args: chromiumArgs, handleSIGTERM: false });
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
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  return { ...(await watchPageIn(await context.newPage(), url)), close: () => context.close() };
}

/** Opens an address in a page that is there already and watches it. Closing it only ends that. */
export async function watchPageIn(page: Page, url: string): Promise<WatchedPage> {
  const context = page.context();
  page.setDefaultTimeout(patience);
  const { origin } = new URL(url);
  const outside: string[] = [];
  const complaints: string[] = [];
  const note = (request: Request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !asked.startsWith("data:")) outside.push(asked);
  };
  context.on("request", note);
  const complain = (error: Error) => complaints.push(error.message);
  const hear = (message: ConsoleMessage) => {
    const provoked = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !provoked) complaints.push(message.text());
  };
  page.on("pageerror", complain);
  page.on("console", hear);
  await slowDown(page);
  await page.goto(url);
  const close = async () => {
    context.off("request", note);
    page.off("pageerror", complain);
    page.off("console", hear);
  };
  return { page, outside, complaints, close };
}

/** Opens a select and takes one of its options, by the words that it shows. */
export async function choose(select: Locator, words: string): Promise<void> {
  await select.click();
  await select.page().getByRole("option", { name: words, exact: true }).click();
}

const themes = ["light", "dark"] as const;

/**
 * What axe has against the page as it stands, in one line each: by all its rules in the light theme, by its contrast in the
 * dark one, where only colours differ. A page that looks the same in both was given a theme by hand, and is looked at in one
 * only: that is a finding too.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  const inks: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await settled(page);
    inks.push(await page.evaluate(() => getComputedStyle(document.body).color));
    const found = await violations(page, theme === "light");
    findings.push(...found.map((line) => `${theme}: ${line}`));
  }
  if (inks[0] === inks[1]) findings.push("dark: the page does not follow the colour scheme");
  return findings;
}

/** Waits until the page is at rest. */
export const settled = (page: Page): Promise<void> => page.evaluate(atRest, 30_000);

/** Half as long to read for a page as the one with its comments. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Styles of texts that have contrast enough. */
const good = new Set<string>();

/** What axe finds, by all its rules or by contrast alone. It is put into the page once, and run there: a builder's blank page for each run takes seconds. */
export async function violations(page: Page, byAllRules: boolean): Promise<string[]> {
  const there = await page.evaluate(() => "axe" in window);
  if (!there) await page.evaluate(`${axeSource}; window.newTexts = ${newTexts}`);
  const { findings, measured } = await page.evaluate(
    async ({ all, known }) => {
      const tools = window as unknown as { readonly axe: typeof axe; readonly newTexts: typeof newTexts };
      const { configure, run } = tools.axe;
      // A menu is walked by its arrow keys, which scroll it; axe looks for what Tab reaches.
      configure({
        rules: [{ id: "scrollable-region-focusable", selector: ":not([role=menu], [role=menu] *)" }],
      });
      const how = { resultTypes: ["violations" as const], preload: false };
      const texts = tools.newTexts("html", known);
      const include = [...texts.values()];
      const contrast =
        include.length > 0 ? await run({ include }, { ...how, runOnly: ["color-contrast"] }) : null;
      const rest = all ? await run({ ...how, rules: { "color-contrast": { enabled: false } } }) : null;
      const found = [...(contrast?.violations ?? []), ...(rest?.violations ?? [])];
      return {
        findings: found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
        measured: contrast?.violations.length === 0 ? [...texts.keys()] : [],
      };
    },
    { all: byAllRules, known: [...good] },
  );
  for (const style of measured) good.add(style);
  return findings;
}
