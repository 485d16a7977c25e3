import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { Experience } from "../../../src/core/collection.ts";
import { runningStatus, stamps } from "../../helpers/dom/cinema-place.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { axeFindings, settled } from "../../helpers/dom/looks.ts";
import { filesThatOpen, type Overlay, overlayFaults } from "../../helpers/dom/overlays.ts";
import { choose, inside, showConsole } from "../../helpers/dom/show.tsx";

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(1280, 800));

const button = (name: string | RegExp) => () => page.getByRole("button", { name });
const press = (name: string | RegExp) => () => page.getByRole("button", { name }).first().click();
const inDialog = (name: string | RegExp) => () =>
  page.getByRole("dialog").getByRole("button", { name }).click();
const fill = (label: string, text: string) => page.getByRole("dialog").getByLabelText(label).fill(text);
const focusOn = (locator: Locator) => (locator.element() as HTMLElement).focus();
const comes = (locator: Locator) => expect.element(locator).toBeVisible();
/** Opened from a menu: the menu's button gets the focus back. */
const byMenu = (name: string, item: string | RegExp, within = "main") => {
  const by = () => inside(within).getByRole("button", { name, exact: true });
  const open = async () => {
    await by().click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  return { by, open };
};
/** Opened by a key, wherever the focus is. */
const byKey = (keys: string) => ({
  by: () => page.getByRole("link", { name: /^Tribes/ }),
  open: async () => {
    focusOn(page.getByRole("link", { name: /^Tribes/ }).first());
    await userEvent.keyboard(keys);
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
    ...byKey("{Control>}k{/Control}"),
    steps: [
      async () => {
        await userEvent.keyboard("hero");
        await comes(page.getByRole("option", { name: /homepage\.hero/ }).first());
      },
      async () => {
        await userEvent.keyboard(" nobody");
        await comes(page.getByText("Nothing is called that"));
      },
    ],
  },
  {
    file: "frame/SpaceSwitch.tsx",
    at: "overview",
    name: "New Space",
    by: button(/^Space /),
    open: async () => {
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
    steps: [inDialog("Create user")],
  },
  {
    file: "users/ImportDialog.tsx",
    at: "users",
    name: "Import users",
    by: button("Import…"),
    steps: [
      async (api) => {
        const rejected = [{ index: 1, detail: "/id is missing" }];
        api.answer("importUsers", { created: 1, updated: 1, rejected });
        await fill("Or paste", '{"id":"omar"}\n{"fields":{}}\n{"id":"ana-ribeiro"}');
        await inDialog("Import users")();
        await comes(page.getByText(/1 refused\./));
      },
    ],
  },
  {
    file: "events/replay/ReplayDialog.tsx",
    at: "events",
    name: "Replay events",
    by: button("Replay…"),
    steps: [
      () => page.getByRole("radio", { name: "A recording" }).click(),
      async () => {
        await choose(page.getByLabelText("Into"), "Production");
        await page.getByRole("radio", { name: "Others" }).click();
        await fill("Prefix", "");
        await page.getByRole("radio", { name: "What the list shows" }).click();
        await inDialog(/^Replay .* into Production$/)();
        await comes(page.getByText("Other people need a prefix"));
      },
      async (api) => {
        api.refuse("startReplay", "invalid-body", "Line 1", [{ path: "/1", detail: "is not JSON" }]);
        await page.getByRole("radio", { name: "A file" }).click();
        await page.getByLabelText("File").upload(new File(["nonsense\n"], "x.ndjson"));
        await fill("Prefix", "replay-");
        await inDialog(/^Replay .* into Production$/)();
        await comes(page.getByRole("table", { name: "Wrong lines" }));
      },
    ],
  },
  {
    file: "collections/types/TypeHead.tsx",
    at: "collections/types/hero",
    name: "Hero is in use",
    ...byHead("More for Hero", "Delete"),
  },
  {
    file: "collections/types/PropertyList.tsx",
    at: "collections/types/hero",
    name: "Change “headline” from string to number",
    by: () => page.getByLabelText("Type of headline"),
    open: async () => {
      await page.getByRole("button", { name: "headline", exact: true }).click();
      focusOn(page.getByLabelText("Type of headline"));
      await choose(page.getByLabelText("Type of headline"), "number");
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
    steps: [() => comes(page.getByLabelText("Note for the history"))],
  },
  {
    file: "collections/publish/PublishDialog.tsx",
    at: "collections/homepage",
    environment: "staging",
    name: "Promote Homepage from Development to Staging",
    ...byHead("More for Homepage", "Promote Homepage from Development…"),
    steps: [() => comes(page.getByLabelText("Note for the history"))],
  },
  {
    file: "collections/publish/UnpublishDialog.tsx",
    at: "collections/homepage",
    environment: "staging",
    name: "Unpublish Homepage from Staging",
    ...byHead("More for Homepage", "Unpublish Homepage from Staging…"),
  },
  {
    file: "collections/publish/VersionDialog.tsx",
    at: "collections/homepage?tab=history",
    name: "Homepage, version 1 in Development",
    by: button("Show version 1"),
    steps: [() => comes(page.getByText("What it served"))],
  },
  {
    file: "collections/publish/PublishDialog.tsx",
    at: "collections/homepage?tab=history",
    name: rollBack,
    by: button("Show version 1"),
    open: async () => {
      await press("Show version 1")();
      await press("Roll back to it…")();
    },
    steps: [() => comes(page.getByLabelText("Note for the history"))],
  },
  {
    file: "saved/ConflictChoice.tsx",
    at: "collections/title-page/skip-intro",
    name: "Skip intro was changed elsewhere",
    by: () => page.getByLabelText("action", { exact: true }),
    open: async (api) => {
      const real = await askReal(
        "GET",
        "/v2/spaces/cinema/collections/title-page/experiences/skip-intro",
        null,
      );
      const experience = (await real.json()) as Experience;
      const theirs = experience.scenarios.map((one) => ({
        ...one,
        serve: { ...one.serve, data: { action: "Theirs" } },
      }));
      const held = api.refuse("updateExperience", "stale").hold("updateExperience");
      await page.getByRole("button", { name: "Default", exact: true }).click();
      await page.getByLabelText("action", { exact: true }).fill("Mine");
      api.answer("getExperience", { ...experience, scenarios: theirs }, `${real.headers.get("etag")}-newer`);
      held.release();
    },
    leave: press("Take theirs"),
  },
  {
    file: "frame/UnsavedEdits.tsx",
    at: "collections/title-page/skip-intro",
    name: "Edits that are not saved yet",
    by: () => page.getByRole("button", { name: "1 edit is not saved yet" }),
    open: async (api) => {
      api.refuse("updateExperience", "busy");
      await page.getByLabelText("action", { exact: true }).fill("Kept");
      await page.getByRole("button", { name: "1 edit is not saved yet" }).click();
    },
  },
  {
    file: "tribes/page/TribeDialogs.tsx",
    at: "tribes",
    name: "Rename “Film club”",
    ...byMenu("Actions for Film club", "Rename…"),
    steps: [
      async () => {
        await fill("Name", "");
        await inDialog("Rename Tribe")();
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
    file: "personas/PersonasPage.tsx",
    at: "personas",
    name: "New persona",
    by: button("New persona"),
    steps: [inDialog("Create persona")],
  },
  {
    file: "code/ExportButtons.tsx",
    at: "code?target=browser.typescript",
    name: "Write the code into “picked”",
    by: button("Write into a folder…"),
    open: async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle("picked", { create: true });
      vi.stubGlobal("showDirectoryPicker", async () => folder);
      await press("Write into a folder…")();
    },
  },
  {
    file: "settings/KeysSection.tsx",
    at: "settings",
    name: "Rotate the Production key",
    by: button(/^Rotate the Production key/),
    steps: [() => page.getByRole("radio", { name: "Not at all" }).click()],
  },
  {
    file: "pairing/PairDialog.tsx",
    at: "settings",
    name: "Pair a phone or TV",
    by: button("Pair a phone or TV…"),
    open: async (api) => {
      const url = "http://192.168.1.20:4748/demo?pair=K7QM2X";
      api.answer("createPairing", { code: "K7QM2X", url, expiresAt: "2999-01-01T00:00:00Z" });
      await page.getByRole("button", { name: "Pair a phone or TV…" }).click();
      await comes(page.getByRole("img", { name: "Code K 7 Q M 2 X" }));
    },
  },
  {
    file: "settings/MembersSection.tsx",
    at: "settings",
    name: "Add somebody",
    by: button("Add somebody…"),
    steps: [
      inDialog("Add to the Organization"),
      async () => {
        await fill("Name", "Ida Kessler");
        await fill("E-mail", "ida");
        await inDialog("Add to the Organization")();
        await comes(page.getByText("It must be an e-mail address such as ida@example.com."));
      },
    ],
  },
  {
    file: "settings/AccountsSection.tsx",
    at: "settings",
    name: "A new code for “Vera”",
    by: button("New code for Vera…"),
    steps: [inDialog("Create code")],
  },
  {
    file: "settings/TokensSection.tsx",
    at: "settings",
    name: "New access token",
    by: button("New token…"),
    steps: [
      inDialog("Create token"),
      async (api) => {
        const made = {
          id: "tok_1",
          name: "Nightly",
          role: "owner" as const,
          hint: "abcd",
          token: "us_token_abcd",
        };
        api.answer("createToken", {
          ...made,
          createdAt: stamps.createdAt,
          lastUsedAt: null,
          expiresAt: null,
        });
        await fill("Name", "Nightly");
        await inDialog("Create token")();
        await comes(page.getByLabelText("The new token"));
      },
    ],
  },
  {
    file: "settings/SpaceSection.tsx",
    at: "settings",
    name: "Delete Cinema",
    by: button("Delete Space…"),
    steps: [() => page.getByLabelText(/^Type .* to go on/).fill("cinema")],
  },
  {
    file: "settings/ServiceSection.tsx",
    at: "settings",
    name: "Check for newer versions",
    by: button("Check daily…"),
    steps: [inDialog("Check daily")],
  },
];

const placeOf = ({ at, environment = "development" }: Overlay) => `${environment}/${at}`;
const places = [...new Set(dialogs.map(placeOf))];

describe("every dialog", () => {
  it("has a row here, and every row a file", async () => {
    // What tokens and invitations are shown in: it is looked at with theirs.
    const general = ["parts/FormDialog.tsx", "settings/SecretModal.tsx"];
    const files = await filesThatOpen(/<(?:Modal|FormDialog)\b|Dialog\.Root|Cmdk\.Dialog|alertdialog/);
    const theirs = files.filter((file) => !general.includes(file));
    expect([...new Set(dialogs.map(({ file }) => file))].sort()).toEqual(theirs);
  });

  it.each(places)("of %s: axe, the focus and Escape", async (place) => {
    const here = dialogs.filter((one) => placeOf(one) === place);
    const vera = { id: "acc_2", name: "Vera", email: null, createdAt: stamps.createdAt, organizations: [] };
    const api = (await fullCinema())
      .answer("listAccounts", { data: [vera], next: null })
      .answer("inviteAccount", { code: "us_inv_new", expiresAt: stamps.createdAt });
    showConsole(api, `/spaces/cinema/${place}`);
    await settled();
    const faults: string[] = [];
    for (const dialog of here) faults.push(...(await overlayFaults(api, dialog)));
    expect(faults).toEqual([]);
  });
});

describe("what comes by itself", () => {
  it("a message with a way back", async () => {
    showConsole(await fullCinema(), "tribes");
    await page.getByRole("button", { name: "Actions for German phones", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await comes(page.getByText("Deleted “German phones”"));
    // Looking takes longer than a message stays.
    await page.getByRole("region", { name: "Messages" }).hover();
    expect(await axeFindings("message")).toEqual([]);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await comes(page.getByRole("link", { name: "German phones" }));
  });

  it("the code that a phone's camera reads", async () => {
    const status = { ...runningStatus, lanUrls: ["http://192.168.1.20:4310"] };
    showConsole((await fullCinema()).answer("getStatus", status), "settings");
    await comes(page.getByRole("img", { name: /^QR code of/ }));
    expect(await axeFindings("phone-code")).toEqual([]);
  });
});
