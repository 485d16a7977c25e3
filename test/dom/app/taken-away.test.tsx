import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Experience } from "../../../src/core/collection.ts";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { persona } from "../../../src/core/persona.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";
import { collection } from "../../unit/renderer/collections/fakes.ts";

const typeRollout = async () => {
  await page.getByRole("tab", { name: /^Properties/ }).click();
  await page.getByRole("tab", { name: /^Scenarios/ }).click();
  await page.getByRole("button", { name: "Silver first", exact: true }).click();
  await page.getByRole("button", { name: "Rollout: 100 %" }).click();
  await page.getByRole("spinbutton", { name: "Percent" }).fill("25");
};

it("takes what is typed at a word where Back leaves it", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero");
  await typeRollout();
  history.back();
  const edit = await sent(api, "updateExperience");
  expect(edit?.scenarios?.map(({ name, rollout }) => [name, rollout])).toEqual([
    ["Silver first", 25],
    ["Gold first", 100],
    ["Default", undefined],
  ]);
  await expect.element(page.getByRole("button", { name: /^Rollout/ })).not.toBeInTheDocument();
});

it.each([
  ["From", { From: "2031-01-" }, "What you typed at “From when” was not kept: 2031-01-"],
  ["Hours", { From: "19:00", To: "23:" }, "What you typed at “Hours” was not kept: 19:00, 23:"],
])(
  "tells all that is typed at the word “%s” where Back leaves it and one field can't be read",
  async (word, typed, told) => {
    const api = cinemaWithHero();
    showConsole(api, "collections/homepage/hero");
    await page.getByRole("tab", { name: /^Properties/ }).click();
    await page.getByRole("tab", { name: /^Scenarios/ }).click();
    await page.getByRole("button", { name: "Silver first", exact: true }).click();
    await page.getByRole("button", { name: "Only at certain times" }).click();
    await page.getByRole("button", { name: new RegExp(`^${word}: `) }).click();
    for (const [field, text] of Object.entries(typed))
      await page.getByRole("textbox", { name: field }).fill(text);
    history.back();
    await expect.element(page.getByText(told)).toBeVisible();
    expect(api.asked("updateExperience")).toEqual([]);
  },
);

it("tells what is typed at a word of a scenario that is deleted elsewhere, and does not bring that back", async () => {
  const api = cinemaWithHero();
  const { console } = showConsole(api, "collections/homepage/hero");
  await typeRollout();
  const { data } = await console.client.call("listCollections", { params: { spaceId: "spc_1" } });
  const hero = data[0]?.experiences[0] as Experience;
  const without = { ...hero, scenarios: hero.scenarios.slice(1) };
  const homepage = collection("homepage", { name: "Homepage", experiences: [without] });
  api.answer("listCollections", { data: [homepage], next: null }).answer("getExperience", without, '"2"');
  await console.queries.invalidateQueries();
  await expect
    .element(page.getByText("What you typed at “Rollout in percent” was not kept: 25"))
    .toBeVisible();
  expect(api.asked("updateExperience")).toEqual([]);
});

const watched = (days: number) => ({ event: "movie/watched", did: true, window: { last: { days } } });
const gold = { field: "plan", op: "equals", value: "gold" };

it.each([
  [
    "Value: gold",
    page.getByRole("combobox", { name: "Value" }),
    "silver",
    [gold, { ...gold, value: "bronze" }],
    null,
    "Value: bronze",
  ],
  [
    "When: in the last 7 days",
    page.getByRole("spinbutton", { name: "How long" }),
    "9",
    [watched(7), watched(30)],
    "What you typed at “When” was not kept.",
    "When: in the last 30 days",
  ],
] as const)(
  "what is typed at “%s” does not go over to the next condition where its own is deleted elsewhere",
  async (word, field, text, rules, told, next) => {
    const api = cinemaWithTribes([tribeOf("fans", { all: rules })]);
    const { console } = showConsole(api, "tribes/fans");
    await page.getByRole("button", { name: word, exact: true }).click();
    await field.fill(text);
    const without = { ...tribeOf("fans", { all: rules.slice(1) }), updatedAt: "2031-01-01T00:00:00.000Z" };
    api.answer("listTribes", { data: [without], next: null }).answer("getTribe", without, '"2"');
    await console.queries.invalidateQueries();
    await expect.element(field).not.toBeInTheDocument();
    const said = page.getByText(/was not kept/);
    if (told === null) await expect.element(said).not.toBeInTheDocument();
    else await expect.element(said).toHaveTextContent(told);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: next, exact: true })).toBeVisible();
    await expect.element(page.getByText("Edited, not saved")).not.toBeInTheDocument();
  },
);

