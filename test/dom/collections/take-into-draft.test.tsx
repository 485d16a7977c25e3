import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { contentOf } from "../../../src/core/publication.ts";
import type { Console } from "../../../src/renderer/app/create-console.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { neverSaved } from "../../helpers/dom/never-saved.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { homepage } from "../../unit/renderer/collections/fakes.ts";

const published = { state: "published" as const, version: 1, publishedAt: stamps.createdAt };
const publication = {
  id: "pub_1",
  collectionId: "col_homepage",
  environment: "development" as const,
  version: 1,
  publishedAt: stamps.createdAt,
  publishedBy: "Ida Kessler",
  note: null,
};
const front = () => ({ ...homepage(), key: "front" });
const draft = () => {
  const status = { ...homepage().status, development: published };
  return { ...homepage(), status };
};

/** Version 1 had another key: taking it into the draft moves the Collection's address. */
async function take(before: (console: Console) => unknown = () => {}) {
  const api = emptyCinema()
    .answer("getSeen", nothingSeen)
    .answer("listCollections", { data: [draft()], next: null })
    .answer("listPublications", { data: [publication], next: null })
    .answer("getPublication", { publication, content: contentOf(front(), []) })
    .answer("getCollection", draft())
    .answer("replaceDraft", { ...draft(), key: "front" });
  const held = api.hold("replaceDraft");
  const { console } = showConsole(api, "collections/homepage?tab=history&version=1");
  await before(console);
  await page.getByRole("button", { name: "Take this version into the draft" }).click();
  return { api, held };
}

async function taken() {
  const { api, held } = await take();
  await sent(api, "replaceDraft");
  return held;
}

it("what is open stays open under its new key", async () => {
  (await taken()).release();
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/development/collections/front");
});

it("nobody who has gone on is taken back to it", async () => {
  const held = await taken();
  await page.getByRole("link", { name: /^Users/ }).click();
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/development/users");
  held.release();
  await expect.element(page.getByText("Took version 1 into the draft of homepage")).toBeVisible();
  expect(location.pathname).toBe("/spaces/cinema/development/users");
});

it("waits for an edit of this Collection, and says so", async () => {
  const { api } = await take(async (console) => {
    await neverSaved(console, "experience/spc_2/col_other/exp_far", "Far");
    await neverSaved(console, "section/spc_1/col_homepage/sec_body", "Body");
  });
  await expect.element(page.getByText("Waiting for an edit of Body to be saved…")).toBeVisible();
  expect([api.asked("getCollection"), api.asked("replaceDraft")]).toEqual([[], []]);
});
