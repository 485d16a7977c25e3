import { describe, expect, it } from "vitest";
import { choose } from "../helpers/browser.ts";
import { collectionsConsole, head, named, noDialog, openRow, saved, undo } from "../helpers/collections.ts";
import { goTo, hasFocus } from "../helpers/keyboard.ts";

const { addBody, children, api, newSpace, cinema, open } = collectionsConsole();

describe("Collections", () => {
  it("are modelled from nothing by keyboard alone", async () => {
    const space = await newSpace();
    const page = await open(space);
    const { keyboard } = page;
    const make = async (command: string, name: string, title: string) => {
      await goTo(page, command, command);
      await hasFocus(page.getByRole("dialog", { name: title }).getByLabel("Name", { exact: true }));
      await keyboard.type(name);
      await keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await noDialog(page);
    };
    await make("New Experience type", "Hero", "New Experience type");
    await page.getByLabel("Name of a new property").focus();
    await keyboard.type("Headline");
    await keyboard.press("Enter");
    await page.getByLabel("Key of headline").waitFor();
    await keyboard.press("Control+s");
    await saved(page);
    await make("New Collection", "Homepage", "New Collection");
    await make("New Experience in Homepage", "Banner", "New Experience");
    await make("New Section in Homepage", "Body", "New Section");

    // The tree, with the keys of a tree.
    await page.getByRole("treeitem", { name: /^Homepage/ }).focus();
    await keyboard.press("ArrowDown");
    await hasFocus(page.getByRole("treeitem", { name: /^Banner/ }));
    await keyboard.press("F2");
    await hasFocus(page.getByLabel("Name of Banner"));
    await keyboard.type("Top banner");
    await keyboard.press("Enter");
    await hasFocus(page.getByRole("treeitem", { name: /^Top banner/ }));
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Top banner" }).waitFor();

    await page.getByRole("button", { name: "Default", exact: true }).focus();
    await keyboard.press("Enter");
    await page.getByLabel("headline", { exact: true }).focus();
    await keyboard.type("Tonight");
    await saved(page);
    const { experiences } = await api("GET", `${space}/collections/homepage`);
    expect(experiences[0]).toMatchObject({
      name: "Top banner",
      scenarios: [{ serve: { data: { headline: "Tonight" } } }],
    });
  });

  it("that are empty are named anew, and get a Section, where they say so; so does a Space without a Tribe", async () => {
    const space = await newSpace();
    await api("POST", `${space}/experience-types`, { name: "Hero" });
    await api("POST", `${space}/collections`, { name: "Landing" });
    const page = await open(space, "landing");
    await head(page).getByRole("button", { name: "More for Landing" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name of Landing").fill("Front");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Front" }).waitFor();
    await page.getByRole("button", { name: "New Section" }).click();
    await named(page, "Body");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Body" }).waitFor();
    await page.getByRole("tab", { name: "Scenarios" }).click();
    await page.getByRole("button", { name: "Add scenario" }).click();
    await page.getByRole("button", { name: "Only those in a Tribe" }).click();
    await page.getByRole("link", { name: "Create one" }).click();
    await page.waitForURL(/\/tribes\/new$/);
  });
});

