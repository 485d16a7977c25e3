import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import type { Cinema } from "../helpers/cinema.ts";
import { sharedCinema, type TestConsole } from "../helpers/console.ts";
import { holdWrites } from "../helpers/hold-writes.ts";
import { filesThatOpen, type Overlay, overlayFaults } from "../helpers/overlays.ts";

let app: TestConsole;
let cinema: Cinema;
beforeAll(async () => {
  ({ app, cinema } = await sharedCinema());
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name }).click();
const fill = (label: string, text: string) => (page: Page) =>
  page.getByRole("dialog").getByLabel(label).fill(text);
/** Opened from a menu: the menu's button gets the focus back. */
const byMenu = (name: string, item: string | RegExp, within = "main") => {
  const by = (page: Page) => page.locator(within).getByRole("button", { name, exact: true });
  const open = async (page: Page) => {
    await by(page).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  return { by, open };
};
/** Opened by a key, wherever the focus is. */
const byKey = (key: string) => ({
  by: (page: Page) => page.getByRole("link", { name: /^Tribes/ }),
  open: async (page: Page) => {
    await page
      .getByRole("link", { name: /^Tribes/ })
      .first()
      .focus();
    await page.keyboard.press(key);
  },
});
/** The same, from the head of the page: the tree beside it has menus of the same names. */
const byHead = (name: string, item: string | RegExp) => byMenu(name, item, ".page-head");
const rollBack = /^Roll Homepage back to version 1/;

/** Every dialog of the console, by the file that shows it, in the order of its pages. */
const dialogs: readonly Overlay[] = [
  { file: "frame/KeyMapDialog.tsx", at: "overview", name: "Keyboard map", ...byKey("?") },
  {
    file: "frame/Palette.tsx",
    at: "overview",
    name: "Search or run a command",
    ...byKey("Control+k"),
    steps: [
      async (page) => {
        await page.keyboard.type("hero");
        await page
          .getByRole("option", { name: /homepage\.hero/ })
          .first()
          .waitFor();
      },
      async (page) => {
        await page.keyboard.type(" nobody");
        await page.getByText("Nothing is called that").waitFor();
      },
    ],
  },
  {
    file: "frame/SpaceSwitch.tsx",
    at: "overview",
    name: "New Space",
    by: button(/^Space /),
    open: async (page) => {
      await page.getByRole("button", { name: /^Space / }).click();
      await page.getByRole("menuitem", { name: "New Space…" }).click();
    },
    steps: [inDialog(/^Create/)],
  },
  {
    file: "users/AllUsers.tsx",
    at: "users",
    name: "New user",
    by: button("New user"),
    steps: [inDialog("Make user")],
  },
  {
    file: "users/ImportDialog.tsx",
    at: "users",
    name: "Import users",
    by: button("Import…"),
    steps: [
      async (page) => {
        await fill("Or paste", '{"id":"omar"}\n{"fields":{}}\n{"id":"ana-ribeiro"}')(page);
        await inDialog("Import users")(page);
        await page.getByText(/1 refused\./).waitFor();
      },
    ],
  },
  {
    file: "events/replay/ReplayDialog.tsx",
    at: "events",
    name: "Replay events",
    by: button("Replay…"),
    steps: [
      (page) => page.getByRole("radio", { name: "A recording" }).click(),
      async (page) => {
        await page.getByLabel("Into").selectOption("production");
        await page.getByRole("radio", { name: "Others" }).click();
        await fill("Prefix", "")(page);
        await page.getByRole("radio", { name: "What the list shows" }).click();
        await inDialog(/^Replay .* into Production$/)(page);
        await page.getByText("Other people need a prefix").waitFor();
      },
      async (page) => {
        await page.getByRole("radio", { name: "A file" }).click();
        const buffer = Buffer.from("nonsense\n");
        await page.getByLabel("File").setInputFiles({ name: "x.ndjson", mimeType: "text/plain", buffer });
        await fill("Prefix", "replay-")(page);
        await inDialog(/^Replay .* into Production$/)(page);
        await page.getByRole("table", { name: "Wrong lines" }).waitFor();
      },
    ],
  },
  {
    file: "collections/types/TypePage.tsx",
    at: "collections/types/hero",
    name: "Hero is in use",
    ...byHead("More for Hero", "Delete"),
  },
  {
    file: "collections/types/PropertyList.tsx",
    at: "collections/types/hero",
    name: "Change “headline” from string to number",
    by: (page) => page.getByLabel("Type of headline"),
    open: async (page) => {
      await page.getByLabel("Type of headline").focus();
      await page.getByLabel("Type of headline").selectOption("number");
    },
  },
  {
    file: "collections/types/PropertyList.tsx",
    at: "collections/types/hero",
    name: "“headline” has values",
    ...byMenu("More for headline", "Delete"),
  },
  ...["New Collection", "New Experience type", "New Experience in Homepage", "New Section in Homepage"].map(
    (item): Overlay => ({
      file: "collections/tree/MakeDialog.tsx",
      at: "collections/homepage",
      environment: "staging",
      name: item.replace(" in Homepage", ""),
      ...byMenu("New", item),
      steps: [inDialog(/^Create/)],
    }),
  ),
  {
    file: "collections/publish/PublishDialog.tsx",
    at: "collections/homepage",
    environment: "staging",
    name: "Publish Homepage to Staging",
    by: button(/^Publish to Staging/),
    steps: [(page) => page.getByLabel("Note for the history").waitFor()],
  },
  {
    file: "collections/publish/PublishDialog.tsx",
    at: "collections/homepage",
    environment: "staging",
    name: "Promote Homepage from Development to Staging",
    ...byHead("More for Homepage", "Promote Homepage from Development…"),
    steps: [(page) => page.getByLabel("Note for the history").waitFor()],
  },
  {
    file: "collections/page/PartHead.tsx",
    at: "collections/homepage",
    environment: "staging",
    name: "Unpublish Homepage from Staging",
    ...byHead("More for Homepage", "Unpublish Homepage from Staging…"),
  },
  {
    file: "collections/publish/VersionDialog.tsx",
    at: "collections/homepage?tab=history",
    name: "Homepage, version 1 in Development",
    by: button("Look into version 1"),
    steps: [(page) => page.getByText("What it served").waitFor()],
  },
  {
    file: "collections/publish/PublishDialog.tsx",
    at: "collections/homepage?tab=history",
    name: rollBack,
    by: button("Look into version 1"),
    open: async (page) => {
      await press("Look into version 1")(page);
      await press("Roll back to it…")(page);
    },
    steps: [(page) => page.getByLabel("Note for the history").waitFor()],
  },
  {
    file: "saved/ConflictChoice.tsx",
    at: "collections/title-page/skip-intro",
    name: "Skip intro was changed elsewhere",
    by: (page) => page.getByLabel("action", { exact: true }),
    open: async (page) => {
      const address = `/v2/spaces/${cinema.key}/collections/title-page/experiences/skip-intro`;
      const { scenarios } = (await app.server.api("GET", address)).body;
      scenarios.at(-1).serve.data = { action: "Theirs" };
      const letGo = await holdWrites(page, "**/experiences/*");
      await page.getByRole("button", { name: "Default", exact: true }).click();
      await page.getByLabel("action", { exact: true }).fill("Mine");
      await app.server.api("PATCH", address, { scenarios });
      letGo();
    },
    leave: press("Take theirs"),
  },
  {
    file: "frame/UnsavedEdits.tsx",
    at: "collections/title-page/skip-intro",
    name: "Edits that are not saved yet",
    by: (page) => page.getByRole("button", { name: "1 edit is not saved yet" }),
    open: async (page) => {
      await page.route("**/experiences/*", (route) =>
        route.request().method() === "PATCH" ? route.fulfill({ status: 503 }) : route.fallback(),
      );
      await page.getByLabel("action", { exact: true }).fill("Kept");
      await page.getByRole("button", { name: "1 edit is not saved yet" }).click();
    },
  },
  {
    file: "tribes/page/TribeDialogs.tsx",
    at: "tribes",
    name: "Rename “Film club”",
    ...byMenu("Actions for Film club", "Rename…"),
    steps: [
      async (page) => {
        await fill("Name", "")(page);
        await inDialog("Rename Tribe")(page);
      },
    ],
  },
  {
    file: "tribes/page/TribeDialogs.tsx",
    at: "tribes",
    name: "“Film club” is in use",
    ...byMenu("Actions for Film club", "Delete"),
  },
  {
    file: "personas/AllPersonas.tsx",
    at: "personas",
    name: "New persona",
    by: button("New persona"),
    steps: [inDialog("Make persona")],
  },
  {
    file: "code/ExportButtons.tsx",
    at: "code?target=browser.typescript",
    name: "Write the code into “picked”",
    by: button("Write into a folder…"),
    open: async (page) => {
      await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle("picked", { create: true });
        Object.assign(window, { showDirectoryPicker: async () => folder });
      });
      await press("Write into a folder…")(page);
    },
  },
  {
    file: "settings/KeysSection.tsx",
    at: "settings",
    name: "Rotate the Production key",
    by: button(/^Rotate the Production key/),
    steps: [(page) => page.getByRole("radio", { name: "Not at all" }).click()],
  },
  {
    file: "settings/MembersSection.tsx",
    at: "settings",
    name: "Add somebody",
    by: button("Add somebody…"),
    steps: [
      inDialog("Add to the Organization"),
      async (page) => {
        await fill("Name", "Ida Kessler")(page);
        await fill("E-mail", "ida")(page);
        await inDialog("Add to the Organization")(page);
        await page.getByText("It must be an e-mail address such as ida@example.com.").waitFor();
      },
    ],
  },
  {
    file: "settings/TokensSection.tsx",
    at: "settings",
    name: "New access token",
    by: button("New token…"),
    steps: [
      inDialog("Create token"),
      async (page) => {
        await fill("Name", "Nightly")(page);
        await inDialog("Create token")(page);
        await page.getByLabel("The new token").waitFor();
      },
    ],
  },
  {
    file: "settings/SpaceSection.tsx",
    at: "settings",
    name: "Delete Cinema",
    by: button("Delete Space…"),
    steps: [(page) => page.getByLabel(/^Type .* to go on/).fill(cinema.key)],
  },
];

