import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { openPalette, paletteSearch, showConsole } from "../../helpers/dom/show.tsx";
import { patience } from "../../helpers/patience.ts";

/** What is done where it stands: with one row, one word of a sentence, one field, one tab. */
const ofOneThing =
  "table, [role=grid], [role=tree], ol, ul, form, search, .sentence, [role=tablist], [role=group], aside, section.set-section li, .rate";
/** Copying and explaining are done at the text; the palette is this one. */
const exceptions = /^(Copy|About|Search or run) /;

interface Offered {
  readonly words: string;
  readonly inMenu: boolean;
}

/** What those elements say that are not of one thing. */
function spoken(selector: string): readonly string[] {
  const words = (element: Element) => {
    const copy = element.cloneNode(true) as Element;
    for (const one of copy.querySelectorAll(".num, .sr, kbd, .caps")) one.remove();
    return (element.getAttribute("aria-label") ?? copy.textContent ?? "").trim();
  };
  return [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility() && element.closest(ofOneThing) === null)
    .map(words);
}

/** What the page's own buttons and menus say. */
async function offered(within: string): Promise<readonly Offered[]> {
  const buttons = spoken(`${within} button:not([aria-haspopup=menu], [role])`);
  const found: Offered[] = buttons.map((words) => ({ words, inMenu: false }));
  for (const menu of document.querySelectorAll(`${within} [aria-haspopup=menu]`)) {
    if (menu.closest(ofOneThing) !== null) continue;
    await userEvent.click(menu);
    await expect.element(page.getByRole("menu")).toBeVisible();
    const items = spoken("[role=menu] :is([role^=menuitem])");
    found.push(...items.map((words) => ({ words, inMenu: true })));
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  }
  return found.filter(({ words }) => words !== "" && !exceptions.test(words));
}

/** Whether the palette has something to do by what is typed; what can be opened does not count. */
const hasCommand = () =>
  [...document.querySelectorAll("[cmdk-group]:not([hidden])")].some(
    (group) =>
      group.querySelector("[cmdk-group-heading]")?.textContent !== "Open" &&
      group.querySelector("[cmdk-item]") !== null,
  );

