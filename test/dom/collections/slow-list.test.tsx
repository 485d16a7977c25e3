import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Experience, Section } from "../../../src/core/collection.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { inside, sent, showConsole } from "../../helpers/dom/show.tsx";
import {
  collection,
  experience,
  section,
  servedVersion,
  typeOf,
} from "../../unit/renderer/collections/fakes.ts";

// The list of Collections is never read again here: what a write has answered is shown all the same.

const at = (path: string) => expect.poll(() => location.pathname).toBe(`/spaces/cinema/development/${path}`);
const row = (name: RegExp) => page.getByRole("treeitem", { name });
const dialog = page.getByRole("dialog");

/** A Cinema at one of its pages, from where on its list of Collections does not come any more. */
async function withSlowList(path: string, api = cinemaWithHero()) {
  showConsole(api, path);
  await expect.element(row(/^Homepage/)).toBeVisible();
  api.hold("listCollections");
  return api;
}

async function make(what: string, name: string) {
  await page
    .getByRole("main")
    .getByRole("button", { name: `New ${what}`, exact: true })
    .click();
  await dialog.getByLabelText("Name").fill(name);
  await userEvent.keyboard("{Enter}");
}

it("a new Experience is shown, and there is one of it", async () => {
  const api = await withSlowList("collections/plans");
  const made = experience("slow-made", { name: "Slow made" });
  api.answer("createExperience", made).answer("getExperience", made, '"2"');
  await make("Experience", "Slow made");
  await at("collections/plans/slow-made");
  await expect.element(page.getByRole("heading", { name: "Slow made", level: 1 })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row(/^Slow made/)).toBeVisible();
  expect(api.asked("createExperience")).toHaveLength(1);
});

it("a new Section is shown", async () => {
  const api = await withSlowList("collections/plans");
  const made = section("rows", [], { name: "Rows" });
  api.answer("createSection", made).answer("getSection", made, '"2"');
  await make("Section", "Rows");
  await at("collections/plans/rows");
  await expect.element(row(/^Rows/)).toBeVisible();
});

/** A Cinema whose Homepage has the Section Body with one Experience; what is saved of it is kept. */
function cinemaWithSection() {
  let body = section("body", [experience("drama", { name: "Drama" })], { name: "Body" });
  return emptyCinema()
    .answer("listCollections", () => ({
      data: [collection("homepage", { name: "Homepage", sections: [body] })],
      next: null,
    }))
    .answer("listExperienceTypes", { data: [typeOf("hero")], next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getSection", () => body, '"1"')
    .answer(
      "getExperience",
      ({ params }) => body.experiences.find(({ id }) => id === params.experienceId) as Experience,
      '"1"',
    )
    .answer(
      "updateSection",
      ({ body: change }) => {
        const experiences = change.experiences?.map((one) =>
          experience(one.key ?? one.name.toLowerCase(), { name: one.name }),
        );
        body = { ...body, ...change, ...(experiences && { experiences }) } as Section;
        return body;
      },
      '"1"',
    );
}

it("a new Experience of a Section is shown in it", async () => {
  const api = await withSlowList("collections/homepage/body", cinemaWithSection());
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New Experience in Body" }).click();
  await dialog.getByLabelText("Name").fill("Comedy");
  await userEvent.keyboard("{Enter}");
  await at("collections/homepage/body/comedy");
  await expect.element(row(/^Comedy/)).toBeVisible();
  expect(api.asked("updateSection")).toHaveLength(2);
});

it("a copy is shown", async () => {
  const api = await withSlowList("collections/homepage/hero");
  const made = experience("hero-copy", { name: "Hero copy" });
  api.answer("createExperience", made).answer("getExperience", made, '"2"');
  await inside(".page-head").getByRole("button", { name: "More for Hero" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await at("collections/homepage/hero-copy");
  await expect.element(row(/^Hero copy/)).toBeVisible();
});

it("a copy of a Collection is shown with what is in it", async () => {
  const api = await withSlowList("collections/homepage");
  api
    .answer("createCollection", collection("homepage-copy", { name: "Homepage copy" }))
    .answer("createExperience", experience("hero", { id: "exp_copy", name: "Hero of the copy" }));
  await inside(".page-head").getByRole("button", { name: "More for Homepage" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await at("collections/homepage-copy");
  await expect.element(page.getByRole("link", { name: /Hero of the copy/ })).toBeVisible();
});

const version = servedVersion(1);
const nobody = { checked: 0, changed: 0, sampled: false, of: 0, at: stamps.createdAt, sample: [] };
const diff = [{ path: "/experiences/hero", before: null, after: { name: "Hero" } }];

it("what is published is shown as that, and what is unpublished", async () => {
  const api = await withSlowList("collections/homepage");
  api
    .answer(
      "publish",
      ({ query }) => (query.dryRun === undefined ? version.publication : { diff, affected: nobody }),
      '"1"',
    )
    .answer("unpublish", undefined as never);
  api.answer("getPublication", version);
  const held = api.hold("getPublication");
  await page.getByRole("button", { name: "Publish to Development" }).click();
  await dialog.getByRole("button", { name: "Publish to Development" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/version 1/).first()).toBeVisible();
  await expect.element(row(/^Homepage/)).not.toHaveTextContent("Unpublished");
  held.release();
  await inside(".page-head").getByRole("button", { name: "More for Homepage" }).click();
  await page.getByRole("menuitem", { name: /^Unpublish/ }).click();
  await dialog.getByRole("button", { name: /^Unpublish/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row(/^Homepage/)).toHaveTextContent("Unpublished");
});

it("what was deleted stays away, and publishing does not wait for the list", async () => {
  const api = await withSlowList("collections/homepage");
  api.answer("deleteExperience", undefined as never).answer("publish", { diff: [], affected: nobody }, '"1"');
  (row(/^Hero/).element() as HTMLElement).focus();
  await userEvent.keyboard("{Delete}");
  await expect.element(row(/^Hero/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Publish to Development" }).click();
  await sent(api, "publish");
  expect(api.asked("deleteExperience")).toHaveLength(1);
  await expect.element(row(/^Hero/)).not.toBeInTheDocument();
});
