import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { goTo, hasFocus, press, tabTo } from "../helpers/keyboard.ts";
import { startTestServer } from "../helpers/server.ts";

// What the other tests do with a mouse, here by keyboard alone: nothing in this file clicks.

let app: TestConsole;
beforeAll(async () => {
  app = await ownConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await app.server.api(method, `/v2/spaces/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

/** A Space with a Homepage that has a Hero, a Tribe of gold members, and two users. */
async function cinema(): Promise<TestSpace> {
  const space = await app.newSpace();
  await call("POST", `${space.key}/experience-types`, {
    name: "Hero",
    properties: [{ key: "headline", type: "string", default: "Welcome" }],
  });
  const rules = { field: "plan", op: "equals", value: "gold" };
  await call("POST", `${space.key}/tribes`, { name: "Gold members", rules });
  await call("POST", `${space.key}/collections`, { name: "Homepage" });
  await call("POST", `${space.key}/collections/homepage/experiences`, { name: "Hero", typeId: "hero" });
  for (const [id, plan] of [
    ["ana-ribeiro", "gold"],
    ["omar-haddad", "free"],
  ])
    await call("PUT", `${space.key}/environments/development/users/${id}`, { fields: { plan } });
  return space;
}

/** A dialog is gone, and the focus is where it was before: keys are heard there again. */
const closed = async (page: Page) => {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
};

describe("by keyboard alone", () => {
  it("target, look at the dry run, publish, promote and roll back", async () => {
    const space = await cinema();
    const page = await app.open(space, "overview");
    await goTo(page, "homepage.hero");
    await page.getByRole("heading", { level: 1, name: "Hero" }).waitFor();
    await press(page, page.getByRole("button", { name: "Add scenario" }));
    await press(page, page.getByRole("button", { name: "Only those in a Tribe" }));
    await page.getByRole("option", { name: /Gold members/ }).waitFor();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("gold");
    await page.getByRole("option", { name: /Gold members/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".sentence", { hasText: "Gold members" }).first().waitFor();
    await page.keyboard.press("Escape");
    await tabTo(page, page.getByLabel("headline", { exact: true }));
    await page.keyboard.type("For gold");
    await page.getByText("All changes saved").waitFor();

    await press(page, page.getByRole("button", { name: /^Publish to Development/ }));
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/2 people will see something else/).waitFor();
    await press(page, dialog.getByRole("button", { name: "Publish to Development" }));
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    await closed(page);

    await page.keyboard.press("Alt+2");
    await page.waitForURL(/\/staging\//);
    await goTo(page, "promote from development", "Promote Homepage from Development");
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Promote to Staging" }));
    await page.getByText("Promoted Homepage from Development to Staging as version 1").waitFor();
    await closed(page);

    await tabTo(page, page.getByLabel("headline", { exact: true }));
    await page.keyboard.press("End");
    await page.keyboard.type(", again");
    await page.getByText("All changes saved").waitFor();
    await press(page, page.getByRole("button", { name: /^Publish to Staging/ }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Publish to Staging" }));
    await page.getByText("Published Homepage to Staging as version 2").waitFor();
    await closed(page);

    await press(page, page.getByRole("tab", { name: "Scenarios" }), "ArrowRight");
    await hasFocus(page.getByRole("tab", { name: "Properties", selected: true }));
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "History", selected: true }).waitFor();
    await press(page, page.getByRole("button", { name: "Look into version 1" }));
    await press(page, page.getByRole("button", { name: "Roll back to it…" }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Roll back in Staging" }));
    await page.getByText("Rolled Homepage back to version 1 in Staging (as version 3)").waitFor();
    const { status } = await call("GET", `${space.key}/collections/homepage`);
    expect([status.development.version, status.staging.version]).toEqual([1, 3]);
  });

  it("follow one user's events live", async () => {
    const space = await cinema();
    await app.track(space.apiKeys.development, [
      { name: "movie/watched" },
      { name: "movie/started", userId: "omar-haddad" },
    ]);
    const page = await app.open(space, "events");
    await page.locator(".rows .trow").nth(1).waitFor();
    await page.keyboard.press("/");
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("omar-haddad");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".rows .trow").count()).toBe(1);
    await app.track(space.apiKeys.development, [
      { name: "movie/watched" },
      { name: "movie/finished", userId: "omar-haddad" },
    ]);
    await expect.poll(() => page.locator(".rows .trow").count()).toBe(2);
    await tabTo(page, page.getByRole("grid"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").getByText("finished").first().waitFor();
  });

  it("export the code", async () => {
    const space = await cinema();
    const page = await app.open(space, "overview");
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.getByRole("heading", { name: `${space.key}/index.ts` }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("x")]);
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    expect(Object.keys(files)).toContain(`${space.key}/index.ts`);
  });

  it("go on through a restart of the server in the middle of an edit", async () => {
    const space = await cinema();
    const page = await app.open(space, "collections/homepage/hero");
    await press(page, page.getByRole("button", { name: "Default", exact: true }));
    await tabTo(page, page.getByLabel("headline", { exact: true }));
    const { server } = app;
    await server.stop("SIGKILL");
    await page.keyboard.type("Written in the dark");
    await page.getByText("Not saved yet: kept here and tried again").waitFor();
    const portOf = (url: string) => Number(new URL(url).port);
    const again = await startTestServer({
      dataDir: server.dataDir,
      port: portOf(server.platformUrl),
      sdkPort: portOf(server.sdkUrl),
    });
    try {
      await page.getByText("All changes saved").waitFor();
      await hasFocus(page.getByLabel("headline", { exact: true }));
      const { body } = await again.api(
        "GET",
        `/v2/spaces/${space.key}/collections/homepage/experiences/hero`,
      );
      expect(body.scenarios[0].serve.data.headline).toBe("Written in the dark");
    } finally {
      await again.stop();
    }
  });
});
