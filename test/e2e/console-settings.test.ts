import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { choose } from "../helpers/browser.ts";
import { ownConsole, type TestConsole } from "../helpers/console.ts";
import { goTo } from "../helpers/keyboard.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await ownConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const settings = async () => app.open(await app.newSpace(), "settings");

describe("Settings", () => {
  it("adds somebody, gives them another role, and takes a removal back", async () => {
    const page = await settings();
    await page.getByRole("button", { name: "Add somebody…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add to the Organization" }).click();
    await dialog.getByText("Give them a name.").waitFor();
    await dialog.getByLabel("Name").fill("Ida Kessler");
    await dialog.getByLabel("E-mail").fill("ida");
    await dialog.getByRole("button", { name: "Add to the Organization" }).click();
    await dialog.getByText("It must be an e-mail address such as ida@example.com.").waitFor();
    await dialog.getByLabel("E-mail").fill("ida@example.com");
    await dialog.getByRole("button", { name: "Add to the Organization" }).click();
    await dialog.getByLabel("The new invitation").getByText("us_inv_").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await choose(page.getByLabel("Role of Ida Kessler"), "Viewer: reads");
    const roles = async () => {
      const { body } = await app.server.api("GET", "/v2/orgs");
      const members = await app.server.api("GET", `/v2/orgs/${body.data[0].id}/members`);
      return members.body.data.map(({ name, role }: { name: string; role: string }) => `${name}: ${role}`);
    };
    await expect.poll(roles).toContain("Ida Kessler: viewer");
    // Z takes back what was said last.
    await page.getByText("Ida Kessler is a viewer now").waitFor();
    const remove = page.getByRole("button", { name: "Remove Ida Kessler" });
    await remove.click();
    await remove.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await remove.waitFor();
    expect(await roles()).toContain("Ida Kessler: viewer");
  });

  it("sets a passphrase and a GitHub client, and tells what is wrong with them", async () => {
    const page = await settings();
    const signing = section(page, "Signing in");
    await signing.getByLabel("Your passphrase").fill("short");
    await signing.getByRole("button", { name: "Set passphrase" }).click();
    await signing.getByText("It must be at least 8 characters.").waitFor();
    await signing.getByLabel("Your passphrase").fill("correct horse battery");
    await signing.getByRole("button", { name: "Set passphrase" }).click();
    await page.getByText("Your passphrase is set").waitFor();
    await signing.getByLabel("The passphrase you have now").fill("correct horse battery");
    await signing.getByRole("button", { name: "Remove passphrase" }).click();
    await page.getByText("Your account signs in without a passphrase").waitFor();

    await signing.getByLabel("GitHub", { exact: true }).fill("github.example.com");
    await signing.getByLabel("Client ID").fill("abc");
    await signing.getByLabel("Client secret").fill("secret");
    await signing.getByRole("button", { name: "Offer GitHub" }).click();
    await signing.getByText(/must be an origin such as/).waitFor();
    await signing.getByLabel("GitHub", { exact: true }).fill("https://github.example.com");
    await signing.getByRole("button", { name: "Offer GitHub" }).click();
    await page.getByText("The sign-in page offers GitHub").waitFor();
    expect((await app.server.api("GET", "/v2/settings")).body.github).toEqual({
      clientId: "abc",
      baseUrl: "https://github.example.com",
      secret: "file",
    });
    await signing.getByRole("button", { name: "Stop offering GitHub" }).click();
    await signing.getByRole("button", { name: "Offer GitHub" }).waitFor();
    await page.keyboard.press("z");
    await signing.getByRole("button", { name: "Stop offering GitHub" }).waitFor();
    await expect.poll(() => signing.getByLabel("Client ID").inputValue()).toBe("abc");
    await expect
      .poll(async () => (await app.server.api("GET", "/v2/settings")).body.github)
      .toMatchObject({ clientId: "abc" });
  });

  it("keep what was typed: over an outage, and when one leaves and comes back", async () => {
    const page = await settings();
    const days = page.getByLabel("Keep events for");
    await days.fill("7");
    await section(page, "Clock").getByRole("radio", { name: "Standing still at" }).click();
    await section(page, "Signing in").getByLabel("Client ID").fill("half a client");
    await page.route("**/v2/**", (route) => route.abort());
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const refusal = page
      .locator("#retention-about")
      .getByText("The server did not answer. It may have been done all the same");
    await refusal.waitFor();
    expect(await days.inputValue()).toBe("7");
    const add = page.getByRole("button", { name: "Add somebody…" });
    const dialog = page.getByRole("dialog");
    await add.click();
    await dialog.getByLabel("Name").fill("Ida Kes");
    await dialog.getByRole("button", { name: "Add to the Organization" }).click();
    // Whether it was done stays in doubt, also when the server answers again.
    const doubt = dialog.getByText("The server did not answer. It may have been done all the same");
    await doubt.waitFor();
    await page.unroute("**/v2/**");
    await expect.poll(() => page.getByText("Not reachable").count()).toBe(0);
    expect([await doubt.isVisible(), await refusal.isVisible()]).toEqual([true, true]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await add.click();
    await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Ida Kes");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "Connect an app" }).waitFor();
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await expect.poll(() => days.inputValue()).toBe("7");
    const still = section(page, "Clock").getByRole("radio", { name: "Standing still at" });
    await expect.poll(() => still.getAttribute("aria-checked")).toBe("true");
    const client = section(page, "Signing in").getByLabel("Client ID");
    await expect.poll(() => client.inputValue()).toBe("half a client");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
    const kept = async () => (await app.server.api("GET", "/v2/settings")).body.retentionDays;
    await expect.poll(kept).toBe(7);
  });
});

describe("The frame", () => {
  it("opens objects from the palette, and acts", async () => {
    const space = await app.newSpace();
    const api = app.server.api;
    await api("POST", `/v2/spaces/${space.key}/tribes`, { name: "Binge watchers" });
    await api("PUT", `/v2/spaces/${space.key}/environments/development/users/ana-ribeiro`, { fields: {} });
    const page = await app.open(space, "overview");
    await page.getByRole("link", { name: /^Tribes\s*1$/ }).waitFor();
    await goTo(page, "binge", "Binge watchers");
    await page.waitForURL(/\/tribes\/binge-watchers$/);
    // The page, too, has a command with that name: who it is tried as.
    await goTo(page, "ana-rib", /^ana-ribeiro.*User$/);
    await page.waitForURL(/\/users\/ana-ribeiro$/);
    await goTo(page, "switch to staging");
    await page.waitForURL(/\/staging\//);
    await goTo(page, "dark theme");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });
});
