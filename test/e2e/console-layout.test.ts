import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settled } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { hasFocus } from "../helpers/keyboard.ts";

let app: TestConsole;
let space: TestSpace;
const long = "Wochenendprogrammvorschau".repeat(7);
const many = 30;
let tribe: string;

beforeAll(async () => {
  app = await sharedConsole();
  space = await app.newSpace("Matinee");
  await post("/experience-types", { name: "Hero", properties: [{ key: "headline", type: "string" }] });
  await post("/tribes", { name: long, rules: { all: [{ field: "plan", op: "equals", value: "gold" }] } });
  tribe = (await app.server.api("GET", `/v2/spaces/${space.key}/tribes`)).body.data[0].key;
  for (let n = 1; n < many; n += 1)
    await post("/tribes", {
      name: `Tribe ${n}`,
      rules: { all: [{ field: "n", op: "equals", value: `${n}` }] },
    });
  await post("/collections", { name: "Homepage" });
  const scenarios = [
    { name: "Gold", audience: { anyOf: [tribe] }, serve: { enabled: true, data: { headline: "For you" } } },
    { name: "Default", serve: { enabled: true, data: { headline: "For all" } } },
  ];
  await post("/collections/homepage/experiences", { name: "Banner", typeId: "hero" });
  await post("/collections/homepage/experiences", { name: long, typeId: "hero", scenarios });
  await post("/collections/homepage/publications", { environment: "development" });
  const people = ["ana-ribeiro", "jonas-weber"].map((id) => ({ id, fields: { plan: "gold" } }));
  await app.server.api("POST", `/v2/spaces/${space.key}/environments/development/users/import`, people);
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

async function post(path: string, body: object): Promise<void> {
  const answer = await app.server.api("POST", `/v2/spaces/${space.key}${path}`, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
}

const at = (width: number, height = 900) => ({ viewport: { width, height } });
const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
const isCut = (part: Locator) => part.evaluate((one) => one.scrollWidth > one.clientWidth);

it("gives the title its room: the save state and the key are shortened first", async () => {
  const page = await app.open(space, "collections/homepage/banner?tab=properties", at(1024));
  const title = page.getByRole("heading", { level: 1 });
  await page.getByRole("button", { name: /^Publish to/ }).waitFor();
  const shown = async () => [await title.innerText(), await isCut(title)];
  await expect.poll(shown).toEqual(["Banner", false]);
  await page.route("**/v2/spaces/*/**", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Name", { exact: true }).fill("Drama week");
  await page.getByText("Not saved yet: kept here").waitFor();
  await expect.poll(shown).toEqual(["Drama week", false]);
});

it("shortens a long name, and what is beside it stays in sight", async () => {
  const page = await app.open(space, "collections", at(1440));
  await page.getByRole("treeitem", { name: long.slice(0, 40) }).waitFor();
  await page.getByRole("treeitem", { name: long.slice(0, 40) }).click();
  await page.getByRole("heading", { level: 1, name: long }).waitFor();
  await expect.poll(() => isCut(page.locator(".crumb").first())).toBe(false);
  await page.goto(page.url().replace(/collections.*/, `tribes/${tribe}`));
  const used = page.getByRole("region", { name: "Used by" }).getByRole("listitem").first();
  const [name, key, line] = [used.getByRole("link"), used.locator(".mono"), used];
  await key.waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await expect.poll(() => widthOf(name)).toBeGreaterThan(100);
  expect((await key.boundingBox())?.x).toBeGreaterThanOrEqual(
    ((await name.boundingBox())?.x ?? 0) + (await widthOf(name)),
  );
  const end = (await line.boundingBox())?.x ?? 0;
  expect(((await key.boundingBox())?.x ?? 0) + (await widthOf(key))).toBeLessThanOrEqual(
    end + (await widthOf(line)) + 1,
  );
});

it("wraps a long message at 420 px, in three lines at most", async () => {
  const page = await app.open(space, "settings", at(1440));
  await page.getByLabel("Name", { exact: true }).fill(long);
  await page.getByRole("button", { name: "Save Space" }).click();
  const toast = page.locator(".toast").first();
  await toast.waitFor();
  expect(await widthOf(toast)).toBeLessThanOrEqual(420);
  expect((await toast.boundingBox())?.height).toBeLessThan(80);
});

it("keeps what is typed over the Space's settings, until it is saved or discarded", async () => {
  const page = await app.open(space, "settings", at(1280));
  const origins = page.getByLabel("Allowed origins");
  const saved = await origins.inputValue();
  await origins.fill("https://half");
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect.poll(() => origins.inputValue()).toBe("https://half");
  await page.reload();
  await expect.poll(() => origins.inputValue()).toBe("https://half");
  await page.getByRole("button", { name: "Discard edit" }).click();
  await expect.poll(() => origins.inputValue()).toBe(saved);
  await page.reload();
  await expect.poll(() => origins.inputValue()).toBe(saved);
});

it("shows the Tribes that somebody is in, and the rest when it is asked for", async () => {
  const page = await app.open(space, "preview?user=ana-ribeiro", at(1440));
  const line = page.locator(".preview-tribes .tok");
  await page.getByRole("button", { name: `and ${many - 1} more` }).click();
  await expect.poll(() => line.count()).toBe(many);
  await page.getByRole("button", { name: "Show fewer Tribes" }).click();
  await expect.poll(() => line.count()).toBe(1);
  expect(await isCut(line)).toBe(true);
  await page.goto(page.url().replace(/preview.*/, "users/ana-ribeiro"));
  await page.getByRole("button", { name: `and ${many - 1} more` }).waitFor();
  await expect.poll(() => page.locator(".tribe-row").count()).toBe(1);
  await expect.poll(async () => (await page.locator(".tribe-row").boundingBox())?.height).toBe(32);
});

it.each([1440, 1280, 1024])(
  "leaves the row whose reasons are opened in its place, at %i px",
  async (width) => {
    const page = await app.open(space, "users/ana-ribeiro", at(width, 500));
    const row = page.locator(".served-name").first();
    // What stands above it is there, too: it would push the row down.
    await page.locator(".tribe-row").first().waitFor();
    await page.getByRole("button", { name: `and ${many - 1} more` }).waitFor();
    await settled(page);
    await row.scrollIntoViewIfNeeded();
    const before = await topOf(row);
    await row.click();
    await page.getByRole("complementary").waitFor();
    await expect.poll(async () => Math.abs((await topOf(row)) - before)).toBeLessThanOrEqual(2);
  },
);

it("has users as links, which the row opens as well", async () => {
  const page = await app.open(space, "users", at(1280));
  const link = page.getByRole("link", { name: "jonas-weber" });
  expect(await link.getAttribute("href")).toBe(`/spaces/${space.key}/development/users/jonas-weber`);
  await link.click();
  await page.getByRole("heading", { level: 1, name: "jonas-weber" }).waitFor();
  await page.goBack();
  await page.getByRole("row", { name: /jonas-weber/ }).click({ position: { x: 600, y: 18 } });
  await page.getByRole("heading", { level: 1, name: "jonas-weber" }).waitFor();
});

it("leaves the focus where keys go on, after a deletion", async () => {
  const users = `/v2/spaces/${space.key}/environments/development/users`;
  await app.server.api("PUT", `${users}/nina-okafor`, { fields: {} });
  const page = await app.open(space, "users/nina-okafor", at(1280));
  await page.getByRole("button", { name: "More for nina-okafor" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("grid", { name: "Users" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("user-table");
});

it("leaves the focus in the list, after Escape in an event whose Pin was pressed", async () => {
  await app.track(space.apiKeys.development, [{ name: "movie/watched" }, { name: "movie/started" }]);
  const page = await app.open(space, "events", at(1440));
  await page.locator(".rows .trow").first().click();
  await page.getByRole("button", { name: "Pin this event to compare" }).click();
  await page.keyboard.press("Escape");
  const panel = page.getByRole("complementary", { name: /^Event/ });
  await panel.waitFor({ state: "detached" });
  await hasFocus(page.getByRole("grid"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await panel.waitFor();
});

it("has as much room in every list as the density says, without rows over each other", async () => {
  const people = [{ id: "mei-tanaka" }, { id: "ida-kessler" }];
  await app.server.api("POST", `/v2/spaces/${space.key}/environments/development/users/import`, people);
  await app.track(space.apiKeys.development, [{ name: "movie/watched" }, { name: "movie/started" }]);
  const lists = [
    ["events", ".rows .trow"],
    ["users", ".user-rows .trow"],
    ["tribes", ".tribe-table tbody tr"],
    ["collections", ".tree-row"],
  ] as const;
  const page = await app.open(space, "overview", at(1280));
  /** How high the first row is, and how far from it the second. */
  const pitch = async (rows: string) => {
    const [first, second] = await Promise.all([0, 1].map((n) => page.locator(rows).nth(n).boundingBox()));
    const apart = Math.abs((second?.y ?? 0) - (first?.y ?? 0));
    return [Math.round(first?.height ?? 0), Math.round(apart)];
  };
  const pitchesAre = async (wanted: readonly number[]) => {
    for (const [index, [path, rows]] of lists.entries()) {
      await page.goto(page.url().replace(/[^/]+$/, path));
      await page.locator(rows).nth(1).waitFor();
      await expect.poll(() => pitch(rows), { message: path }).toEqual([wanted[index], wanted[index]]);
    }
  };
  await pitchesAre([28, 36, 40, 28]);
  await page.getByRole("button", { name: /^Appearance/ }).click();
  await page.getByRole("menuitemradio", { name: "Roomy" }).click();
  await pitchesAre([34, 44, 48, 34]);
});
