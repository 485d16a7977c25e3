import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { etagOf } from "../../../src/core/etag.ts";
import { persona } from "../../../src/core/persona.ts";
import { contentOf } from "../../../src/core/publication.ts";
import { meAs, stamps } from "../../helpers/dom/cinema-place.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";
import { collection, experience, row } from "../../unit/renderer/collections/fakes.ts";

const fans = tribeOf("fans", { label: "a" });
const save = page.getByRole("button", { name: "Save Tribe" });

/** Opens the Tribe and makes its label “mine”, which is not saved yet. */
async function edited() {
  const api = cinemaWithTribes([fans]);
  const { console } = showConsole(api, "tribes/fans");
  await page.getByRole("button", { name: "Label: a" }).click();
  await page.getByRole("combobox").fill("mine");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Edited, not saved")).toBeVisible();
  return { api, console };
}

it("leads to the list from the page of a Tribe that is deleted, and brings it back there", async () => {
  showConsole(cinemaWithTribes([fans]), "tribes/fans");
  await page.getByRole("button", { name: "Actions for fans" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByText("Deleted “fans”")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Tribes");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.element(page.getByRole("link", { name: "fans" })).toBeVisible();
});

it("tells whoever has gone on that a Tribe is still served, and was not deleted", async () => {
  const status = {
    ...collection("front").status,
    development: { state: "published" as const, version: 1, publishedAt: stamps.createdAt },
  };
  const shown = { enabled: true, data: {} };
  const defaultRow = { id: "scn_default", name: "Default", serve: shown };
  const hero = experience("hero", {
    scenarios: [
      { ...row("gold"), audience: { kind: "everyone", anyOf: [fans.id], noneOf: [] }, serve: shown },
      defaultRow,
    ],
  });
  const publication = {
    id: "pub_1",
    collectionId: "col_front",
    environment: "development" as const,
    version: 1,
    publishedAt: stamps.createdAt,
    publishedBy: "Ida Kessler",
    note: null,
  };
  const content = contentOf(collection("front", { experiences: [hero] }), []);
  const api = cinemaWithTribes([fans])
    .answer("listCollections", { data: [collection("front", { status })], next: null })
    .answer("getPublication", { publication, content });
  const publications = api.hold("getPublication");
  showConsole(api, "tribes/fans");
  await page.getByRole("button", { name: "Actions for fans" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("link", { name: /^Settings/ }).click();
  publications.release();
  await expect.element(page.getByText("“fans” was not deleted: it is still used")).toBeVisible();
  expect(api.asked("deleteTribe")).toEqual([]);
});

it("counts a deletion that the server has no time for at the foot, from where it can be taken back", async () => {
  const api = cinemaWithTribes([fans]).refuse("deleteTribe", "busy");
  const { console } = showConsole(api, "tribes/fans");
  await page.getByRole("button", { name: "Actions for fans" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByText("Deleted “fans”")).toBeVisible();
  console.removals.settleAll();
  await page.getByRole("button", { name: "1 edit is not saved yet" }).click();
  const dialog = page.getByRole("dialog", { name: "Edits that are not saved yet" });
  await expect.element(dialog).toHaveTextContent(/“fans” was not deleted\. .* It is tried again by itself\./);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect.element(dialog).toHaveTextContent("All changes saved");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(page.getByRole("link", { name: "fans" })).toBeVisible();
});

it("offers both versions where it was saved elsewhere meanwhile", async () => {
  const { api } = await edited();
  const theirs = tribeOf("fans", { label: "theirs" });
  api.answer("getTribe", theirs, '"2"').refuse("updateTribe", "stale");
  await save.click();
  const choice = page.getByRole("dialog", { name: "fans was changed elsewhere" });
  await expect.element(choice).toHaveTextContent("They have the label theirs");
  expect(await axeFindings("tribe-conflict")).toEqual([]);
  api.answer("updateTribe", ({ body }) => ({ ...theirs, ...body }) as typeof theirs, '"3"');
  await choice.getByRole("button", { name: "Keep yours" }).click();
  await expect.element(page.getByText("Saved “fans”")).toBeVisible();
  expect(api.asked("updateTribe").at(-1)).toMatchObject({
    body: { rules: { label: "mine" } },
    ifMatch: '"2"',
  });
});

it("shows where two long versions part, each in sight as a whole", async () => {
  const { api } = await edited();
  const long = "a-label-of-very-many-letters-".repeat(5);
  const label = page.getByRole("button", { name: "Label: mine" });
  await label.click();
  await page.getByRole("combobox").fill(`${long}yours`.slice(-64));
  await userEvent.keyboard("{Enter}");
  api
    .answer("getTribe", tribeOf("fans", { label: `${long}their`.slice(-64) }), '"2"')
    .refuse("updateTribe", "stale");
  await save.click();
  const choice = page.getByRole("dialog", { name: "fans was changed elsewhere" });
  for (const end of [/their$/, /yours$/]) {
    const cell = choice.getByTitle(end);
    await expect.element(cell).toBeVisible();
    const { scrollWidth, clientWidth } = cell.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  }
});

it("keeps the edit while the server does not answer, and saves it then", async () => {
  const { api } = await edited();
  api.refuse("updateTribe", "not-ready");
  await save.click();
  await expect.element(page.getByText("Not saved yet: kept here and tried again")).toBeVisible();
  api.answer("updateTribe", ({ body }) => ({ ...fans, ...body }) as typeof fans, '"2"');
  await expect.element(page.getByText("Saved “fans”")).toBeVisible();
  expect(await sent(api, "updateTribe", 2)).toEqual({ rules: { label: "mine" } });
});

it("shows what was changed elsewhere, after an edit was discarded as well", async () => {
  const { api, console } = await edited();
  const changed = { ...tribeOf("fans", { label: "theirs" }), name: "Renamed elsewhere" };
  api.answer("getTribe", changed, etagOf(changed)).answer("listTribes", { data: [changed], next: null });
  await console.queries.invalidateQueries();
  await expect.poll(() => console.tribes.known("spc_1")[0]?.name).toBe("Renamed elsewhere");
  await expect.element(page.getByRole("button", { name: "Label: mine" })).toBeVisible();
  await page.getByRole("button", { name: "Discard edit" }).click();
  await expect.element(page.getByRole("button", { name: "Label: theirs" })).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Renamed elsewhere");
  const again = { ...changed, rules: { label: "later" } };
  api.answer("listTribes", { data: [again], next: null });
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("button", { name: "Label: later" })).toBeVisible();
});

it("says that it could not be loaded, and loads it when asked to", async () => {
  const api = cinemaWithTribes([fans]).refuse("getTribe", "not-ready");
  showConsole(api, "tribes/fans");
  await expect.element(page.getByRole("heading", { name: "The Tribe could not be loaded" })).toBeVisible();
  api.answer("getTribe", fans, '"1"');
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("button", { name: "Label: a" })).toBeVisible();
});

it("is not there where it was deleted since the Tribes were listed", async () => {
  showConsole(cinemaWithTribes([fans]).refuse("getTribe", "not-found"), "tribes/fans");
  await expect.element(page.getByRole("heading", { name: "There is no such Tribe here" })).toBeVisible();
});

it("can be taken along by whoever may not save it any more, with the reason whole", async () => {
  await page.viewport(1280, 800);
  const { api, console } = await edited();
  const reason = "You are a viewer of Cinema: ask an owner for the role of editor.";
  api.refuse("updateTribe", "forbidden", reason);
  await save.click();
  const said = page.getByRole("status").filter({ hasText: reason });
  await expect.element(said).toBeVisible();
  api.answer("getMe", meAs("viewer"));
  await console.queries.invalidateQueries();
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = said.element();
  expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
});

it("becomes a new Tribe where it was deleted elsewhere while it was edited", async () => {
  const { api, console } = await edited();
  api.answer("listTribes", { data: [], next: null }).refuse("getTribe", "not-found");
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("heading", { name: "fans was deleted elsewhere" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Your edit" }).getByText("mine")).toBeVisible();
  expect(await axeFindings("tribe-gone")).toEqual([]);
  const again = tribeOf("again", { label: "mine" });
  api.answer("createTribe", () => {
    api.answer("getTribe", again, '"1"').answer("listTribes", { data: [again], next: null });
    return again;
  });
  await page.getByRole("button", { name: "Save as a new Tribe" }).click();
  expect(await sent(api, "createTribe")).toMatchObject({ name: "fans", rules: { label: "mine" } });
  await expect.poll(() => location.pathname).toMatch(/\/tribes\/again$/);
});

it("is tried as a persona, with the reasons and the events of theirs that count", async () => {
  const drama = { pair1: { key: "genre", value: "drama" } };
  const watched = { name: "movie/watched", ago: { days: 2 }, count: 2, metadata: drama };
  const nearly = {
    id: "per_1",
    key: "nearly-there",
    name: "Nearly there",
    user: {},
    at: null,
    expected: {},
    ...stamps,
  };
  const rules = {
    event: "movie/watched",
    count: { op: "moreThan", value: 2 },
    window: { last: { days: 7 } },
    where: [{ key: "genre", op: "equals", value: "drama" }],
  };
  const api = cinemaWithTribes([tribeOf("drama-fans", rules)]);
  const tried = persona.parse({ ...nearly, events: [watched] });
  showConsole(
    api.answer("listPersonas", { data: [tried], next: null }),
    "tribes/drama-fans?as=persona:nearly-there",
  );
  await expect.element(page.getByText("One more match by")).toBeVisible();
  await expect.poll(() => document.querySelector(".rule .verdict")?.textContent).toContain("2 counted");
  const events = page.getByRole("region", { name: "Events that would count" });
  await expect.poll(() => events.query()?.querySelectorAll(".is-counted").length).toBe(2);
});

it("is not busy counting while its rule is not complete", async () => {
  showConsole(cinemaWithTribes([tribeOf("fans", { tribe: "trb_gone" })]), "tribes/fans");
  await expect.element(page.getByText("counted again once the rule is complete")).toBeVisible();
  expect(document.querySelectorAll("[data-env][aria-busy=true]")).toHaveLength(0);
});

it("says who comes and goes with an edit only once that is counted, and that it counts only while it does", async () => {
  const api = cinemaWithTribes([fans]);
  showConsole(api, "tribes/fans");
  const aside = page.getByRole("complementary", { name: "Reach and events" });
  await expect.element(aside).toHaveTextContent("Nobody at the moment.");
  const counts = api.hold("tryTribe");
  await page.getByRole("button", { name: "Label: a" }).click();
  await page.getByRole("combobox").fill("mine");
  await userEvent.keyboard("{Enter}");
  await expect.element(aside).toHaveTextContent("Who this edit removes");
  expect(aside.element().textContent).not.toMatch(/Nobody|removes\D*0/);
  expect(aside.element().textContent).toContain("Not counted yet.");
  await expect.element(aside).toHaveTextContent("counting…");
  counts.release();
  await expect.element(aside).toHaveTextContent("Nobody is removed.");
  api.refuse("tryTribe", "internal-error");
  await page.getByRole("button", { name: "Label: mine" }).click();
  await page.getByRole("combobox").fill("other");
  await userEvent.keyboard("{Enter}");
  await expect.element(aside).toHaveTextContent("Not counted: ");
  await expect.element(aside).toHaveTextContent("could not be counted");
  expect(aside.element().textContent).not.toMatch(/Nobody|counting…|yet/);
});

it("has figures on their way before the first count, and none that can't be had", async () => {
  const onTheirWay = () => document.querySelectorAll(".reach-skeleton").length;
  const api = cinemaWithTribes([fans]);
  const counts = api.hold("tryTribe");
  const { leave } = showConsole(api, "tribes/fans");
  await expect.poll(onTheirWay).toBe(3);
  counts.release();
  await expect.poll(onTheirWay).toBe(0);
  leave();
  api.refuse("tryTribe", "internal-error");
  showConsole(api, "tribes/fans");
  const aside = page.getByRole("complementary", { name: "Reach and events" });
  await expect.element(aside).toHaveTextContent("could not be counted");
  await expect.poll(onTheirWay).toBe(0);
});

it("says at the head what it is that the server refused", async () => {
  const { api } = await edited();
  api.refuse("updateTribe", "invalid-body", "/rules/value must not be negative", [
    { path: "/rules/value", detail: "must not be negative" },
  ]);
  await save.click();
  await expect.element(page.getByText("Not saved. The value must not be negative.")).toBeVisible();
});