async function isFound(words: string): Promise<boolean> {
  await paletteSearch().fill(words);
  return expect
    .poll(hasCommand, { timeout: patience / 4 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

async function missing(within: string): Promise<readonly string[]> {
  const heading = document.querySelector("h1")?.textContent ?? "";
  const all = await offered(within);
  expect(all.length).toBeGreaterThan(0);
  await openPalette();
  const without: string[] = [];
  for (const { words, inMenu } of all) {
    // A word alone means what is open: "Delete".
    const typed = inMenu && !words.includes(" ") ? `${words} ${heading}` : words;
    if (!(await isFound(typed))) without.push(typed);
  }
  return without;
}

const places = [
  "overview",
  "collections",
  "collections/homepage",
  "collections/homepage/hero",
  "collections/homepage/body",
  "collections/types/hero",
  "tribes",
  "tribes/film-club",
  "users",
  "users/ana-ribeiro",
  "events",
  "preview?user=ana-ribeiro",
  "personas",
  "personas/somebody-new",
  "code",
  "settings",
];

describe("The palette", () => {
  it.each(places)("finds what every button and menu of %s does", async (place) => {
    showConsole(await fullCinema(), place);
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    await settled();
    expect(await missing(place === "overview" ? "body" : "main")).toEqual([]);
  });

  it("does from the Overview what other pages do, and leaves out who is not meant", async () => {
    showConsole(await fullCinema(), "overview");
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    const options = () =>
      page
        .getByRole("option")
        .elements()
        .map((one) => one.textContent);
    await openPalette();
    await userEvent.keyboard("lan");
    await expect.poll(options).toContain("Settings: Phones and TVs");
    await paletteSearch().fill("phones and tvs");
    await expect.poll(options).toEqual(["Settings: Phones and TVs"]);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("heading", { name: "Phones and TVs" })).toHaveFocus();
    await openPalette();
    await userEvent.keyboard("publish homepage");
    await expect
      .element(page.getByRole("option", { name: /^Publish Homepage/, selected: true }))
      .toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog", { name: /^Publish Homepage/ })).toBeVisible();
  });

  it("takes Enter for what fits best by then, among 500 Collections of which it draws the best", async () => {
    const { data } = await (await askReal("GET", "/v2/spaces/cinema/collections", null)).json();
    const many = Array.from({ length: 500 }, (_, n) => ({
      ...data[0],
      id: `many-${n}`,
      key: `sammlung-${n}`,
      name: `Sammlung ${n}`,
      sections: [],
      experiences: [],
    }));
    const api = (await fullCinema()).answer("listCollections", { data: [...data, ...many], next: null });
    showConsole(api, "overview");
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    await settled();
    await openPalette();
    await userEvent.keyboard("sammlung");
    const shown = () => page.getByRole("option").elements().length;
    await expect.poll(shown).toBeGreaterThan(0);
    expect(shown()).toBeLessThanOrEqual(250);
    await userEvent.keyboard(" 499{Enter}");
    await expect.element(page.getByRole("heading", { level: 1, name: "Sammlung 499" })).toBeVisible();
  });

  it.each([
    ["collections", "types", "Types of film"],
    ["tribes", "new", "New in town"],
  ])("opens what has a word of the addresses of %s for its key, “%s”", async (noun, key, name) => {
    const { data } = await (await askReal("GET", `/v2/spaces/cinema/${noun}`, null)).json();
    const reads = noun === "tribes" ? "listTribes" : "listCollections";
    const api = (await fullCinema()).answer(reads, {
      data: data.with(0, { ...data[0], key, name }),
      next: null,
    });
    showConsole(api, "overview");
    await openPalette();
    await userEvent.keyboard(name);
    await expect.element(page.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toMatch(new RegExp(`/${noun}/${data[0].id}$`));
  });

  it("finds a user and a visitor with one id, and opens the page of each; whom a read found stay while the next one fails", async () => {
    const api = await fullCinema();
    const { data } = await (
      await askReal("GET", "/v2/spaces/cinema/environments/development/users?limit=1", null)
    ).json();
    const both = (["known", "visitor"] as const).map((kind) => ({ ...data[0], id: "maja-lind", kind }));
    api.answer("listUsers", { data: both, next: null });
    const shown = showConsole(api, "overview");
    await openPalette();
    await userEvent.keyboard("maja");
    const hits = () =>
      page
        .getByRole("option", { name: /^maja-lind/ })
        .elements()
        .map((one) => one.textContent);
    await expect.poll(hits).toEqual(["maja-lindUser", "maja-lindVisitor"]);
    api.refuse("listUsers", "internal-error");
    await userEvent.keyboard("-lind");
    const reads = () => shown.console.queries.getQueryCache().findAll({ queryKey: ["listUsers"] });
    await expect.poll(() => reads().map(({ state }) => state.status)).toContain("error");
    await settled();
    expect(hits()).toEqual(["maja-lindUser", "maja-lindVisitor"]);
    await page.getByRole("option", { name: /^maja-lind.*Visitor/ }).click();
    await expect.poll(() => location.pathname + location.search).toMatch(/\/users\/maja-lind\?kind=visitor$/);
  });

  it("says that there is no edit to undo or redo, and does both once there is", async () => {
    const api = await fullCinema();
    api.refuse("updateExperience", "busy");
    showConsole(api, "collections/homepage/hero");
    const add = page.getByRole("button", { name: "Add scenario", exact: true });
    await expect.element(add).toBeVisible();
    const offered = async (typed: string, title: RegExp) => {
      await openPalette();
      await userEvent.keyboard(typed);
      const option = page.getByRole("option", { name: title });
      await expect.element(option).toBeVisible();
      const { textContent, ariaDisabled } = option.element();
      await userEvent.keyboard("{Escape}");
      return [/no edit to (un|re)do/.test(textContent), ariaDisabled === "true"];
    };
    expect(await offered("undo the last", /^Undo the last edit/)).toEqual([true, true]);
    expect(await offered("redo the", /^Redo the edit/)).toEqual([true, true]);
    await add.click();
    expect(await offered("undo the last", /^Undo the last edit/)).toEqual([false, false]);
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(await offered("redo the", /^Redo the edit/)).toEqual([false, false]);
  });

  it("tells a viewer why they can't", async () => {
    showConsole(await fullCinema("viewer"), "tribes/film-club");
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    await openPalette();
    await userEvent.keyboard("delete film");
    const option = page.getByRole("option", { name: /Delete Film club.*read only/ });
    await expect.element(option).toHaveAttribute("aria-disabled", "true");
  });

  it.each([
    ["new tribe", () => page.getByRole("heading", { level: 1, name: "New Tribe" })],
    ["new collection", () => page.getByRole("dialog", { name: /Collection/ })],
    ["add a user", () => page.getByRole("dialog", { name: /user/ })],
    ["new persona", () => page.getByRole("dialog", { name: /persona/i })],
    ["rotate production", () => page.getByRole("dialog", { name: "Rotate the Production key" })],
    ["new token", () => page.getByRole("dialog", { name: /token/i })],
    ["add member", () => page.getByRole("dialog", { name: /Add|member|somebody/i })],
    ["simulated clock", () => page.getByRole("heading", { name: "Clock" })],
  ])("does “%s” from another page", async (typed, want) => {
    showConsole(await fullCinema(), "overview");
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    await openPalette();
    await userEvent.keyboard(typed);
    await expect.element(page.getByRole("option", { selected: true })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(want()).toBeVisible();
    if (typed === "simulated clock")
      await expect.poll(() => document.querySelector("#clock [role=radio]:focus")).not.toBeNull();
  });
});

describe("The keyboard map", () => {
  beforeEach(() => page.viewport(1280, 800));
  const events = [
    "Pause the list of events: Space",
    "Filter the events: /",
    "Record events: R",
    "Next row: ↓ or J",
    "Open the event: Enter",
    "Pin the event, or unpin it: P",
    "Copy the event as JSON: Ctrl C or C",
    "Close the event: Esc",
  ];
  const edits = ["Undo the last edit: Ctrl Z", "Redo the edit: Ctrl Y or Ctrl Shift Z"];
  const hero = ["Rename: F2", "Delete: Delete", "Move the scenario up: Alt ↑", ...edits];
  const filmClub = [
    "Save Tribe: Ctrl S",
    "Move the condition up: Alt ↑",
    "Delete the value or line: Backspace or Delete",
    ...edits,
  ];

  it.each([
    ["events", events],
    ["tribes/film-club", filmClub],
    ["collections/homepage/hero", hero],
  ])("of %s has what is heard there", async (place, wanted) => {
    showConsole(await fullCinema(), place);
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeInTheDocument();
    await settled();
    await userEvent.keyboard("?");
    await expect.element(page.getByRole("dialog", { name: "Keyboard map" })).toBeVisible();
    const lines = () =>
      [...document.querySelectorAll("[role=dialog] dl > div")].map((line) => {
        const title = line.querySelector("dt")?.firstChild?.textContent;
        const keys = [...line.querySelectorAll("dd > *")].map((one) =>
          [...one.querySelectorAll("kbd")].map((cap) => cap.textContent).join(" "),
        );
        return `${title}: ${keys.filter((caps) => caps !== "").join(" or ")}`;
      });
    await expect.poll(lines).toEqual(expect.arrayContaining(wanted));
  });
});

it("says that nothing is called that once it has looked through everything", async () => {
  const api = await fullCinema();
  api.answer("listTribes", await (await askReal("GET", "/v2/spaces/cinema/tribes", null)).json());
  api.answer("listUsers", { data: [], next: null });
  const [tribes, users] = [api.hold("listTribes"), api.hold("listUsers")];
  const { console } = showConsole(api, "overview");
  // The page does not come to rest meanwhile.
  await page.getByRole("button", { name: /^Search or run a command/ }).click();
  await paletteSearch().fill("zzz");
  const [looking, nothing] = [page.getByText("Looking…"), page.getByText("Nothing is called that.")];
  await expect.element(looking).toBeVisible();
  await expect.poll(() => api.asked("listUsers").length).toBeGreaterThan(0);
  users.release();
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  await expect.element(looking).toBeVisible();
  tribes.release();
  await expect.element(nothing).toBeVisible();
  const others = api.hold("listUsers");
  await paletteSearch().fill("zzzz");
  await expect.element(looking).toBeVisible();
  others.release();
  await expect.element(nothing).toBeVisible();
  // What is too long for the server to look for is nobody's name.
  api.hold("listUsers");
  await paletteSearch().fill("z".repeat(201));
  await expect.element(nothing).toBeVisible();
});

it.each([
  ["listUsers", "Nothing is called that. Fewer letters find more."],
  ["listPersonas", "Not all could be looked through. The disk is full."],
] as const)("looks no further where it can't: %s", async (route, said) => {
  showConsole((await fullCinema()).refuse(route, "storage-failed", "The disk is full."), "overview");
  await openPalette();
  await paletteSearch().fill("zzz");
  await expect.element(page.getByText(said)).toBeVisible();
});
