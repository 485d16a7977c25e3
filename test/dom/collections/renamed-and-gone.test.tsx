import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Experience } from "../../../src/core/collection.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { tribeOf } from "../../helpers/targeting.ts";
import { collection, property, typeOf } from "../../unit/renderer/collections/fakes.ts";

it("a name that is half typed in the tree is told where its Experience is deleted elsewhere", async () => {
  const api = cinemaWithHero();
  const { console } = showConsole(api, "collections");
  const row = page.getByRole("treeitem", { name: /^Hero/ });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard("{F2}Opening night");
  api
    .answer("listCollections", { data: [collection("homepage", { name: "Homepage" })], next: null })
    .refuse("updateExperience", "not-found");
  await console.queries.invalidateQueries();
  await expect.element(page.getByText(/^“Hero” was not renamed to “Opening night”\..*deleted/)).toBeVisible();
});

it("a scenario's name that is half typed is told where that scenario is deleted elsewhere", async () => {
  let hero: Experience | null = null;
  const api = cinemaWithHero();
  const { console } = showConsole(api, "collections/homepage/hero");
  await page.getByRole("button", { name: "More for Silver first" }).click();
  await page.getByRole("menuitem", { name: /^Rename/ }).click();
  await expect.element(page.getByRole("textbox", { name: "Name of Silver first" })).toHaveFocus();
  await userEvent.keyboard("Silver at last");
  const { data } = await console.client.call("listCollections", { params: { spaceId: "spc_1" } });
  hero = data[0]?.experiences[0] ?? null;
  const without = { ...hero, scenarios: hero?.scenarios.slice(1) } as Experience;
  api
    .answer("listCollections", {
      data: [collection("homepage", { name: "Homepage", experiences: [without] })],
      next: null,
    })
    .answer("getExperience", without, '"2"');
  await console.queries.invalidateQueries();
  await expect
    .element(page.getByText("“Silver first” was not renamed to “Silver at last”. It was deleted elsewhere."))
    .toBeVisible();
});

it("a key that is half typed is taken where Back leaves it, and the page stays left", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero");
  await page.getByRole("tab", { name: /^Properties/ }).click();
  await page.getByRole("textbox", { name: "Key", exact: true }).fill("opening");
  history.back();
  expect((await sent(api, "updateExperience"))?.key).toBe("opening");
  await expect.element(page.getByRole("tab", { name: /^Scenarios/, selected: true })).toBeVisible();
});

it("a property's key that is half typed is told where that property is deleted elsewhere, and does not bring it back", async () => {
  const type = typeOf("hero", property("headline"), property("note"));
  const api = emptyCinema()
    .answer("listCollections", { data: [], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type, '"1"');
  const { console } = showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await page.getByLabelText("Key of note").fill("remark");
  const without = { ...type, properties: type.properties.slice(0, 1), updatedAt: "2031-01-01T00:00:00.000Z" };
  api
    .answer("listExperienceTypes", { data: [without], next: null })
    .answer("getExperienceType", without, '"2"');
  await console.queries.invalidateQueries();
  await expect
    .element(page.getByText("“note” was not renamed to “remark”. It was deleted elsewhere."))
    .toBeVisible();
  expect(api.asked("updateExperienceType")).toEqual([]);
});

it("what was edited in an Experience that is deleted elsewhere is said by the Tribe's name", async () => {
  const fans = { ...tribeOf("fans", { label: "fan" }), name: "Cineasts" };
  const api = cinemaWithHero().answer("listTribes", { data: [fans], next: null });
  const { console } = showConsole(api, "collections/homepage/hero");
  await page.getByRole("button", { name: "Silver first", exact: true }).click();
  const add = page.getByRole("button", { name: "Only those in a Tribe" });
  await expect.element(add).toBeVisible();
  api
    .answer("listCollections", { data: [collection("homepage", { name: "Homepage" })], next: null })
    .refuse("getExperience", "not-found")
    .refuse("updateExperience", "not-found");
  await add.click();
  await page.getByRole("option", { name: /Cineasts/ }).click();
  await sent(api, "updateExperience");
  await console.queries.invalidateQueries();
  const typed = page.getByRole("region", { name: "What you typed into Hero" });
  await expect.element(typed).toHaveTextContent(/Cineasts/);
  expect(typed.element().textContent).not.toContain(fans.id);
});
