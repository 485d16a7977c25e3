import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { experiencePort } from "../../../src/renderer/collections/part-ports.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { neverSaved } from "../../helpers/dom/never-saved.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("says that there is nothing to publish", async () => {
  showConsole(await fullCinema(), "collections/player?publish=draft");
  await expect
    .element(page.getByText("Nothing to publish: Development already serves exactly this draft."))
    .toBeVisible();
});

it("waits for edits of the Collection alone, and says of which", async () => {
  const affected = { checked: 0, changed: 0, sampled: false, of: 0, at: stamps.createdAt, sample: [] };
  const api = cinemaWithHero().answer("publish", { diff: [], affected }, '"1"');
  const { console } = showConsole(api, "collections/homepage");
  await expect.element(page.getByRole("treeitem", { name: /^Hero/ })).toBeVisible();
  await neverSaved(console, "user/spc_1/development/user/maya", "Maya");
  await neverSaved(console, "experience/spc_1/col_plans/exp_1", "Plan");
  await neverSaved(console, "type/spc_2/typ_1", "Far");
  const open = page.getByRole("button", { name: "Publish to Development" });
  await open.click();
  await expect.element(page.getByText(/^Nothing to publish/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  const held = api.hold("updateExperience");
  const where = { spaceId: "spc_1", collectionId: "col_homepage" };
  const hero = console.saved.get(experiencePort(console, where, "exp_hero"));
  await hero.load();
  hero.edit({ name: "Heroine" });
  await open.click();
  await expect.element(page.getByText("Waiting for an edit of Hero to be saved…")).toBeVisible();
  expect(api.asked("publish")).toHaveLength(1);
  held.release();
  await expect.element(page.getByText(/^Nothing to publish/)).toBeVisible();
});

const affected = { checked: 0, changed: 0, sampled: false, of: 0, at: stamps.createdAt, sample: [] };
const shows = (after: string) => ({ diff: [{ path: "/name", before: "Home", after }], affected });

it("keeps the note and the focus in it while a look is refused", async () => {
  const api = cinemaWithHero().answer("publish", shows("First"), '"1"');
  showConsole(api, "collections/homepage?publish=draft");
  const note = page.getByRole("textbox", { name: "Note for the history" });
  await expect.element(note).toHaveFocus();
  await note.fill("For the premiere");
  api.refuse("publish", "conflict", "It can't be compared now.");
  await expect.element(page.getByText("It can't be compared now.")).toBeVisible();
  await expect.element(note).toHaveFocus();
  api.answer("publish", shows("First"), '"1"');
  await expect.element(page.getByText("It can't be compared now.")).not.toBeInTheDocument();
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue("For the premiere");
});

it("says that it has to be pressed again, where the press published nothing", async () => {
  const api = cinemaWithHero().answer("publish", shows("First"), '"1"');
  showConsole(api, "collections/homepage?publish=draft");
  const dialog = page.getByRole("dialog");
  const publish = dialog.getByRole("button", { name: "Publish to Development" });
  await expect.element(publish).toBeEnabled();
  api.answer("publish", shows("Second"), '"2"');
  const alert = dialog.getByRole("alert");
  await expect.element(alert).toHaveTextContent(/look again\.$/);
  await publish.click();
  await expect
    .element(alert)
    .toHaveTextContent(
      "Nothing was published. Press “Publish to Development” again to publish what is shown now.",
    );
  expect(api.asked("publish").every(({ query }) => query.dryRun === "1")).toBe(true);
});

it("shows why it was refused, however little of the dialog is in sight", async () => {
  await page.viewport(1280, 300);
  onTestFinished(() => page.viewport(1280, 800));
  const api = cinemaWithHero().answer("publish", shows("First"), '"1"');
  showConsole(api, "collections/homepage?publish=draft");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "Publish to Development" })).toBeEnabled();
  api.answer("publish", shows("Second"), '"2"');
  await expect.element(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
});

it("asks for no look at nothing, where another published the same meanwhile", async () => {
  const api = cinemaWithHero().answer("publish", shows("First"), '"1"');
  showConsole(api, "collections/homepage?publish=draft");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "Publish to Development" })).toBeEnabled();
  api.answer("publish", { diff: [], affected }, '"2"');
  await expect.element(dialog.getByText(/^Nothing to publish/)).toBeVisible();
  expect(dialog.getByRole("alert").elements()).toEqual([]);
});
