import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lanAddresses } from "../../src/server/lan/lan-addresses.ts";
import { settled, sharedBrowser, violations, watchPage } from "../helpers/browser.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { translator } from "../helpers/translator.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ args: ["--seed", "premiere"] });
});
afterAll(() => server?.remove());

const sizes = { phone: [390, 844], desktop: [1440, 900], tv: [1920, 1080] } as const;
type Form = keyof typeof sizes;

/** Opens the app, watched: it asks nobody else for anything, and complains of nothing. */
async function open(address: string, form: Form = "desktop", prepare?: (page: Page) => Promise<void>) {
  const [width, height] = sizes[form];
  const options = { viewport: { width, height }, hasTouch: form === "phone" };
  const watched = await watchPage(await sharedBrowser(), "about:blank", options);
  const { page } = watched;
  await prepare?.(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url())) asked.push(new URL(request.url()).origin);
  });
  await page.goto(address);
  return { ...watched, asked };
}
const demo = (query = "") => `${server.sdkUrl}/demo${query}`;
const hero = (page: Page, headline: string) =>
  page.locator(".layer.new .kick", { hasText: headline }).waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
const toTheEnd = async (page: Page, film: string) => {
  await page.locator("main").getByRole("button", { name: film }).first().click();
  await page.getByRole("button", { name: "Watch to the end" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

describe("The sample app", () => {
  it("looks for its computer by its name when it is no longer at its address", async ({ skip }) => {
    const asked = { spaceId: "cinema", environment: "development" };
    const { url } = (await server.api("POST", "/v2/pairings", asked)).body;
    skip(lanAddresses().length === 0, "This machine has no address for others.");
    const { page, close } = await open(url);
    await hero(page, "Tonight at seven");
    await page.route(`${new URL(url).origin}/**`, (route) => route.abort());
    // Nobody answers for names here: what would come by it comes from this server.
    await page.route(/^http:\/\/[a-z0-9-]+\.local:/, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (/\/(stream|stage)$/.test(pathname)) return route.abort();
      await route.fulfill({ response: await route.fetch({ url: `${server.sdkUrl}${pathname}${search}` }) });
    });
    await page.waitForURL(/^http:\/\/[a-z0-9-]+\.local:\d+\/demo$/);
    await hero(page, "Tonight at seven");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });

  it.each(["phone", "desktop", "tv"] as const)("is whole and axe clean as %s", async (form) => {
    const { page, asked, complaints, close } = await open(demo(`?form=${form}`), form);
    await hero(page, "Tonight at seven");
    await page.locator("[data-part='homepage.body'] .card").nth(5).waitFor();
    await settled(page);
    expect(await violations(page, true)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    if (form === "tv") await walkByRemote(page);
    expect([...new Set(asked)]).toEqual([new URL(demo()).origin]);
    expect(complaints).toEqual([]);
    await close();
  });

  /** Something always has the focus, and Back leads to where one was. */
  async function walkByRemote(page: Page) {
    await expect.poll(() => focused(page)).toContain("Watch the premiere");
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toContain("My list");
    await page.keyboard.press("ArrowDown");
    const card = await focused(page);
    expect(card).toContain("min left");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Watch to the end");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toContain(card.slice(0, 8));
  }

  it("connects, pairs and remembers without a storage, and with what another has stored in it", async () => {
    const blocked = async (page: Page) => {
      await page.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        }),
      );
    };
    const here = await open(demo("?person=luca"), "desktop", blocked);
    await hero(here.page, "Free this week, and very funny");
    await here.close();

    const wanted = { spaceId: "cinema", environment: "development" };
    const { code } = (await server.api("POST", "/v2/pairings", wanted)).body;
    const asked: string[] = [];
    const paired = await open(demo(`?pair=${code}`), "phone", async (page) => {
      await blocked(page);
      page.on("request", (request) => asked.push(request.url()));
    });
    await hero(paired.page, "Tonight at seven");
    expect(asked).toContainEqual(expect.stringMatching(/\/demo\/connection\?key=us_/));
    expect(new URL(paired.page.url()).hash).toBe("");
    await paired.close();

    const { page, complaints, close } = await open(demo("?person=ana"));
    for (const odd of ['{"seen":null,"list":null}', '{"seen":{"a":"b"},"list":[1]}', "null", "7", "[]"]) {
      await page.evaluate((text) => localStorage.setItem("marquee:ana", text), odd);
      await page.goto(demo("?person=ana"));
      await hero(page, "Tonight at seven");
      expect(complaints, odd).toEqual([]);
    }
    await close();
  });

  it("changes likewise where the browser translates pages", async () => {
    const { page, close } = await open(demo(), "desktop", async (page) => {
      await page.addInitScript(translator);
    });
    for (const [person, headline] of [
      ["Luca", "Free this week, and very funny"],
      ["Ana", "Tonight at seven"],
    ] as const) {
      await page.getByRole("button", { name: person }).click();
      await hero(page, headline);
    }
    await close();
  });

  it("changes before one's eyes: another person, films that were watched, a publication; and says why", async () => {
    const { page, complaints, close } = await open(demo());
    await hero(page, "Tonight at seven");
    await page.getByRole("button", { name: "Luca · free" }).click();
    await hero(page, "Free this week, and very funny");
    await page.getByText("New for Luca").waitFor();
    expect(await page.locator("[aria-live]").textContent()).toContain("Free this week, and very funny");

    for (const film of ["Three Acts", "Tidewater", "Salt Road"]) await toTheEnd(page, film);
    await hero(page, "Another drama, just for you");

    await page.keyboard.down("Alt");
    const why = page.getByRole("complementary", { name: "Why this is here" });
    await why.getByText(/\d of more than 2/).waitFor();
    expect(await why.locator("li").count()).toBeGreaterThan(2);
    expect(await why.getByRole("link", { name: "Open in the console" }).getAttribute("href")).toBe(
      `${server.platformUrl}/spaces/cinema/development/collections/homepage/banner`,
    );
    await page.getByText("Onboarding: nothing served").waitFor();
    expect(await violations(page, true)).toEqual([]);
    await page.keyboard.up("Alt");
    await why.waitFor({ state: "detached" });

    const homepage = "/v2/spaces/cinema/collections/homepage";
    const { scenarios } = (await server.api("GET", `${homepage}/experiences/banner`)).body;
    scenarios[0].serve.data.headline = "Seats are going fast";
    await server.api("PATCH", `${homepage}/experiences/banner`, { scenarios });
    await server.api("POST", `${homepage}/publications`, { environment: "development" });
    await hero(page, "Seats are going fast");

    // Another person while nobody answers: what the device knows, and the house.
    await page.route("**/sdk/v1/**", (route) => route.abort());
    await page.getByRole("button", { name: "Ana · gold" }).click();
    await page.getByText("Not connected. This is the house programme; yours returns by itself.").waitFor();
    await hero(page, "Tonight at Marquee");
    expect(await page.locator("[data-part='homepage.continue-watching'] .card").count()).toBe(4);
    expect(await page.getByRole("button", { name: "Send the other seat" }).count()).toBe(0);
    await page.unroute("**/sdk/v1/**");
    await hero(page, "Tonight at seven");
    expect(complaints.filter((line) => !line.includes("No session"))).toEqual([]);
    await close();
  });

  it("pairs by a scanned code or by six keys, follows who is on stage, and asks anew once it is disconnected", async () => {
    const asked = { spaceId: "cinema", environment: "development" };
    const { code, url } = (await server.api("POST", "/v2/pairings", asked)).body;
    const { page, close } = await open(`${url.split("?")[0]}?form=phone`, "phone", async (one) => {
      // The way of a device that has no key: on this computer it would have one without being paired.
      await one.route("**/demo/connection", (route) =>
        route.fulfill({ status: 401, contentType: "application/json", body: "{}" }),
      );
    });
    const send = page.getByRole("button", { name: "Pair this device" });
    await page.getByLabel("Code").fill(code.slice(0, 5));
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel("Code").fill("222222");
    await send.click();
    await page.getByText("This code was used or has expired.").waitFor();
    await page.getByLabel("Code").fill(code.toLowerCase());
    await send.click();
    await hero(page, "Tonight at seven");

    const stage = "/v2/spaces/cinema/environments/development/stage";
    await server.api("PATCH", stage, { person: "maya-okafor" });
    await page.getByRole("button", { name: "Maya", pressed: true }).waitFor();

    const scanned = (await server.api("POST", "/v2/pairings", asked)).body.url;
    await page.evaluate(() => localStorage.clear());
    await page.goto(scanned);
    await page.getByRole("button", { name: "Maya", pressed: true }).waitFor();
    expect(page.url()).not.toContain("pair=");
    for (const { id } of (await server.api("GET", "/v2/devices")).body.data)
      await server.api("DELETE", `/v2/devices/${id}`);
    await page.getByText("This device was disconnected.").waitFor();
    await close();
  });
});
