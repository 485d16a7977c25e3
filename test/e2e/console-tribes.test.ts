import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await sharedConsole();
});
afterAll(() => console?.close());
afterEach(async () => expect(await console.verify(), "what pages did wrong").toEqual([]));

const dramas = (n: number, userId = "ana-ribeiro") =>
  Array.from({ length: n }, () => ({
    name: "movie/watched",
    userId,
    metadata: { pair1: { key: "genre", value: "drama" } },
  }));

async function makeTribe(space: TestSpace, name: string, rules: object) {
  const made = await console.server.api("POST", `/v2/spaces/${space.key}/tribes`, { name, rules });
  expect(made.status).toBe(201);
  return made.body;
}
const rowCount = (page: Page) => page.locator(".tribe-table tbody tr").count();

it("shows whom an edit brings in before it is saved, survives a reload, and decides once it is saved", async () => {
  const space = await console.newSpace();
  await makeTribe(space, "Drama fans", {
    event: "movie/watched",
    count: { op: "moreThan", value: 2 },
    window: { last: { days: 7 } },
    where: [{ key: "genre", op: "equals", value: "drama" }],
  });
  const tribe = async (path = "") =>
    (await console.server.api("GET", `/v2/spaces/${space.key}/tribes/drama-fans${path}`)).body;
  await console.track(space.apiKeys.development, [...dramas(3), ...dramas(1, "jonas-weber")]);
  const page = await console.open(space, "tribes/drama-fans?as=known:jonas-weber");
  const reach = page.getByRole("region", { name: "Reach" });
  await expect.poll(() => reach.innerText()).toContain("1\nof 2");
  const events = page.getByRole("region", { name: "Events that would count" });
  await expect.poll(() => events.locator(".is-counted").count()).toBe(1);
  // What they do is seen as it happens.
  await console.track(space.apiKeys.development, dramas(1, "jonas-weber"));
  await page.getByText("One more match by").waitFor();
  await expect.poll(() => events.locator(".is-counted").count()).toBe(2);

  await page.getByRole("button", { name: "How many times: 2" }).click();
  await page.getByRole("spinbutton", { name: "How many times" }).fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => reach.innerText()).toContain("2\nof 2\n+1");
  await expect
    .poll(() => page.getByRole("region", { name: "Who this edit adds" }).innerText())
    .toContain("jonas-weber");
  await page.getByText("Changed by this edit").waitFor({ state: "attached" });
  await page.getByText("They are in this Tribe.").waitFor();

  await page.reload();
  await page.getByRole("button", { name: "How many times: 1" }).waitFor();
  expect((await tribe()).rules.count.value).toBe(2);
  const save = page.getByRole("button", { name: "Save Tribe" });
  await save.click();
  await expect.poll(async () => (await tribe()).rules.count.value).toBe(1);
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect((await tribe("/reach?environment=development")).matched).toEqual({ users: 2, visitors: 0 });
});

it("puts a Tribe that was begun aside when another is started from an event, with a way back", async () => {
  const space = await console.newSpace();
  const page = await console.open(space, "tribes/new");
  await page.getByRole("textbox", { name: "Name" }).fill("My precious draft");
  await page.goto(`${page.url()}?event=movie%2Fwatched`);
  await page.getByText("Left unsaved: “My precious draft”.").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  await page.getByRole("button", { name: "Event: movie/watched" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Go on with “My precious draft”" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("My precious draft");
});

it("names what uses a Tribe instead of deleting it, and deletes what is free, with a way back", async () => {
  const space = await console.newSpace();
  const used = await makeTribe(space, "Used", { label: "a" });
  await makeTribe(space, "User", { tribe: used.id });
  const page = await console.open(space, "tribes");
  const act = async (name: string, what: string) => {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: what }).click();
  };
  await act("Used", "Delete");
  const dialog = page.getByRole("dialog", { name: "“Used” is in use" });
  await dialog.getByRole("link", { name: "User" }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await act("User", "Delete");
  await expect.poll(() => rowCount(page)).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rowCount(page)).toBe(2);

  await act("User", "Duplicate");
  await page.getByRole("link", { name: "User copy" }).waitFor();
  await act("User copy", "Rename…");
  await page.getByRole("dialog").getByLabel("Name").fill("Zed");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Zed" }).waitFor();
  await page.getByRole("searchbox", { name: "Find a Tribe" }).fill("label a");
  await expect.poll(() => rowCount(page)).toBe(1);
  await expect.poll(() => page.url()).toContain("q=label");
});
