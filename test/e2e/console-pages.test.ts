import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import type { Cinema } from "../helpers/cinema.ts";
import { sharedCinema, type TestConsole } from "../helpers/console.ts";

let app: TestConsole;
let cinema: Cinema;
beforeAll(async () => {
  ({ app, cinema } = await sharedCinema());
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** What axe has against the built page in either theme, and by how much it is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const findings = await axeFindings(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...findings, `${overflow} px wider than the window`] : findings;
}

const wide = { viewport: { width: 1440, height: 900 } };

/** Every page in every state is looked at by test/dom/app/pages; these are the built ones, with their own document. */
describe("axe finds nothing, and nothing overflows", () => {
  it("on pages of every kind, one after the other", async () => {
    const page = await app.open(cinema, "overview", wide);
    expect(await faultsOf(page), "Overview").toEqual([]);
    for (const [role, name] of [
      ["link", "Collections"],
      ["treeitem", "Hero"],
      ["link", "Events"],
      ["link", "Settings"],
    ] as const) {
      const leads = page.getByRole(role, { name: new RegExp(`^${name}`) });
      await leads.first().click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      expect(await faultsOf(page), name).toEqual([]);
    }
  });

  it("where the server is gone, and where it was never there", async () => {
    const page = await app.open(cinema, "tribes", wide);
    await page.getByRole("link", { name: "Film club" }).waitFor();
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByText("Server not reachable. Retrying…").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByText("The console cannot be opened").waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
