import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { holdWrites } from "../helpers/hold-writes.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const path = "collections/homepage/hero";
const heroOf = ({ key }: TestSpace) => `/v2/spaces/${key}/collections/homepage/experiences/hero`;

async function call(method: string, address: string, body?: unknown) {
  const answer = await app.server.api(method, address, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** A Space with one Experience, whose headline is "A". */
async function cinema(): Promise<TestSpace> {
  const space = await app.newSpace();
  const below = `/v2/spaces/${space.key}`;
  const properties = [{ key: "headline", type: "string" }];
  await call("POST", `${below}/experience-types`, { name: "Hero", properties });
  await call("POST", `${below}/collections`, { name: "Homepage" });
  const scenarios = [{ serve: { data: { headline: "A" } } }];
  await call("POST", `${below}/collections/homepage/experiences`, {
    name: "Hero",
    typeId: "hero",
    scenarios,
  });
  return space;
}

const headline = async (space: TestSpace) =>
  (await call("GET", heroOf(space))).scenarios[0].serve.data.headline;
const setHeadline = async (space: TestSpace, to: string) => {
  const { scenarios } = await call("GET", heroOf(space));
  scenarios[0].serve.data.headline = to;
  await call("PATCH", heroOf(space), { scenarios });
};

async function type(page: Page, text: string) {
  await page.getByRole("button", { name: "Default", exact: true }).click();
  await page.getByLabel("headline", { exact: true }).fill(text);
}

/** Another tab of the same browser. */
async function tabBeside(page: Page, space: TestSpace, to: string): Promise<Page> {
  const beside = await page.context().newPage();
  await beside.goto(`${app.server.platformUrl}/spaces/${space.key}/development/${to}`);
  await beside.getByRole("heading", { level: 1 }).waitFor();
  return beside;
}

const refuseWrites = (page: Page) =>
  page.route("**/experiences/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );

describe("an edit that did not reach the server", () => {
  it("is told of in the frame once its tab is closed, sent where nothing clashes, asked about where it does", async () => {
    const space = await cinema();
    const here = await app.open(space, "overview");
    const there = await tabBeside(here, space, path);
    await refuseWrites(there);
    await type(there, "Left behind");
    await there.getByText("Not saved yet: kept here and tried again").waitFor();
    // It is the other tab's as long as that lives: neither forgotten nor sent from here.
    await here.goto(`${app.server.platformUrl}/spaces/${space.key}/development/${path}`);
    await type(here, "From here");
    await here.getByText("All changes saved").waitFor();
    await expect.poll(() => headline(space)).toBe("From here");

    await there.close();
    await here.goto(`${app.server.platformUrl}/spaces/${space.key}/development/overview`);
    await here.getByRole("button", { name: "1 edit is not saved yet" }).click();
    await here.getByRole("dialog").getByRole("link", { name: "Hero" }).click();
    const choice = here.getByRole("dialog", { name: "Hero was changed elsewhere" });
    await choice.getByText("Left behind").waitFor();
    await choice.getByRole("button", { name: "Keep yours" }).click();
    await here.getByText("All changes saved").waitFor();
    await expect.poll(() => headline(space)).toBe("Left behind");
  });

  it("is never sent again over what came after it, where a closed tab had sent it", async () => {
    const space = await cinema();
    const page = await app.open(space, path);
    // It arrives, but nobody hears of it.
    await page.route("**/experiences/*", async (route) => {
      if (route.request().method() === "PATCH") await route.fetch().catch(() => undefined);
      else await route.fallback();
    });
    await type(page, "B");
    await expect.poll(() => headline(space)).toBe("B");
    const context = page.context();
    await page.close({ runBeforeUnload: false });
    await setHeadline(space, "A");
    const again = await context.newPage();
    await again.goto(`${app.server.platformUrl}/spaces/${space.key}/development/${path}`);
    const choice = again.getByRole("dialog", { name: "Hero was changed elsewhere" });
    await choice.getByRole("button", { name: "Take theirs" }).click();
    await again.getByText("All changes saved").waitFor();
    expect(await headline(space)).toBe("A");
  });

  it("of something that was deleted elsewhere can be read, copied and let go", async () => {
    const space = await cinema();
    const page = await app.open(space, path);
    await page.getByRole("button", { name: "Default", exact: true }).click();
    // Typed before the page has heard of it: there is no field to type into afterwards.
    const letGo = await holdWrites(page, "**/experiences/*");
    await page.getByLabel("headline", { exact: true }).fill("What I typed");
    await call("DELETE", heroOf(space));
    letGo();
    const typed = page.getByRole("region", { name: "What you typed into Hero" });
    await typed.getByText("What I typed").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("heading", { name: "Nothing at this address" }).waitFor();
    await typed.getByRole("button", { name: "Discard it" }).click();
    await typed.waitFor({ state: "detached" });
  });
});
