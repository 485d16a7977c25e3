import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PlatformRoute } from "../../../src/core/api.ts";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each([
  ["preview", "Preview as", "Find a user or persona"],
  ["tribes/binge-watchers", "Tried as", "User, visitor or persona"],
])("on %s, what was typed for “%s” is taken by Enter: a persona by its name", async (path, opener, label) => {
  showConsole(await fullCinema(), path);
  const button = page.getByRole("button", { name: opener });
  await button.click();
  await userEvent.type(page.getByRole("combobox", { name: label }), "gold binge");
  await expect.element(page.getByRole("option", { name: /Gold binge watcher/i })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(button).toHaveAccessibleName(/Gold binge watcher/i);
});

it("takes nobody who was found for other letters, while the server looks", async () => {
  const api = await fullCinema();
  showConsole(api, "preview");
  await page.getByRole("button", { name: "Preview as" }).click();
  await expect.element(page.getByRole("option", { name: "yuki-mori" })).toBeVisible();
  api.hold("listUsers");
  await userEvent.type(page.getByRole("combobox", { name: "Find a user or persona" }), "nobody-yet");
  await expect.element(page.getByRole("option", { name: "yuki-mori" })).not.toBeInTheDocument();
  await expect.element(page.getByText("Looking…")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("button", { name: "Preview as" }))
    .not.toHaveAccessibleName(/yuki-mori/);
  await expect
    .element(page.getByRole("combobox", { name: "Find a user or persona" }))
    .toHaveValue("nobody-yet");
});

const seen = ["getSeen", "What was seen"] as const;
const tribes = ["listTribes", "The Tribes"] as const;
const personas = ["listPersonas", "The personas"] as const;
const users = ["listUsers", "The users"] as const;
const none = { data: [], next: null };
const answers = { getSeen: nothingSeen, listTribes: none, listPersonas: none, listUsers: none } as const;

it.each([
  ["users", "Label", ...seen],
  ["users", "Tribe", ...tribes],
  ["users/ana-ribeiro", "Add a field", ...seen],
  ["users/ana-ribeiro", "Add a label", ...seen],
  ["personas/club-member", "Add an event", ...seen],
  ["preview", "Preview as", ...personas],
  ["preview", "Preview as", ...users],
  ["tribes/binge-watchers", "Tried as", ...personas],
  ["tribes/binge-watchers", "Tried as", ...users],
  ["tribes/binge-watchers", "Add condition", ...seen],
  ["tribes/new", "Add condition", ...tribes],
] as const)("on %s, “%s” says what could not be read, until it is: %s", async (path, opener, route, what) => {
  const api = (await fullCinema()).refuse(route, "internal-error", "The disk is full.");
  const { console } = showConsole(api, path);
  const button = page.getByRole("button", { name: opener });
  await button.click();
  const unread = page.getByRole("dialog").getByText(`${what} could not be read. The disk is full.`);
  await expect.element(unread).toBeVisible();
  expect(page.getByText(/^Looking|fits\.$|^Nobody|^Nothing|^Type a /).elements()).toEqual([]);
  api.answer(route as PlatformRoute, answers[route] as never);
  await console.queries.invalidateQueries();
  await expect.element(unread).not.toBeInTheDocument();
});

it.each([
  ["users", "Label", "getSeen", "", "No label here fits."],
  ["users", "Tribe", "listTribes", "", "No Tribe here fits."],
  ["preview", "Preview as", "listPersonas", "zoe", "Nobody here fits."],
] as const)("on %s, “%s” has nothing that fits once it is read what there is", async (...row) => {
  const [path, opener, route, typed, nothing] = row;
  const api = (await fullCinema()).answer(route as PlatformRoute, answers[route] as never);
  const list = api.answer("listUsers", none).hold(route);
  const { console } = showConsole(api, path);
  await page.getByRole("button", { name: opener }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill(typed);
  if (typed !== "") await expect.poll(() => api.asked("listUsers").at(-1)?.query.q).toBe(typed);
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  await expect.element(dialog.getByText("Looking…")).toBeVisible();
  expect(dialog.getByText(nothing).elements()).toEqual([]);
  list.release();
  await expect.element(dialog.getByText(nothing)).toBeVisible();
});

it("keeps who was found where a later look fails", async () => {
  const api = await fullCinema();
  const { console } = showConsole(api, "preview");
  await page.getByRole("button", { name: "Preview as" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("ana");
  const option = page.getByRole("option", { name: /ana-ribeiro/ });
  await expect.element(option).toBeVisible();
  api.refuse("listUsers", "internal-error", "The disk is full.");
  const asked = api.asked("listUsers").length;
  await console.queries.invalidateQueries({ queryKey: ["listUsers"] });
  expect(api.asked("listUsers").length).toBeGreaterThan(asked);
  const reads = () => console.queries.getQueryCache().findAll({ queryKey: ["listUsers"] });
  await expect.poll(() => reads().some(({ state }) => state.status === "error")).toBe(true);
  await new Promise(requestAnimationFrame);
  await expect.element(option).toBeVisible();
  expect(page.getByText(/could not be read/).elements()).toEqual([]);
});

it.each([
  ["preview", "Preview as", "listUsers", "listPersonas", "The users", "The personas"],
  ["tribes/binge-watchers", "Tried as", "listUsers", "listPersonas", "The users", "The personas"],
  ["tribes/new", "Add condition", "getSeen", "listTribes", "What was seen", "The Tribes"],
] as const)("on %s, “%s” says of both what could not be read", async (...row) => {
  const [path, opener, first, second, one, other] = row;
  const api = (await fullCinema())
    .refuse(first, "internal-error", "The disk is full.")
    .refuse(second, "internal-error", "The disk is slow.");
  showConsole(api, path);
  await page.getByRole("button", { name: opener }).click();
  await expect
    .element(page.getByRole("dialog").getByRole("alert"))
    .toHaveTextContent(
      `${one} could not be read. The disk is full. ${other} could not be read. The disk is slow.`,
    );
});

it.each([
  ["preview", "Preview as"],
  ["tribes/binge-watchers", "Tried as"],
])("on %s, “%s” tells once that nobody can be read, however much is typed", async (path, opener) => {
  const api = (await fullCinema()).refuse("listUsers", "internal-error", "The disk is full.");
  const { console } = showConsole(api, path);
  await page.getByRole("button", { name: opener }).click();
  const dialog = page.getByRole("dialog");
  const alert = dialog.getByRole("alert");
  await expect.element(alert).toHaveTextContent("The users could not be read. The disk is full.");
  const told = alert.element();
  const held = api.hold("listUsers");
  await dialog.getByRole("combobox").fill("ana");
  await expect.poll(() => api.asked("listUsers").at(-1)?.query.q).toBe("ana");
  await new Promise(requestAnimationFrame);
  expect(alert.elements()).toEqual([told]);
  held.release();
  const reads = () => console.queries.getQueryCache().findAll({ queryKey: ["listUsers"] });
  await expect.poll(() => reads().every(({ state }) => state.fetchStatus === "idle")).toBe(true);
  await new Promise(requestAnimationFrame);
  expect(alert.elements()).toEqual([told]);
});
