import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { ExperienceType } from "../../../src/core/experience-type.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

/** The Space's types, each under a longer name. */
async function longTypes() {
  const read = await askReal("GET", "/v2/spaces/cinema/experience-types", null);
  const { data }: { data: ExperienceType[] } = await read.json();
  const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
  return { data: data.map((one) => ({ ...one, name: `${one.name} ${long}` })), next: null };
}

it("shows Experiences of a long type in their own column, and the button that removes each", async () => {
  const api = (await fullCinema()).answer("listExperienceTypes", await longTypes());
  showConsole(api, "collections/homepage/body");
  await page.getByRole("button", { name: "Default", exact: true }).click();
  const list = page.getByRole("list", { name: "Experiences that it shows, in order" });
  const remove = list.getByRole("button", { name: /^Remove / });
  await expect.element(remove.first()).toBeVisible();
  const column = list.element().parentElement?.getBoundingClientRect().right ?? 0;
  for (const one of remove.elements()) expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(column);
});
