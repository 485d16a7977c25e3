import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Event } from "../../../src/core/event.ts";
import { cinemaWithEvents } from "../../helpers/dom/event-log.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { eventNo } from "../../unit/renderer/fakes.ts";

const watched: Event = {
  ...eventNo(1),
  userId: "ana-ribeiro",
  sessionId: "ses_42",
  metadata: { pair1: { key: "genre", value: "drama & co" } },
};

const openEvents = (query: string, ...events: readonly Event[]) =>
  showConsole(cinemaWithEvents(...events).api, `events${query}`);

it.each([
  ["?status=rejected&where=genre%3Adrama", "Their metadata is not read"],
  ["?to=2026-01-01T00%3A00%3A00Z", "none will come"],
  ["?name=movie%2Fnever", "appears here by itself"],
])("says why nothing matches %s", async (query, words) => {
  openEvents(query);
  await expect.element(page.getByText(words)).toBeVisible();
});

it("goes on to a Tribe with the event's name and pairs, and to its user", async () => {
  openEvents("", watched);
  await page.getByRole("gridcell", { name: "movie/watched" }).click();
  const panel = page.getByRole("complementary");
  const place = "/spaces/cinema/development";
  await expect
    .element(panel.getByRole("link", { name: "Build a Tribe from this event" }))
    .toHaveAttribute("href", `${place}/tribes/new?event=movie%2Fwatched&where=genre%3Adrama+%26+co`);
  await expect
    .element(panel.getByRole("link", { name: "Open user" }))
    .toHaveAttribute("href", `${place}/users/ana-ribeiro`);
});

it("opens the visitor of an event, though a user has the same id", async () => {
  const { userId: _, ...rest } = watched;
  openEvents("", { ...rest, anonymousId: "twin" });
  await page.getByRole("gridcell", { name: "movie/watched" }).click();
  await expect
    .element(page.getByRole("complementary").getByRole("link", { name: "Open visitor" }))
    .toHaveAttribute("href", "/spaces/cinema/development/users/twin?kind=visitor");
});

it("opens no event of another environment that has the number of this one's", async () => {
  openEvents("?name=movie%2F*&event=1", watched);
  await expect.element(page.getByRole("complementary", { name: "Event 1" })).toBeVisible();
  await userEvent.keyboard("{Alt>}2{/Alt}");
  await expect
    .poll(() => location.pathname + location.search)
    .toBe("/spaces/cinema/staging/events?name=movie%2F*");
});

it("has the columns that were chosen, also when it is opened again", async () => {
  const { leave } = openEvents("", watched);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Session" }).click();
  await page.getByRole("menuitemcheckbox", { name: "SDK" }).click();
  await userEvent.keyboard("{Escape}");
  leave();
  openEvents("", watched);
  await expect.element(page.getByRole("gridcell", { name: "ses_42" })).toBeVisible();
  expect(
    page
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["No.", "Received", "Event", "Who", "Session", "Metadata"]);
});

it("is a page of named parts", async () => {
  openEvents("?where=genre:drama", watched);
  const main = page.getByRole("main");
  for (const [role, name] of [
    ["figure", /^Events from .*: 1 accepted, 0 rejected, at most 1 in 10 s\.$/],
    ["button", "Columns"],
    ["button", "Export"],
    ["button", "Record"],
    ["button", "Replay…"],
    ["combobox", "Filter events by"],
    ["radiogroup", "Status"],
    ["region", "Events over time"],
    ["grid", "Events"],
    ["columnheader", "Metadata"],
    ["gridcell", "movie/watched"],
    ["gridcell", "genre drama & co"],
  ] as const)
    await expect.element(main.getByRole(role, { name, exact: true })).toBeVisible();
  await expect.element(main.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
});

it("says that the event of the address could not be read, and opens it by itself once it can be", async () => {
  const { api } = cinemaWithEvents();
  api.refuse("listEvents", "internal-error", "It broke.");
  showConsole(api, "events?event=7");
  const unread = page.getByText("The event of the address could not be read. It broke.");
  await expect.element(unread).toBeVisible();
  api.answer("listEvents", ({ query }) => ({
    data: query.sequence === undefined ? [] : [eventNo(Number(query.sequence))],
    next: null,
  }));
  await expect.element(page.getByRole("complementary", { name: "Event 7" })).toBeVisible();
  await expect.element(unread).not.toBeInTheDocument();
  expect(new URLSearchParams(location.search).get("event")).toBe("7");
});
