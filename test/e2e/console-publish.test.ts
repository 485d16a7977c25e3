import { describe, expect, it } from "vitest";
import { collectionsConsole, head, noDialog, openRow, saved, undo } from "../helpers/collections.ts";
import { keepToasts } from "../helpers/toasts.ts";

const { addBody, api, children, cinema, headlines, hero, open } = collectionsConsole();

describe("an Experience", () => {
  it("is targeted in sentences, tried, published, promoted and rolled back", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: "Add scenario" }).click();
    await page.getByRole("button", { name: "Whom: everyone" }).click();
    await page.getByRole("menuitemradio", { name: /^users/ }).click();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("option", { name: /Gold members/ }).click();
    await page.getByRole("button", { name: "Not those in a Tribe" }).click();
    await page.getByRole("option", { name: /Silver members/ }).click();
    await page.getByRole("button", { name: /^Rollout:/ }).click();
    await page.getByRole("spinbutton", { name: "Percent" }).fill("12.5");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Only at certain times" }).click();
    await page.getByRole("button", { name: "Friday" }).click();
    await page.getByRole("button", { name: /^Hours:/ }).click();
    await page.getByLabel("From", { exact: true }).fill("22:00");
    await page.getByLabel("To", { exact: true }).fill("02:00");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Time zone:/ }).click();
    await page.getByRole("combobox", { name: "Time zone" }).fill("Berlin");
    await page.getByRole("option", { name: "Europe/Berlin" }).click();
    await page.getByLabel("headline", { exact: true }).fill("Premiere night");
    await saved(page);
    const made = (await hero(space)).scenarios[2];
    expect(made).toMatchObject({
      name: "New scenario",
      audience: { kind: "users" },
      rollout: 13.5,
      schedule: { days: ["fri"], hours: { from: "22:00", to: "02:00" }, timeZone: "Europe/Berlin" },
      serve: { data: { headline: "Premiere night" } },
    });
    expect([made.audience.anyOf.length, made.audience.noneOf.length]).toEqual([1, 1]);

    // The dry run says what and for whom; nothing is served yet.
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog", { name: "Publish Homepage to Development" });
    await dialog.getByText("3 people will see it").waitFor();
    await dialog.getByText("ana-ribeiro").waitFor();
    await dialog.getByLabel("Note for the history").fill("First night");
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    await noDialog(page);

    await page.keyboard.press("Alt+2");
    await page.waitForURL(/\/staging\//);
    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Promote Homepage from Development…" }).click();
    const promote = page.getByRole("dialog", { name: "Promote Homepage from Development to Staging" });
    await promote.getByRole("button", { name: "Promote to Staging" }).click();
    await page.getByText("Promoted Homepage from Development to Staging as version 1").waitFor();
    await noDialog(page);

    await page.getByLabel("headline", { exact: true }).fill("Second night");
    await saved(page);
    await page.getByRole("button", { name: /^Publish to Staging/ }).click();
    const again = page.getByRole("dialog", { name: "Publish Homepage to Staging" });
    await again.getByText("Hero, New scenario").waitFor();
    await expect
      .poll(() => again.locator(".change-row").allTextContents())
      .toEqual(["headlinePremiere nightSecond night"]);
    await again.getByRole("button", { name: "Publish to Staging" }).click();
    await page.getByText("Published Homepage to Staging as version 2").waitFor();
    await noDialog(page);

    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "Show version 1" }).click();
    await page.getByRole("dialog").getByText("Rolling back would change").waitFor();
    await page.getByRole("button", { name: "Roll back to it…" }).click();
    const back = page.getByRole("dialog", { name: "Roll Homepage back to version 1 in Staging" });
    await back.getByRole("button", { name: "Roll back in Staging" }).click();
    await page.getByText("Rolled Homepage back to version 1 in Staging (as version 3)").waitFor();
    await page.getByText("Rolled back to version 1").waitFor();
    await noDialog(page);
    const { status } = await api("GET", `${space}/collections/homepage`);
    expect([status.development.version, status.staging.version, status.production.version]).toEqual([
      1,
      3,
      null,
    ]);

    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Unpublish Homepage from Staging…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unpublish from Staging" }).click();
    await page.getByText("Staging no longer serves Homepage").waitFor();
  });

  it("is published as the dialog showed it, or not at all", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("3 people will see it").waitFor();
    const { scenarios } = await hero(space);
    scenarios.at(-1).serve.data.headline = "From another window";
    await api("PATCH", `${space}/collections/homepage/experiences/hero`, { scenarios });
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await dialog.getByText("The draft changed since you looked").waitFor();
    expect((await api("GET", `${space}/collections/homepage`)).status.development.version).toBeNull();
    await dialog.getByText("From another window").first().waitFor();
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
  });

  it("is taken back to what is published, alone or with its Collection, and that is undone", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const page = await open(space, "homepage/hero");
    const state = async () => (await api("GET", `${space}/collections/homepage`)).status.development.state;
    const discard = async (of: string) => {
      await head(page)
        .getByRole("button", { name: `More for ${of}` })
        .click();
      await page.getByRole("menuitem", { name: "Discard changes since version 1" }).click();
    };
    await openRow(page, "Default");
    const headline = page.getByLabel("headline", { exact: true });
    await headline.fill("Changed");
    await saved(page);
    await discard("Hero");
    await page.getByText("Discarded the changes of Hero since version 1").waitFor();
    await expect.poll(() => headline.inputValue()).toBe("Tonight at seven");
    expect(await state()).toBe("published");
    await undo(page, "Discarded the changes of Hero");
    await expect.poll(() => headline.inputValue()).toBe("Changed");
    await expect.poll(async () => (await headlines(space)).at(-1)).toBe("Changed");

    // Before it is deleted elsewhere: its page would be another by then.
    await page.getByRole("link", { name: "Homepage", exact: true }).click();
    await page.getByRole("link", { name: /^Hero/ }).waitFor();
    await api("DELETE", `${space}/collections/homepage/experiences/hero`);
    await page.getByText("Nothing in Homepage yet").waitFor();
    await discard("Homepage");
    await page.getByRole("link", { name: /^Hero/ }).waitFor();
    await expect.poll(state).toBe("published");
    await head(page).getByRole("button", { name: "More for Homepage" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).waitFor();
    await expect.poll(() => page.getByRole("menuitem", { name: /^Discard/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });

    await api("PATCH", `${space}/collections/homepage/experiences/hero`, { name: "Renamed" });
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "Show version 1" }).click();
    await page.getByRole("button", { name: "Take this version into the draft" }).click();
    await expect.poll(state).toBe("published");
    await undo(page, "Took version 1 into the draft of Homepage");
    await expect.poll(async () => (await hero(space)).name).toBe("Renamed");
  });

  it("goes back step by step, and not over what somebody else did", async () => {
    const space = await cinema();
    const publish = () =>
      api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const rename = (name: string) => api("PATCH", `${space}/collections/homepage/experiences/hero`, { name });
    await publish();
    await rename("Second");
    await publish();
    await rename("Third");
    const page = await open(space, "homepage?tab=history");
    await keepToasts(page);
    const take = async (version: number) => {
      await page.getByRole("button", { name: `Show version ${version}` }).click();
      await page.getByRole("button", { name: "Take this version into the draft" }).click();
      await page.getByText(`Took version ${version} into the draft of Homepage`).waitFor();
    };
    await take(2);
    await take(1);
    await undo(page, "Took version 1");
    await expect.poll(async () => (await hero(space)).name).toBe("Second");
    await rename("Theirs");
    await undo(page, "Took version 2");
    await page.getByText("The draft was not brought back: it was changed since.").waitFor();
    expect((await hero(space)).name).toBe("Theirs");
    await take(1);
    await take(2);
    await undo(page, "Took version 2");
    await page.getByText("Took version 2").waitFor({ state: "detached" });
    await undo(page, "Took version 1");
    await expect.poll(async () => (await hero(space)).name).toBe("Theirs");
  });

  it("is promoted from the ladder; a dialog is one step of the way back", async () => {
    const space = await cinema();
    await api("POST", `${space}/collections/homepage/publications`, { environment: "development" });
    const page = await open(space, "homepage/hero");
    await page.getByRole("tab", { name: "History" }).click();
    const history = page.url();
    await page.getByRole("button", { name: "Show version 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(history);
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("tab=history");

    await page.getByRole("button", { name: "Promote 1 to Staging" }).click();
    const promote = page.getByRole("dialog", { name: "Promote Homepage from Development to Staging" });
    await promote.getByRole("button", { name: "Promote to Staging" }).click();
    await page.getByText("Promoted Homepage from Development to Staging as version 1").waitFor();
    await page.getByRole("button", { name: "Promote 1 to Production" }).waitFor();
    await noDialog(page);
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Promote from Staging" }).waitFor();
    await page.keyboard.press("Alt+1");
    await page.waitForURL(/\/development\//);
    await page.getByRole("radio", { name: "Development", checked: true }).waitFor();
    await page.getByText("All changes saved").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Promote 1/ }).count()).toBe(0);
  });
});

describe("a Section", () => {
  it("is published without an Experience that was just deleted: that ends its undo", async () => {
    const space = await cinema();
    await addBody(space);
    const page = await open(space, "homepage/body/drama-week");
    await keepToasts(page);
    await head(page).getByRole("button", { name: "More for Drama week" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("treeitem", { name: /^Drama week/ }).waitFor({ state: "detached" });
    expect(await children(space)).toEqual(["Drama week", "Family Sunday"]);
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await page.getByText("Published Homepage to Development as version 1").waitFor();
    expect(await children(space)).toEqual(["Family Sunday"]);
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
  });
});
