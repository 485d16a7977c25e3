import { expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import { persona } from "../../../src/core/persona.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { inside, showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";
import { collection, experience, row } from "../../unit/renderer/collections/fakes.ts";

const [fans, unused] = [tribeOf("fans", { label: "a" }), tribeOf("idle", { label: "b" })];
const hero = experience("hero", {
  scenarios: [
    {
      ...row("gold"),
      audience: { kind: "everyone", anyOf: [fans.id], noneOf: [] },
      serve: { enabled: true, data: {} },
    },
    { id: "scn_default", name: "Default", serve: { enabled: true, data: {} } },
  ],
});
const member = persona.parse({
  ...{ id: "per_1", key: "member", name: "Member", user: {}, at: null, events: [], ...stamps },
  expected: { tribes: [{ tribe: fans.id, member: true }] },
});

/** A Cinema whose Tribe `fans` is named by a scenario and by a persona. */
const cinema = () =>
  cinemaWithTribes([unused, fans])
    .answer("listCollections", { data: [collection("front", { experiences: [hero] })], next: null })
    .answer("listPersonas", { data: [member], next: null });

type Shown = ReturnType<typeof showConsole>;

/** Resolves once all but so many reads have been answered. */
const asking = ({ console }: Shown, reads: number) =>
  expect.poll(() => console.queries.isFetching()).toBe(reads);

const usedBy = page.getByRole("region", { name: "Used by" });
const checks = page.getByRole("region", { name: "Personas that check it" });

it("says what uses a Tribe, and who checks it, once that is read", async () => {
  const api = cinema();
  const [collections, personas] = [api.hold("listCollections"), api.hold("listPersonas")];
  const shown = showConsole(api, "tribes/fans");
  await expect.element(usedBy).toBeVisible();
  await asking(shown, 2);
  await expect.element(usedBy).toHaveTextContent(/^Used by$/);
  await expect.element(page.getByText("No persona checks this Tribe")).not.toBeInTheDocument();
  personas.release();
  await asking(shown, 1);
  await expect.element(checks).toHaveTextContent(/1.*Member/);
  await expect.element(usedBy).toHaveTextContent(/^Used by$/);
  collections.release();
  await asking(shown, 0);
  await expect.element(usedBy).toHaveTextContent(/1.*hero *scenario 1/);
});

it("says that it could not be read what uses a Tribe", async () => {
  const api = cinema()
    .refuse("listCollections", "internal-error", "The disk is full.")
    .refuse("listPersonas", "internal-error", "The disk is gone.");
  showConsole(api, "tribes/fans");
  await expect
    .element(usedBy)
    .toHaveTextContent(/^Used byWhat uses it could not be read. The disk is full.$/);
  await expect.element(checks).toHaveTextContent("The personas could not be read. The disk is gone.");
});

const rows = () =>
  [...document.querySelectorAll(".tribe-table tr[data-row]")].map((one) => [
    one.getAttribute("data-row"),
    one.querySelector(".tribe-cell-used")?.textContent,
  ]);

it("is counted and sorted by its uses in the list once these are read", async () => {
  const api = cinema();
  const personas = api.hold("listPersonas");
  const shown = showConsole(api, "tribes?sort=used");
  await expect.poll(() => document.querySelectorAll(".tribe-table tr[data-row]").length).toBe(2);
  await asking(shown, 1);
  expect(rows()).toEqual([
    ["fans", ""],
    ["idle", ""],
  ]);
  personas.release();
  await asking(shown, 0);
  await expect.poll(rows).toEqual([
    ["fans", "2"],
    ["idle", "0"],
  ]);
});

it("has no number of uses in the list where they could not be read", async () => {
  showConsole(cinema().refuse("listCollections", "internal-error", "The disk is full."), "tribes");
  await expect.element(page.getByText("What uses them could not be read. The disk is full.")).toBeVisible();
  expect(rows().map(([, used]) => used)).toEqual(["not read", "not read"]);
});

async function remove() {
  await page.getByRole("button", { name: "Actions for fans" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
}

it("is not deleted before it is read what uses it", async () => {
  const api = cinema();
  const collections = api.hold("listCollections");
  const shown = showConsole(api, "tribes/fans");
  await remove();
  await asking(shown, 1);
  collections.release();
  const dialog = page.getByRole("dialog", { name: "“fans” is in use" });
  await expect.element(dialog.getByRole("link", { name: "hero scenario 1" })).toBeVisible();
  await expect.element(page.getByText("Deleted “fans”")).not.toBeInTheDocument();
});

it("is told all that uses it, however much that is", async () => {
  const experiences = Array.from({ length: 30 }, (_, at) => ({
    ...hero,
    id: `exp_${at}`,
    key: `hero-${at}`,
  }));
  showConsole(
    cinema().answer("listCollections", { data: [collection("front", { experiences })], next: null }),
    "tribes/fans",
  );
  await expect.element(usedBy).toHaveTextContent(/^Used by30/);
  await remove();
  const links = page.getByRole("dialog", { name: "“fans” is in use" }).getByRole("link");
  await expect.element(links.first()).toBeVisible();
  expect(links.elements()).toHaveLength(31);
  for (const link of links.elements()) {
    link.focus();
    await expect.element(link).toBeInViewport({ ratio: 1 });
  }
});

it("says whole which scenario names it, after a long name that runs from right to left", async () => {
  const long = { ...hero, name: "فيلم ".repeat(13).trim() };
  const collections = { data: [collection("front", { experiences: [long] })], next: null };
  showConsole(cinema().answer("listCollections", collections), "tribes/fans");
  const isWhole = (within: Locator) => {
    const place = within.getByText("scenario 1").element();
    const name = within.getByText(/^فيلم/).element().getBoundingClientRect();
    return place.scrollWidth <= place.clientWidth && place.getBoundingClientRect().left >= name.right;
  };
  await expect.element(usedBy.getByText("scenario 1")).toBeVisible();
  expect(isWhole(usedBy)).toBe(true);
  await remove();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("scenario 1")).toBeVisible();
  expect(isWhole(dialog)).toBe(true);
});

it("is not deleted where it can't be read what uses it", async () => {
  showConsole(cinema().refuse("listCollections", "internal-error", "The disk is full."), "tribes/fans");
  await remove();
  await expect.element(page.getByText("“fans” was not deleted. The disk is full.")).toBeVisible();
});

it.each([
  ["internal-error", "“fans” was not deleted. The disk is full."],
  ["not-found", "Deleted “fans”"],
] as const)("is deleted where what is served can be read or is gone: %s", async (code, said) => {
  const published = { state: "published", version: 1, publishedAt: stamps.createdAt } as const;
  const status = { ...collection("front").status, development: published };
  const api = cinemaWithTribes([fans])
    .answer("listCollections", { data: [collection("front", { status })], next: null })
    .answer("deleteTribe", undefined as never)
    .refuse("getPublication", code, "The disk is full.");
  showConsole(api, "tribes/fans");
  await remove();
  await expect.element(page.getByText(said)).toBeVisible();
});

it("says that nobody has a persona's key once the personas are read", async () => {
  const api = cinema();
  const personas = api.hold("listPersonas");
  const shown = showConsole(api, "tribes/fans?as=persona:member");
  await expect.element(page.getByText("Tried as")).toBeVisible();
  await asking(shown, 1);
  const nobody = page.getByText("There is nobody with that id.");
  await expect.element(nobody).not.toBeInTheDocument();
  api.answer("listPersonas", { data: [], next: null });
  personas.release();
  await expect.element(nobody).toBeVisible();
});

it("says that it can't be tried as a persona where these could not be read", async () => {
  const api = cinema().refuse("listPersonas", "internal-error", "The disk is gone.");
  showConsole(api, "tribes/fans?as=persona:member");
  await expect.element(usedBy).toBeVisible();
  await expect
    .element(inside(".tried-bar"))
    .toHaveTextContent("The personas could not be read. The disk is gone.");
});

const counting = tribeOf("viewers", {
  ...{ event: "movie/watched", did: true, count: { op: "any" }, window: { anyTime: true }, where: [] },
});
const events = page.getByRole("region", { name: "Events that would count" });

it.each([
  ["persona:nobody", "There is nobody with that id.", null],
  ["persona:member", "The personas could not be read. The disk is gone.", "listPersonas"],
  ["known:ana", "Their events could not be read. The disk is gone.", "listEvents"],
] as const)("says why no event of %s is listed: %s", async (tried, said, refused) => {
  const api = cinemaWithTribes([counting]).answer("listPersonas", { data: [member], next: null });
  if (refused !== null) api.refuse(refused, "internal-error", "The disk is gone.");
  showConsole(api, `tribes/viewers?as=${tried}`);
  await expect.element(events.getByText(said)).toBeVisible();
  expect(events.element().querySelector(".skeleton")).toBeNull();
});
