import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Collection, Section } from "../../../src/core/collection.ts";
import type { ExperienceType } from "../../../src/core/experience-type.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { collection, experience, property, section, typeOf } from "../../unit/renderer/collections/fakes.ts";

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

it("calls what is served by its name, also where the draft has deleted it", async () => {
  const api = await fullCinema();
  const read = await askReal("GET", "/v2/spaces/cinema/collections?limit=200", null);
  const { data }: { data: Collection[] } = await read.json();
  const body = data.find(({ key }) => key === "homepage")?.sections.find(({ key }) => key === "body");
  if (body === undefined) throw new Error("there is no Body");
  const [first] = body.experiences;
  const without = (section: Section) => ({
    ...section,
    experiences: section.experiences.filter(({ id }) => id !== first?.id),
  });
  api
    .answer("listCollections", {
      data: data.map((one) => ({ ...one, sections: one.sections.map(without) })),
      next: null,
    })
    .answer("getSection", without(body), '"1"');
  showConsole(api, "collections/homepage/body");
  await page.getByRole("button", { name: "Default", exact: true }).click();
  const served = () => [...document.querySelectorAll(".served-children li")].map((one) => one.textContent);
  await expect.poll(() => served().length).toBeGreaterThan(0);
  await expect.poll(served).toContain(`1 ${first?.name}`);
});

it("keeps the types of what is in it, and says why", async () => {
  showConsole(await fullCinema(), "collections/homepage/body?tab=properties");
  const types = page.getByRole("group", { name: "Takes Experiences of" });
  const kept = types.getByRole("checkbox", { checked: true });
  await expect.element(kept.first()).toBeDisabled();
  expect(kept.elements().map((one) => one.closest("label")?.textContent)).toEqual([
    "Row4 Experiences of it are here",
  ]);
});

it("says what was refused where an Experience was to be shown, and does not say that it is", async () => {
  const api = await fullCinema();
  const read = await askReal("GET", "/v2/spaces/cinema/collections?limit=200", null);
  const { data }: { data: Collection[] } = await read.json();
  const body = data.find(({ key }) => key === "homepage")?.sections.find(({ key }) => key === "body");
  const [first] = body?.experiences ?? [];
  if (body === undefined || first === undefined) throw new Error("there is nothing in Body");
  const toNobody = (section: Section): Section =>
    section.id === body.id
      ? {
          ...section,
          scenarios: section.scenarios.map((one) => ({ ...one, serve: { ...one.serve, children: [] } })),
        }
      : section;
  api
    .answer("listCollections", {
      data: data.map((one) => ({ ...one, sections: one.sections.map(toNobody) })),
      next: null,
    })
    .answer("getSection", toNobody(body), '"1"')
    .refuse("updateSection", "forbidden", "Somebody has locked it.");
  showConsole(api, `collections/homepage/body/${first.key}`);
  const show = page.getByRole("button", { name: "Show it there" });
  await show.click();
  await expect.element(page.getByText("Body does not show it yet. Somebody has locked it.")).toBeVisible();
  await expect.element(show).toBeVisible();
  await expect.element(page.getByText(/^Body shows it/)).not.toBeInTheDocument();
});

it("is called as before while its name is empty, with the way to it whole", async () => {
  await page.viewport(1280, 800);
  showConsole(await fullCinema(), "collections/homepage/body?tab=properties");
  await page.getByLabelText("Name", { exact: true }).fill("");
  await expect.element(page.getByRole("status").filter({ hasText: /^Not saved/ })).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Body");
  const crumb = page.getByRole("link", { name: "Homepage", exact: true }).element();
  expect(crumb.scrollWidth).toBe(crumb.clientWidth);
});

it("names what differs where it was changed elsewhere too, and says no id", async () => {
  const mine = ["drama", "family", "late"].map((key) => experience(key, { name: `The ${key}` }));
  const body = section("body", mine, { name: "Body" });
  const [row] = body.scenarios;
  if (row === undefined) throw new Error("there is no default");
  const theirs = { ...body, scenarios: [{ ...row, serve: { enabled: true, children: ["exp_late"] } }] };
  const homepage = collection("homepage", { name: "Homepage", sections: [body] });
  const api = emptyCinema()
    .answer("listCollections", { data: [homepage], next: null })
    .answer("listExperienceTypes", { data: [typeOf("hero", property("headline"))], next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getSection", body, '"1"');
  const held = api.refuse("updateSection", "stale").hold("updateSection");
  showConsole(api, "collections/homepage/body");
  await page.getByRole("button", { name: "Default", exact: true }).click();
  await page.getByRole("button", { name: "Remove The drama" }).click();
  await sent(api, "updateSection");
  api.answer("getSection", theirs, '"2"');
  held.release();
  const choice = page.getByRole("dialog", { name: "Body was changed elsewhere" });
  await expect.element(choice).toHaveTextContent(/The late/);
  await expect.element(choice).toHaveTextContent(/The family/);
  await expect.element(choice).not.toHaveTextContent(/exp_/);
});
