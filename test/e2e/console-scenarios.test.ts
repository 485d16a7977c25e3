import { describe, expect, it } from "vitest";
import { collectionsConsole, named, noDialog, openRow, order, saved, undo } from "../helpers/collections.ts";
import { holdWrites } from "../helpers/hold-writes.ts";
import { hasFocus } from "../helpers/keyboard.ts";

const { api, cinema, children, hero, headlines, open } = collectionsConsole();

describe("an Experience", () => {
  it("has the focus where one goes on: at what was added, named, chosen, made, published", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return "nothing";
        return at.getAttribute("aria-label") ?? at.textContent ?? "";
      });
    const atFocus = (want: string | RegExp) => expect.poll(focused).toMatch(want);
    await page.getByRole("button", { name: "Add scenario" }).click();
    await atFocus("Whom: everyone");
    await page.getByText("It takes everyone: no scenario below it is reached").waitFor();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("option", { name: /Gold members/ }).click();
    await atFocus("Add a Tribe");
    await page.locator(".sentence", { hasText: "everyone in Gold members." }).waitFor();
    await page.getByText("It takes everyone").waitFor({ state: "detached" });
    for (const key of ["Enter", "Escape"]) {
      await page.getByRole("button", { name: "New scenario", exact: true }).focus();
      await page.keyboard.press("F2");
      await hasFocus(page.getByLabel("Name of New scenario"));
      await page.keyboard.press(key);
      await atFocus(/^New scenario$/);
    }
    await page.getByRole("button", { name: /^Rollout:/ }).click();
    await page.getByRole("spinbutton", { name: "Percent" }).fill("-5");
    await page.keyboard.press("Enter");
    await page.getByText("must be 0 to 100").waitFor();
    await page.keyboard.press("Escape");
    await saved(page);

    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    await page
      .getByRole("dialog")
      .getByText(/people? will see/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    await noDialog(page);
    await atFocus(/^Publish to Development/);
    // By its key, nothing had the focus before: the page's heading gets it.
    await page.getByLabel("headline", { exact: true }).fill("Once more");
    await saved(page);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("p");
    await page.getByRole("dialog").getByText("1 change").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 2").waitFor();
    await noDialog(page);
    await atFocus(/^Hero$/);

    for (const [make, name] of [
      ["New Collection", "Landing"],
      ["New Experience type", "Offer"],
    ] as const) {
      await page.getByRole("button", { name: "New", exact: true }).click();
      await page.getByRole("menuitem", { name: make }).click();
      await named(page, name);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await noDialog(page);
      await atFocus(name === "Offer" ? "Name of a new property" : name);
    }
    for (const name of ["One", "Two"]) {
      await page.getByLabel("Name of a new property").fill(name);
      await page.keyboard.press("Enter");
      await page.getByLabel(`Default of ${name.toLowerCase()}`).waitFor();
    }
    await page.getByRole("button", { name: "Save type" }).click();
    await saved(page);
    for (const [name, next] of [
      ["one", "More for two"],
      ["two", "Name of a new property"],
    ] as const) {
      await page.getByRole("button", { name: `More for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await atFocus(next);
    }
  });

  it("that is new in a Section is shown by it at once, and at a press where it was taken out", async () => {
    const space = await cinema();
    const page = await open(space, "homepage");
    await page.getByRole("button", { name: "Add Section" }).click();
    await named(page, "Body");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "New Experience" }).click();
    await named(page, "Drama week");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Drama week" }).waitFor();
    await expect.poll(() => children(space)).toEqual(["Drama week"]);
    const { scenarios } = await api("GET", `${space}/collections/homepage/sections/body`);
    scenarios[0].serve.children = [];
    await api("PATCH", `${space}/collections/homepage/sections/body`, { scenarios });
    await page.getByText("Body does not show it yet.").waitFor();
    await page.getByLabel("headline", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show it there" }).click();
    await page.getByText("Body does not show it yet.").waitFor({ state: "detached" });
    await expect.poll(() => children(space)).toEqual(["Drama week"]);
  });

  it("that was changed elsewhere asks whose version stays, and both are possible", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await openRow(page, "Default");
    const mine = page.getByLabel("headline", { exact: true });
    /** Both change it at once: what is typed here arrives after what is written elsewhere. */
    const bothChange = async (here: string, elsewhere: string, seats?: number) => {
      const letGo = await holdWrites(page, "**/experiences/*");
      await mine.fill(here);
      const { scenarios } = await hero(space);
      Object.assign(scenarios.at(-1).serve.data, { headline: elsewhere, ...(seats && { seats }) });
      await api("PATCH", `${space}/collections/homepage/experiences/hero`, { scenarios });
      letGo();
    };
    await bothChange("Mine, first", "Theirs, first", 80);
    const dialog = page.getByRole("dialog", { name: "Hero was changed elsewhere" });
    await dialog.getByText("“Default”, headline").waitFor();
    await expect.poll(() => dialog.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Keep yours" }).click();
    await saved(page);
    await expect.poll(async () => (await headlines(space)).at(-1)).toBe("Mine, first");
    expect((await hero(space)).scenarios.at(-1).serve.data.seats).toBe(80);

    await bothChange("Mine, again", "Theirs, again");
    await dialog.getByText("Theirs, again").waitFor();
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(() => mine.inputValue()).toBe("Theirs, again");
    expect((await headlines(space)).at(-1)).toBe("Theirs, again");
  });

  it("loses a scenario and gets it back; loses itself and gets itself back", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: "More for Gold first" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(() => order(page)).toEqual(["Silver first", "Default"]);
    await page.getByText("Deleted “Gold first”").waitFor();
    await undo(page, "Deleted “Gold first”");
    await expect.poll(() => order(page)).toEqual(["Silver first", "Gold first", "Default"]);
    await saved(page);
    await expect.poll(() => headlines(space)).toEqual(["Silver", "Gold", "Tonight at seven"]);

    await page.getByRole("treeitem", { name: /^Hero/ }).focus();
    await page.keyboard.press("Delete");
    await page.getByRole("treeitem", { name: /^Hero/ }).waitFor({ state: "detached" });
    await undo(page, "Deleted “Hero”");
    await page.getByRole("treeitem", { name: /^Hero/ }).waitFor();
    expect((await hero(space)).name).toBe("Hero");
  });
});
