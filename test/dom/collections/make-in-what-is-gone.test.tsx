import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { collection, experience, section, typeOf } from "../../unit/renderer/collections/fakes.ts";

const dialog = page.getByRole("dialog");
const gone =
  "What this is about was deleted elsewhere, or you can’t see it any more. Copy what you need from here, then cancel.";

/** What was typed stays, and what is wrong is not its. */
async function saysThatItIsGone(typed: string) {
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(gone);
  await expect.element(dialog.getByLabelText("Name")).toHaveValue(typed);
  await expect.element(dialog.getByLabelText("Name")).not.toHaveAttribute("aria-invalid", "true");
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
