import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Event } from "../../../src/core/event.ts";
import { cinemaWithEvents } from "../../helpers/dom/event-log.ts";
import type { FakeApi } from "../../helpers/dom/fake-api.ts";
import { FakeStream } from "../../helpers/dom/fake-stream.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { eventNo } from "../../unit/renderer/fakes.ts";

const drama = { pair1: { key: "genre", value: "drama" } };
const comedy = { pair1: { key: "genre", value: "comedy" } };
const watched: readonly Event[] = [
  { ...eventNo(1), userId: "bo", metadata: drama },
  { ...eventNo(2), metadata: comedy },
];
const box = page.getByRole("combobox", { name: "Filter events by" });
/** What the list was asked for last, but for the pages. */
const asked = (api: FakeApi) => {
  const { limit: _, ...filter } = api.asked("listEvents").at(-1)?.query ?? {};
  return filter;
};

it("is narrowed by what is typed and by status; the address has it, and it is taken back", async () => {
  const { api } = cinemaWithEvents(...watched);
  showConsole(api, "events");
  await box.fill("movie/*");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.search).toBe("?name=movie%2F*");
  await expect.poll(() => asked(api)).toEqual({ name: "movie/*" });
  await page.getByRole("button", { name: "Remove filter: event movie/*" }).click();
  const refused = { code: "invalid-name", detail: "no" } as const;
  api.answer("listEvents", {
    data: [{ ...eventNo(3), name: "no", status: "rejected", problem: refused }],
    next: null,
  });
  await page.getByRole("radio", { name: "Rejected" }).click();
  await expect.element(page.getByText("Refused: the name is not group/action")).toBeVisible();
  expect(asked(api)).toEqual({ status: "rejected" });
  api.answer("listEvents", { data: [], next: null });
  await box.fill("nothing/here");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Show all events" }).click();
  await expect.poll(() => asked(api)).toEqual({});
  expect(location.search).toBe("");
});

it("takes each part of a line that is typed or pasted, quotes as one value", async () => {
  const { api } = cinemaWithEvents(...watched);
  showConsole(api, "events");
  const filterOf = (search: string) => [...new URLSearchParams(search)].map((pair) => pair.join("="));
  const three = ["name=movie/watched", "where=genre:drama", "where=night of:a b: c"];
  await box.fill('movie/watched genre:drama "night of":"a b: c"');
  await expect
    .element(page.getByRole("option").first())
    .toHaveTextContent("Eventmovie/watchedgenredramanight ofa b: c");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => filterOf(location.search)).toEqual(three);
  await page.getByTitle("night of: a b: c. Change it").click();
  await expect.element(box).toHaveValue('where:"night of:a b: c"');
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("");
  expect(filterOf(location.search)).toEqual(three);
});

it("goes on with an event's own user, also live", async () => {
  const { api } = cinemaWithEvents(...watched);
  showConsole(api, "events");
  await page.getByRole("gridcell", { name: "bo" }).click();
  await page.getByRole("complementary").getByRole("button", { name: "Same user" }).click();
  await expect.poll(() => asked(api)).toEqual({ userId: "bo" });
  await expect.poll(() => FakeStream.all.at(-1)?.address).toContain("userId=bo");
});

it("lists a time that is typed, once it ends after it begins", async () => {
  const { api } = cinemaWithEvents(...watched);
  showConsole(api, "events");
  await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
  await page.getByLabelText("List events from").fill("2026-01-04T00:00:00");
  const to = page.getByLabelText("to", { exact: true });
  await to.fill("2026-01-03T00:00:00");
  await expect.element(page.getByText("This is before the first time.")).toBeVisible();
  await to.fill("2026-01-06T00:00:00");
  await page.getByRole("button", { name: "List this time" }).click();
  const iso = (day: number) => new Date(2026, 0, day).toISOString();
  await expect.poll(() => asked(api)).toEqual({ from: iso(4), to: iso(6) });
  await page.getByRole("button", { name: "Remove filter: time" }).click();
  await expect.poll(() => asked(api)).toEqual({});
});

it("keeps pinned events side by side whatever the filter, and says what differs", async () => {
  const { api } = cinemaWithEvents(...watched.map((event) => ({ ...event, userId: "bo" })));
  showConsole(api, "events");
  await expect.element(page.getByRole("gridcell", { name: "genre comedy" })).toBeVisible();
  (page.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard("jpjp");
  await expect.poll(() => page.getByRole("row", { name: /^pinned \d+ / }).elements()).toHaveLength(2);
  api.answer("listEvents", { data: [], next: null });
  await box.fill("nothing like it");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("No kept event matches")).toBeVisible();
  const pins = page.getByRole("region", { name: "Pinned events" });
  await expect.element(pins.getByRole("row", { name: /differs metadata.genre comedy drama/ })).toBeVisible();
  await expect.element(pins.getByRole("row", { name: /^name movie\/watched/ })).toBeVisible();
  await pins.getByRole("button", { name: "Unpin all" }).click();
  await expect.element(pins).not.toBeInTheDocument();
});

it("exports what the filter finds, as CSV, and says so in a message that goes", async () => {
  const { api } = cinemaWithEvents(...watched);
  const saved: { readonly name: string; readonly file: Promise<string> }[] = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.set("blob:events", file as Blob);
    return "blob:events";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href)?.text() ?? Promise.resolve("") });
  });
  api.answer("exportEvents", () => new Blob(watched.map((event) => `${JSON.stringify(event)}\n`)) as never);
  showConsole(api, "events?name=movie%2F*");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  await expect.element(page.getByText("2 events exported")).toBeVisible();
  expect(page.getByRole("main").getByText("exported").elements()).toEqual([]);
  expect(api.asked("exportEvents").map(({ query }) => query)).toEqual([{ name: "movie/*" }]);
  expect(saved.map(({ name }) => name)).toEqual(["events-development.csv"]);
  expect((await saved[0]?.file)?.split("\r\n")[1]).toMatch(/^1,e1,.*,movie\/watched,.*,bo,.*,genre,drama,/);
});
