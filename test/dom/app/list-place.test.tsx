import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PlatformRoute } from "../../../src/core/api.ts";
import { cinemaWithEvents, numbered } from "../../helpers/dom/event-log.ts";
import type { FakeApi } from "../../helpers/dom/fake-api.ts";
import { FakeStream } from "../../helpers/dom/fake-stream.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";

const scroller = () => {
  const found = document.querySelector<HTMLElement>("#stage > .stage-col .scroll");
  if (found === null) throw new Error("no list is there");
  return found;
};
const scrolled = () => document.querySelector("#stage > .stage-col .scroll")?.scrollTop;
/** By the end of its key. */
const rowNamed = (key: string) => document.querySelector(`[data-row$="${key}"]`);
const topOf = (name: string) => Math.round(rowNamed(name)?.getBoundingClientRect().top ?? -1);
/** What the focus is on; of a grid, its current row. */
const focused = () => {
  const active = document.activeElement;
  const row = document.getElementById(active?.getAttribute("aria-activedescendant") ?? "") ?? active;
  return row?.closest<HTMLElement>("[data-row]")?.dataset.row ?? active?.tagName;
};
const isOpen = (title: string) =>
  expect.element(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();

interface Row {
  readonly id: string;
  readonly name?: string;
}

const lists = [
  { path: "users", title: "Users", route: "listUsers", space: "/environments/development/users?limit=1" },
  { path: "tribes", title: "Tribes", route: "listTribes", space: "/tribes" },
  { path: "personas", title: "Personas", route: "listPersonas", space: "/personas" },
  { path: "collections", title: "Collections", route: "listCollections", space: "/collections" },
  {
    path: "collections/types",
    title: "Experience types",
    route: "listExperienceTypes",
    space: "/experience-types",
  },
] as const satisfies readonly { readonly route: PlatformRoute; readonly [other: string]: string }[];

/** A list of 60, `Row 1` and so on, each made of the first that is really there. */
async function longList(route: (typeof lists)[number]["route"], address: string) {
  const { data } = await (await askReal("GET", `/v2/spaces/cinema${address}`, null)).json();
  const rows = Array.from({ length: 60 }, (_, index): Row => {
    const number = String(index + 1).padStart(2, "0");
    return {
      ...data[0],
      id: `row-${number}`,
      key: `row-${number}`,
      ...(data[0].name && { name: `Row ${number}` }),
    };
  });
  const api = await fullCinema();
  const answer = (all: readonly Row[]) => api.answer(route, { data: all, next: null } as never);
  return { api: answer(rows), rows, answer };
}

const made = (row: Row | undefined, name: string): Row => ({
  ...row,
  id: name.toLowerCase().replace(" ", "-"),
  ...{ key: name.toLowerCase().replace(" ", "-") },
  ...(row?.name && { name }),
});

/** Goes to `Row 25`, a little scrolled, and opens it. */
async function openRow25(): Promise<number> {
  await expect.poll(() => rowNamed("row-01")).toBeTruthy();
  // The rest of a list that is read page by page comes when one gets near its end.
  const scroll = () => {
    scroller().scrollTop = 700;
    return scrolled();
  };
  await expect.poll(scroll).toBe(700);
  await expect.poll(() => rowNamed("row-25")).toBeTruthy();
  const top = topOf("row-25");
  rowNamed("row-25")?.querySelector("a")?.focus();
  await userEvent.click(rowNamed("row-25")?.querySelector("a") as Element);
  await expect.poll(() => location.pathname).toContain("row-25");
  await expect.poll(() => document.querySelector("#stage > .stage-col [data-row]")).toBe(null);
  return top;
}

it.each(lists)(
  "$path: the way back leads to the row that was left",
  async ({ path, title, route, space }) => {
    const { api } = await longList(route, space);
    showConsole(api, path);
    await isOpen(title);
    const top = await openRow25();
    history.back();
    await isOpen(title);
    await expect.poll(() => topOf("row-25")).toBe(top);
    expect(scrolled()).toBe(700);
    await expect.poll(focused).toContain("row-25");
  },
);

it.each(lists)("$path: the row leads where others came, the nearest where it is gone", async (list) => {
  const { api, rows, answer } = await longList(list.route, list.space);
  const { console } = showConsole(api, list.path);
  await isOpen(list.title);
  const top = await openRow25();
  answer([made(rows[0], "Row 00"), ...rows]);
  await console.queries.invalidateQueries();
  const asked = api.asked(list.route).length;
  history.back();
  await expect.poll(() => rowNamed("row-25")).toBeTruthy();
  // What was known is shown first, and then what was read anew.
  if (list.route === "listUsers") await sent(api, list.route, asked + 1);
  await expect.poll(() => console.queries.isFetching()).toBe(0);
  await expect.poll(() => topOf("row-25")).toBe(top);
  await expect.poll(focused).toContain("row-25");
  history.forward();
  await expect.poll(() => location.pathname).toContain("row-25");
  answer(rows.filter(({ id }) => id !== "row-25"));
  await console.queries.invalidateQueries();
  history.back();
  await expect.poll(() => rowNamed("row-26")).toBeTruthy();
  await expect.poll(() => [topOf("row-26"), topOf("row-27")]).toContain(top);
  // Nobody has chosen that one: Delete or Enter would be about it.
  expect(String(focused())).not.toMatch(/row-2\d/);
});

it("users: a row that takes another place does not take the list with it", async () => {
  const { api, rows, answer } = await longList("listUsers", lists[0].space);
  const { console } = showConsole(api, "users");
  await isOpen("Users");
  await openRow25();
  history.back();
  await expect.poll(() => rowNamed("row-25")).toBeTruthy();
  await expect.poll(() => console.queries.isFetching()).toBe(0);
  const moved = rows.find(({ id }) => id === "row-25") as Row;
  answer([moved, ...rows.filter((row) => row !== moved)]);
  await console.queries.refetchQueries({ queryKey: ["listUsers"] });
  await expect.poll(() => rowNamed("row-25")).toBe(null);
  expect(scrolled()).toBe(700);
});

it.each(lists)(
  "$path: a page that is loaded anew shows the same; opened anew, the list begins at its top",
  async (list) => {
    const { api } = await longList(list.route, list.space);
    const { leave } = showConsole(api, list.path);
    await isOpen(list.title);
    await openRow25();
    history.back();
    await expect.poll(scrolled).toBe(700);
    const state = history.state;
    leave();
    showConsole(api, list.path);
    history.replaceState(state, "");
    await isOpen(list.title);
    await expect.poll(scrolled).toBe(700);
    await page.getByRole("link", { name: /^Overview/ }).click();
    await expect.poll(() => document.title).toMatch(/^Overview/);
    await page
      .getByRole("navigation")
      .getByRole("link", {
        name: new RegExp(`^${list.path === "collections/types" ? "Collections" : list.title}`),
      })
      .first()
      .click();
    await expect.poll(() => document.querySelector("#stage > .stage-col [data-row]")).toBeTruthy();
    expect(scrolled()).toBe(0);
  },
);

it("finds a row of the page behind the first one again, in a page that is loaded anew", async () => {
  const { api, rows } = await longList("listUsers", lists[0].space);
  const pages = (cursor: string | undefined) =>
    cursor === undefined ? { data: rows.slice(0, 20), next: "2" } : { data: rows.slice(20), next: null };
  api.answer("listUsers", ({ query }) => pages(query.cursor) as never);
  const { leave } = showConsole(api, "users");
  await openRow25();
  history.back();
  await expect.poll(scrolled).toBe(700);
  const { state } = history;
  leave();
  showConsole(api, "users");
  history.replaceState(state, "");
  await expect.poll(scrolled).toBe(700);
  await expect.poll(focused).toContain("row-25");
});

/** Opens the list of 600 events, makes the one that is far down current, and leaves; 100 others come. Gives where that was. */
async function leaveEvent401() {
  const { api, arrive, failOlder } = cinemaWithEvents(...numbered(1, 600));
  showConsole(api as FakeApi, "events");
  const grid = page.getByRole("grid");
  await expect.poll(() => rowNamed("600")).toBeTruthy();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.poll(() => grid.element().getAttribute("aria-activedescendant")).toBe("event-401");
  let top = Number.NaN;
  const cameToRest = () => {
    const before = top;
    top = topOf("401");
    return rowNamed("401") !== null && top < innerHeight && top === before;
  };
  await expect.poll(cameToRest).toBe(true);
  await page.getByRole("link", { name: /^Overview/ }).click();
  await expect.poll(() => document.title).toMatch(/^Overview/);
  arrive(...numbered(601, 700));
  return { failOlder, top, current: () => grid.element().getAttribute("aria-activedescendant") };
}

it("events: the way back leads to the event that was current, though others came and it is far down", async () => {
  const { top, current } = await leaveEvent401();
  history.back();
  await expect.poll(() => topOf("401")).toBe(top);
  expect(current()).toBe("event-401");
});

it.each([
  ["it is asked for again", () => page.getByRole("button", { name: "Try again" }).click()],
  ["the server answers again", async () => FakeStream.all.at(-1)?.onopen?.()],
] as const)("events: a place behind a page that failed is found once %s", async (_, mend) => {
  const { failOlder, top, current } = await leaveEvent401();
  failOlder(true);
  history.back();
  await expect.element(page.getByText("Older events could not be read.")).toBeVisible();
  failOlder(false);
  await mend();
  await expect.poll(() => topOf("401")).toBe(top);
  expect(current()).toBe("event-401");
});