const focusedRow = () => {
  const { activeElement: at } = document;
  return [at?.getAttribute("aria-label"), at?.closest<HTMLElement>("[data-line]")?.dataset.line];
};

it("closes a condition's menu where its own is deleted elsewhere, so that nothing is chosen for the next, which has the focus", async () => {
  const rules = ["movie/watched", "app/opened", "x/y"].map((event) => ({ ...watched(7), event }));
  const api = cinemaWithTribes([tribeOf("fans", { all: rules })]);
  const { console } = showConsole(api, "tribes/fans");
  await page
    .getByRole("button", { name: /^Whether they did it/ })
    .nth(1)
    .click();
  await expect.element(page.getByRole("menu")).toBeVisible();
  const without = { ...tribeOf("fans", { all: rules.slice(1) }), updatedAt: "2031-01-01T00:00:00.000Z" };
  api.answer("listTribes", { data: [without], next: null }).answer("getTribe", without, '"2"');
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.poll(focusedRow).toEqual(["Whether they did it: did", "all/1"]);
});

it("a save by its key has what is typed at a word, where it is the only edit, too", async () => {
  const tribe = tribeOf("fans", { all: [watched(7)] });
  const api = cinemaWithTribes([tribe]).answer("updateTribe", tribe, '"2"');
  showConsole(api, "tribes/fans");
  await page.getByRole("button", { name: "When: in the last 7 days" }).click();
  await page.getByRole("spinbutton", { name: "How long" }).fill("9");
  await userEvent.keyboard("{Control>}s{/Control}");
  expect((await sent(api, "updateTribe"))?.rules).toMatchObject({ all: [watched(9)] });
});

it("keeps a Tribe's new name that is half typed while the Tribe is renamed elsewhere, and not after Escape", async () => {
  const api = cinemaWithTribes([tribeOf("fans", { all: [gold] })]);
  const { console } = showConsole(api, "tribes/fans");
  const rename = async (called: string) => {
    await page.getByRole("button", { name: `Actions for ${called}` }).click();
    await page.getByRole("menuitem", { name: /^Rename/ }).click();
  };
  await rename("fans");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await name.fill("Golden");
  const crowd = { ...tribeOf("fans", { all: [gold] }), name: "Crowd", updatedAt: "2031-01-01T00:00:00.000Z" };
  api.answer("listTribes", { data: [crowd], next: null }).answer("getTribe", crowd, '"2"');
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("dialog", { name: "Rename “Crowd”" })).toBeVisible();
  await expect.element(name).toHaveValue("Golden");
  await userEvent.keyboard("{Escape}");
  await rename("Crowd");
  await expect.element(name).toHaveValue("Crowd");
});

it("what is typed at a persona's event does not go over to the next where that event is deleted elsewhere", async () => {
  const event = (name: string, count: number) => ({ name, ago: { hours: 1 }, count, metadata: {} });
  const made = (...events: readonly ReturnType<typeof event>[]) =>
    persona.parse({
      id: "per_1",
      key: "fan",
      name: "Fan",
      user: {},
      events,
      at: null,
      expected: {},
      ...stamps,
    });
  const before = made(event("movie/watched", 2), event("movie/liked", 3));
  const api = emptyCinema()
    .answer("getSeen", nothingSeen)
    .answer("listCollections", { data: [], next: null })
    .answer("listExperienceTypes", { data: [], next: null })
    .answer("listTribes", { data: [], next: null })
    .answer("listPersonas", { data: [before], next: null })
    .answer("getPersona", before, '"1"')
    .answer("runPersonas", {
      at: stamps.createdAt,
      environment: "development",
      content: "published",
      passed: 0,
      failed: 0,
      personas: [],
    });
  const { console } = showConsole(api, "personas/fan");
  await page.getByRole("button", { name: "How often: 2" }).click();
  await page.getByRole("spinbutton", { name: "How often" }).fill("9");
  const after = { ...made(event("movie/liked", 3)), updatedAt: "2031-01-01T00:00:00.000Z" };
  api.answer("listPersonas", { data: [after], next: null }).answer("getPersona", after, '"2"');
  await console.queries.invalidateQueries();
  await expect.element(page.getByText("What you typed at “How often” was not kept: 9")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "How often: 3" })).toHaveFocus();
  expect(api.asked("updatePersona")).toEqual([]);
});
