import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Property } from "../../../src/core/experience-type.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";
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

const long = "because-you-watched-the-long-interval-and-all-premieres-at-home";

/** A type with these two properties, whose first change the server has not answered yet. */
function countAndNote(key = "hero") {
  const type = { ...typeOf(key, property("count", "number", { default: 3 }), property("note")), name: key };
  return emptyCinema()
    .answer("listCollections", { data: [], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type)
    .answer("updateExperienceType", ({ body }) => ({ ...type, ...(body as object) }));
}
const focused = () => document.activeElement?.getAttribute("aria-label");

it("goes on in the same form while a property's key becomes another one, or one that is there", async () => {
  const api = countAndNote();
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await page.getByLabelText("Key of note").fill("remark");
  await userEvent.tab();
  await userEvent.keyboard("New name");
  expect(focused()).toBe("Name of remark");
  await expect.element(page.getByLabelText("Name of remark")).toHaveValue("New name");
  await page.getByLabelText("Key of remark").fill("count");
  await userEvent.tab();
  await expect.element(page.getByText("is there twice", { exact: true })).toBeVisible();
  expect(page.getByLabelText(/^Key of/).all()).toHaveLength(1);
  expect(focused()).toBe("Name of count");
});

it("goes on in the same form while the server gives a new property its id", async () => {
  const api = countAndNote().answer("updateExperienceType", ({ body }) => {
    const { properties } = body as { properties: Property[] };
    return { ...typeOf("hero"), properties: properties.map((one) => ({ ...one, id: `prp_${one.key}` })) };
  });
  showConsole(api, "collections/types/hero");
  await page.getByLabelText("Name of a new property").fill("Seats");
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Key of seats").fill("chairs");
  await userEvent.tab();
  await sent(api, "updateExperienceType", 2);
  await expect.element(page.getByText("All changes saved")).toBeVisible();
  expect(focused()).toBe("Name of chairs");
});

it("keeps the form of what cannot be saved in sight", async () => {
  showConsole(countAndNote(long), `collections/types/${long}`);
  await page.getByRole("button", { name: "count", exact: true }).click();
  await page.getByLabelText("Default of count").fill("34abc");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await expect.element(page.getByLabelText("Key of note")).toBeVisible();
  await expect.element(page.getByLabelText("Default of count")).toHaveValue("34abc");
  const head = document.querySelector(".page-head") as HTMLElement;
  expect([head.scrollWidth - head.clientWidth, innerWidth]).toEqual([0, 1280]);
  const crumb = document.querySelector(".crumb") as HTMLElement;
  expect(crumb.scrollWidth - crumb.clientWidth).toBe(0);
});

it.each(["number", "date"])(
  "keeps text in a new property's %s that can't be read when the server gives it its id",
  async (kind) => {
    const api = countAndNote().answer("updateExperienceType", ({ body }) => {
      const { properties } = body as { properties: Property[] };
      return { ...typeOf("hero"), properties: properties.map((one) => ({ ...one, id: `prp_${one.key}` })) };
    });
    const answer = api.hold("updateExperienceType");
    showConsole(api, "collections/types/hero");
    await choose(page.getByRole("combobox", { name: "Its type" }), kind);
    await page.getByLabelText("Name of a new property").fill("Seats");
    await userEvent.keyboard("{Enter}");
    const field = page.getByLabelText("Default of seats", { exact: true });
    await field.fill("34abc");
    answer.release();
    await settled();
    await expect.element(page.getByText(/the default of seats is not a/)).toBeVisible();
    await expect.element(field).toHaveValue("34abc");
  },
);

it("keeps text that can't be read under another key", async () => {
  showConsole(countAndNote(), "collections/types/hero");
  await page.getByRole("button", { name: "count", exact: true }).click();
  await page.getByLabelText("Default of count").fill("34abc");
  await page.getByLabelText("Key of count").fill("seats");
  await userEvent.tab();
  await expect.element(page.getByLabelText("Default of seats")).toHaveValue("34abc");
  await expect.element(page.getByText(/the default of seats is not a number/)).toBeVisible();
});