describe("a Section", () => {
  it("shows its Experiences in the order that they are put in, by keyboard and by mouse", async () => {
    const space = await cinema();
    await addBody(space);
    const page = await open(space, "homepage/body");
    await openRow(page, "Default");
    await page.getByRole("button", { name: "Move Drama week", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await saved(page);
    await expect.poll(() => children(space)).toEqual(["Family Sunday", "Drama week"]);

    // At rest in its new place: what is hovered has stopped moving.
    await page.getByRole("button", { name: "Move Family Sunday", exact: true }).hover();
    const to = await page.getByRole("button", { name: "Move Drama week", exact: true }).boundingBox();
    if (to === null) throw new Error("the grip is not drawn");
    await page.mouse.down();
    await page.mouse.move(to.x + 12, to.y + 16, { steps: 8 });
    await page.getByText("Family Sunday is at place 2 of 2.").waitFor({ state: "attached" });
    await page.mouse.up();
    await expect.poll(() => children(space)).toEqual(["Drama week", "Family Sunday"]);
  });

  it("is copied with all that is in it, and so is a whole Collection", async () => {
    const space = await cinema();
    await addBody(space);
    const page = await open(space, "homepage/body");
    await head(page).getByRole("button", { name: "More for Body" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: "Body copy" }).waitFor();
    await page.getByRole("treeitem", { name: /^Homepage/ }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: "Homepage copy" }).waitFor();
    const { experiences, sections } = await api("GET", `${space}/collections/homepage-copy`);
    expect(experiences.map((one: { key: string }) => one.key)).toEqual(["hero"]);
    expect(experiences[0].scenarios).toHaveLength(3);
    expect(sections.map((one: { key: string }) => one.key)).toEqual(["body", "body-copy"]);
    expect(sections[1].scenarios[0].serve.children).toEqual(
      sections[1].experiences.map((one: { id: string }) => one.id),
    );
  });
});

describe("a type", () => {
  it("in use is not deleted, and its properties do not change under the values that are there", async () => {
    const space = await cinema();
    const page = await open(space, "types/hero");
    await head(page).getByRole("button", { name: "More for Hero" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Hero is in use" }).getByText("homepage.hero").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await noDialog(page);
    await page.getByRole("button", { name: "headline", exact: true }).click();
    await choose(page.getByLabel("Type of headline"), "number");
    const dialog = page.getByRole("dialog", { name: "Change “headline” from string to number" });
    await dialog.getByText("3 scenarios set it to something that does not fit a number.").waitFor();
    await dialog.getByRole("link", { name: "homepage.hero / 2 Gold first" }).click();
    await page.getByRole("heading", { level: 1, name: "Hero" }).waitFor();
    await expect.poll(() => page.getByLabel("headline", { exact: true }).inputValue()).toBe("Gold");
  });

  it("that nothing uses is deleted, and comes back with Undo", async () => {
    const space = await cinema();
    await api("POST", `${space}/experience-types`, { name: "Spare" });
    const page = await open(space, "types/spare");
    await head(page).getByRole("button", { name: "More for Spare" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Deleted “Spare”").waitFor();
    await undo(page, "Deleted “Spare”");
    await page.getByRole("link", { name: /Spare/ }).waitFor();
  });
});

describe("for everybody", () => {
  it("the page and the publish dialog read as they are meant", async () => {
    const space = await cinema();
    const page = await open(space, "homepage/hero");
    // The counts, the tree and its states are each read by themselves.
    await expect.poll(() => page.locator(".scn-n", { hasText: "matches now: 1" }).count()).toBe(3);
    await page.getByRole("treeitem", { name: "Homepage, Collection, unpublished" }).waitFor();
    await page.getByRole("treeitem", { name: "Hero, Experience", selected: true }).waitFor();
    await page.getByRole("link", { name: "Experience types 1" }).waitFor();
    const snapshot = async (role: "complementary" | "tabpanel" | "dialog") =>
      (await page.getByRole(role).ariaSnapshot()).replaceAll(`/${space}/`, "/space/");
    expect(await snapshot("complementary")).toMatchInlineSnapshot(`
      "- complementary "All Collections":
        - heading "Collections" [level=2]
        - button "New"
        - textbox "Find in Collections":
          - /placeholder: Find
        - text: /
        - tree "Collections":
          - treeitem "Homepage, Collection, unpublished" [expanded] [level=1]:
            - text: Homepage Unpublished
            - button "More for Homepage"
          - treeitem "Hero, Experience" [level=2] [selected]:
            - text: Hero
            - button "More for Hero"
        - link "Experience types 1":
          - /url: /spaces/space/development/collections/types"
    `);
    expect(await snapshot("tabpanel")).toMatchInlineSnapshot(`
      "- tabpanel "Scenarios 3":
        - list "Scenarios of Hero, first match wins":
          - listitem:
            - text: "1"
            - button "Move Silver first"
            - button "Silver first"
            - text: "everyone in Silver members , rollout 100 % , matches now: 1"
            - button "More for Silver first"
          - listitem:
            - text: "2"
            - button "Move Gold first"
            - button "Gold first"
            - text: "everyone in Gold members , rollout 100 % , matches now: 1"
            - button "More for Gold first"
          - listitem:
            - text: "3"
            - button "Default"
            - text: "everyone else , matches now: 1"
            - button "More for Default"
        - status
        - button "Add scenario"
        - text: First match wins; the default serves everyone else.
        - button "About the order of scenarios""
    `);
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    await page.getByLabel("Note for the history").waitFor();
    await page.getByRole("link", { name: "omar-haddad" }).waitFor();
    await page.getByText("Production stays unpublished.").waitFor();
    expect(await snapshot("dialog")).toMatchInlineSnapshot(`
      "- dialog "Publish Homepage to Development":
        - heading "Publish Homepage to Development" [level=2]
        - button "Close"
        - paragraph: Development begins to serve it, from this moment on.
        - region "Changes":
          - 'heading "New: Hero, 3 scenarios" [level=3]'
          - list:
            - listitem: "Hero 3 scenarios headline: Tonight at seven"
        - region "Who is affected":
          - heading "3 people will see it" [level=3]
          - text: of 3 Until now apps show their fallbacks.
          - list:
            - listitem:
              - link "ana-ribeiro":
                - /url: /spaces/space/development/users/ana-ribeiro
              - text: hero its fallback Gold
            - listitem:
              - link "jonas-weber":
                - /url: /spaces/space/development/users/jonas-weber
              - text: hero its fallback Silver
            - listitem:
              - link "omar-haddad":
                - /url: /spaces/space/development/users/omar-haddad
              - text: hero its fallback Tonight at seven
        - text: Note for the history
        - textbox "Note for the history"
        - text: Staging stays unpublished. Production stays unpublished.
        - button "Cancel"
        - button "Publish to Development""
    `);
  });
});