const placeOf = ({ at, environment = "development" }: Overlay) => `${environment}/${at}`;
const places = [...new Set(dialogs.map(placeOf))];

describe("every dialog", () => {
  it("has a row here, and every row a file", () => {
    const general = ["parts/FormDialog.tsx"];
    const files = filesThatOpen(/<(?:Modal|FormDialog)\b|Dialog\.Root|Cmdk\.Dialog|alertdialog/);
    const theirs = files.filter((file) => !general.includes(file));
    expect([...new Set(dialogs.map(({ file }) => file))].sort()).toEqual(theirs);
  });

  it.each(places)("of %s: axe, the focus and Escape", async (place) => {
    const here = dialogs.filter((one) => placeOf(one) === place);
    const [{ at, environment = "development" }] = here as [Overlay];
    const page = await app.open(cinema, at, { environment, viewport: { width: 1440, height: 900 } });
    const faults: string[] = [];
    for (const dialog of here) faults.push(...(await overlayFaults(page, dialog)));
    expect(faults).toEqual([]);
  });
});

describe("what comes by itself", () => {
  it("a message with a way back", async () => {
    const page = await app.open(cinema, "tribes");
    await page.getByRole("button", { name: "Actions for German phones", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Deleted “German phones”").waitFor();
    // Looking takes longer than a message stays.
    await page.getByRole("region", { name: "Messages" }).hover();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("link", { name: "German phones" }).waitFor();
  });

  it("the code that a phone's camera reads", async () => {
    const page = await app.open(cinema, "overview");
    await page.route("**/v2/status", async (route) => {
      const answer = await route.fetch();
      const json = { ...(await answer.json()), lanUrls: ["http://192.168.1.20:4310"] };
      await route.fulfill({ response: answer, json });
    });
    await page.goto(`${app.server.platformUrl}/spaces/${cinema.key}/development/settings`);
    await page.getByRole("img", { name: /^QR code of/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
