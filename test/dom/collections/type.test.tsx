import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { experience, homepage, property, typeOf } from "../../unit/renderer/collections/fakes.ts";

it("is a table to read: how many scenarios set each property, and inputs in the one that is open", async () => {
  const type = typeOf("hero", property("headline"), property("big", "boolean", { default: true }));
  const row = (id: string, data: object) => ({ id, name: id, serve: { enabled: true, data } });
  const hero = experience("hero", { scenarios: [row("a", { headline: "Hi" }), row("b", {})] as never });
  const api = emptyCinema()
    .answer("listCollections", { data: [{ ...homepage(), experiences: [hero], sections: [] }], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type);
  showConsole(api, "collections/types/hero");
  const properties = page.getByRole("list", { name: "Properties of hero" });
  await expect
    .element(properties)
    .toHaveTextContent(/headline.*string.*none.*1 of 2 scenarios.*big.*On.*no scenario/);
  expect(properties.getByRole("textbox").all()).toHaveLength(0);
  await page.getByRole("button", { name: "headline", exact: true }).click();
  await expect.element(page.getByLabelText("Key of headline")).toHaveValue("headline");
  await page.getByRole("button", { name: "big", exact: true }).click();
  await expect.element(page.getByLabelText("Key of headline")).not.toBeInTheDocument();
});
