import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { type Cinema, layCinema } from "../helpers/cinema.ts";
import { startConsole, type TestConsole } from "../helpers/console.ts";

// With UNDERSTUDY_PICTURES set to a folder, each page is kept there as a picture in both themes and sizes; those that the
// docs show are taken so too (`npm run pictures`).
const pictures = process.env.UNDERSTUDY_PICTURES;

let app: TestConsole;
let cinema: Cinema;
beforeAll(async () => {
  app = await startConsole();
  cinema = await layCinema(app.server);
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A page as it is opened, and what is done on it before it is looked at. */
interface Look {
  readonly path: string;
  readonly environment?: "development" | "staging" | "production";
  readonly act?: (page: Page) => Promise<void>;
}

const looks: Readonly<Record<string, Look>> = {
  overview: { path: "overview" },
  collections: { path: "collections" },
  collection: { path: "collections/homepage", environment: "staging" },
  experience: {
    path: "collections/homepage/hero",
    environment: "staging",
    act: (page) => page.getByRole("button", { name: "Premiere night", exact: true }).click(),
  },
  section: { path: "collections/homepage/body", environment: "staging" },
  types: { path: "collections/types/hero" },
  history: { path: "collections/homepage?tab=history" },
  publish: {
    path: "collections/homepage",
    environment: "staging",
    act: async (page) => {
      await page.getByRole("button", { name: /^Publish to Staging/ }).click();
      await page
        .getByText(/will see something else|sees something else|Nobody/)
        .first()
        .waitFor();
    },
  },
  tribes: { path: "tribes" },
  tribe: { path: "tribes/binge-watchers", environment: "production" },
  users: { path: "users", environment: "production" },
  user: { path: "users/ana-ribeiro" },
  events: { path: "events" },
  event: {
    path: "events",
    act: async (page) => {
      await page.locator(".rows .trow").nth(3).click();
      await page.getByRole("complementary").waitFor();
    },
  },
  preview: { path: "preview?user=ana-ribeiro" },
  personas: { path: "personas" },
  persona: { path: "personas/gold-binge-watcher" },
  code: { path: "code" },
  settings: { path: "settings" },
  palette: {
    path: "overview",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("hero");
      await page.getByRole("option").first().waitFor();
    },
  },
};

async function lookAt(name: string): Promise<Page> {
  const { path, environment, act } = looks[name] as Look;
  const page = await app.open(cinema, path, {
    colorScheme: "light",
    viewport: { width: 1440, height: 900 },
    ...(environment && { environment }),
  });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await act?.(page);
  return page;
}

async function keep(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}-1440.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${pictures}/${name}-1280.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe("every page", () => {
  it.each(Object.keys(looks))(
    "%s: axe finds nothing in either theme, and nothing overflows",
    async (name) => {
      const page = await lookAt(name);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeFindings(page), colorScheme).toEqual([]);
        await keep(page, `${name}-${colorScheme}`);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );
});
