import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { collection, experience, section, typeOf } from "../../unit/renderer/collections/fakes.ts";

const dialog = page.getByRole("dialog");

/** What was typed stays, and what is wrong is not its. */
async function saysThatItIsGone(typed: string, what = "What this is about") {
  const gone = `${what} was deleted elsewhere, or you can’t see it any more.`;
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(`${gone} If you need what you typed, copy it, then cancel.`);
  await expect.element(dialog.getByLabelText("Name")).toHaveValue(typed);
  await expect.element(dialog.getByLabelText("Name")).not.toHaveAttribute("aria-invalid", "true");
  // Nothing can be sent to it, whatever is typed.
  const send = dialog.getByRole("button", { name: /^(Create|Add|Save)/ });
  await expect.element(send).toBeDisabled();
  await dialog.getByLabelText("Name").fill(`${typed} 2`);
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(gone);
  await expect.element(send).toBeDisabled();
}

it.each(["Experience", "Section"] as const)(
  "a new %s of a Collection that was deleted elsewhere names no id that nobody typed",
  async (what) => {
    const api = cinemaWithHero().refuse(
      `create${what}`,
      "not-found",
      'There is no Collection "col_plans" here.',
    );
    showConsole(api, "collections/plans");
    await page
      .getByRole("main")
      .getByRole("button", { name: `New ${what}`, exact: true })
      .click();
    await dialog.getByLabelText("Name").fill("Offer");
    await dialog.getByRole("button", { name: `Create ${what}` }).click();
    await saysThatItIsGone("Offer");
  },
);

it("somebody who is added to an Organization that is gone is told so, and at the id of an account where one was typed", async () => {
  const api = emptyCinema().refuse("addMember", "not-found", 'There is no account "acc_1" here.');
  showConsole(api, "settings");
  await page.getByRole("button", { name: "Add somebody" }).click();
  await dialog.getByLabelText("Name").fill("Vera");
  await dialog.getByRole("button", { name: "Add to the Organization" }).click();
  await saysThatItIsGone("Vera");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add somebody" }).click();
  await dialog.getByLabelText("Account id").fill("acc_1");
  await dialog.getByRole("button", { name: "Add to the Organization" }).click();
  await expect.element(dialog.getByText('There is no account "acc_1" here.')).toBeVisible();
});

it("an Experience of a Section that this page knows is gone is made nowhere else", async () => {
  const body = section("body", [experience("drama", { name: "Drama" })], { name: "Body" });
  let sections = [body];
  const api = emptyCinema()
    .answer("listCollections", () => ({
      data: [collection("homepage", { name: "Homepage", sections })],
      next: null,
    }))
    .answer("listExperienceTypes", { data: [typeOf("hero")], next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getSection", body, '"1"');
  const { console } = showConsole(api, "collections/homepage/body");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New Experience in Body" }).click();
  await dialog.getByLabelText("Name").fill("Comedy");
  sections = [];
  await console.collections.load("spc_1");
  await dialog.getByRole("button", { name: "Create Experience" }).click();
  await saysThatItIsGone("Comedy");
});

it.each([
  ["New Collection", "createCollection"],
  ["New Experience type", "createExperienceType"],
] as const)("%s says that it is the Space that is gone", async (item, route) => {
  const api = cinemaWithHero().refuse(route, "not-found", 'There is no Space "spc_1" here.');
  showConsole(api, "collections/homepage");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await dialog.getByLabelText("Name").fill("Offers");
  await userEvent.keyboard("{Enter}");
  await saysThatItIsGone("Offers", "This Space");
});

it("an Experience is not to be created before there is a type, and its name is not what is wrong", async () => {
  const api = emptyCinema().answer("listCollections", {
    data: [collection("homepage", { name: "Homepage" })],
    next: null,
  });
  showConsole(api, "collections/homepage");
  await page.getByRole("main").getByRole("button", { name: "New Experience", exact: true }).click();
  await dialog.getByLabelText("Name").fill("Banner");
  await expect.element(dialog.getByRole("button", { name: "Create Experience" })).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByLabelText("Name")).not.toHaveAttribute("aria-invalid", "true");
});
