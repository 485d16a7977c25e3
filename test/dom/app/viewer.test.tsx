import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { Role } from "../../../src/core/organization.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

// How these pages look to a viewer, and that they say why, is a row of pages.test.tsx.
it.each([
  ["users/ana-ribeiro", [], /Add a|Remove|More for/],
  ["personas/gold-binge-watcher", [], /Add|Expect|More for|Rename|Remove/],
  ["collections/homepage/hero", ["Find in Collections"], /Publish|Add scenario|^More for|^Move |^New/],
])("%s has no dead control for a viewer", async (path, fields, dead) => {
  showConsole(await fullCinema("viewer"), path);
  await expect.element(page.getByText("ask an owner for the role of editor")).toBeVisible();
  await settled();
  const main = page.getByRole("main");
  const names = main
    .getByRole("textbox")
    .elements()
    .filter((one) => !one.hasAttribute("readonly"))
    .map((one) => one.getAttribute("aria-label"));
  expect(names).toEqual(fields);
  expect(main.getByRole("button", { name: dead }).elements()).toEqual([]);
});

it.each(["users", "tribes", "personas", "collections", "collections/types"])(
  "%s, where nothing is yet, offers to make something to whoever may",
  async (path) => {
    const makes = page.getByRole("main").getByRole("button", { name: /^New / });
    const empty = (role: Role) =>
      emptyCinema(role)
        .answer("getSeen", nothingSeen)
        .answer("runPersonas", {
          ...{ at: stamps.createdAt, environment: "development", content: "published" },
          ...{ passed: 0, failed: 0, personas: [] },
        });
    const { leave } = showConsole(empty("editor"), path);
    await expect.element(makes.first()).toBeVisible();
    leave();
    showConsole(empty("viewer"), path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await settled();
    expect(makes.elements()).toEqual([]);
  },
);

it("a viewer may read the reasons", async () => {
  showConsole(await fullCinema("viewer"), "users/ana-ribeiro");
  await page
    .getByRole("button", { name: / in it/ })
    .first()
    .click();
  await expect.element(page.getByRole("complementary", { name: /^Why/ })).toBeVisible();
});
