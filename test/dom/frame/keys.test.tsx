import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { emptyCinema, environments, space } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("shows the keys, and lets those without Ctrl be switched off", async () => {
  showConsole(emptyCinema(), "overview");
  await expect.element(page.getByText("Waiting for your first event")).toBeVisible();
  await settled();
  await userEvent.keyboard("?");
  const map = page.getByRole("dialog", { name: "Keyboard map" });
  const plain = map.getByRole("switch", { name: "Keys without Ctrl or Alt" });
  await expect.element(plain).toBeChecked();
  await plain.click();
  await expect.element(plain).not.toBeChecked();
  await userEvent.keyboard("{Escape}");
  await expect.element(map).not.toBeInTheDocument();
  await userEvent.keyboard("ge");
  // By the time that Alt+3 has been heard, so have these.
  await userEvent.keyboard("{Alt>}3{/Alt}");
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/production/overview");
});

it("goes with the environment switch, by keys too", async () => {
  showConsole(emptyCinema(), "overview");
  const development = page.getByRole("radio", { name: "Development" });
  await expect.element(development).toBeVisible();
  (development.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/staging/overview");
  await expect.poll(() => document.querySelector("pre")?.textContent).toContain(environments[1]?.apiKey);
});

it("hears Option with a digit on a Mac, and leaves it, and a character's number, to what is typed into", async () => {
  showConsole(await fullCinema(), "users");
  const search = page.getByLabelText("Find users");
  await expect.element(search).toBeVisible();
  const press = (on: Element, key: string, place: string) =>
    on.dispatchEvent(
      new KeyboardEvent("keydown", { key, code: place, altKey: true, bubbles: true, cancelable: true }),
    );
  expect(press(search.element(), "£", "Digit3")).toBe(true);
  expect(press(search.element(), "1", "Numpad1")).toBe(true);
  expect(press(document.body, "™", "Digit2")).toBe(false);
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/staging/users");
});

it("leaves Enter and Escape to an input method, whose text is not whole yet", async () => {
  showConsole(await fullCinema(), "collections");
  await page.getByRole("treeitem").first().click();
  await userEvent.keyboard("{F2}");
  const name = page.getByRole("textbox", { name: /^Name of / });
  await expect.element(name).toHaveFocus();
  const press = (key: string, isComposing: boolean) =>
    name
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, isComposing, bubbles: true, cancelable: true }));
  press("Enter", true);
  press("Escape", true);
  await settled();
  await expect.element(name).toHaveFocus();
  press("Escape", false);
  await expect.element(name).not.toBeInTheDocument();
});

it("opens a Space where it was left", async () => {
  const other = { ...space, id: "spc_2", key: "beta", name: "Beta" };
  showConsole(
    emptyCinema()
      .answer("getSeen", nothingSeen)
      .answer("listSpaces", { data: [space, other], next: null }),
    "/spaces/cinema/staging/users?q=ana",
  );
  await expect.element(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /^Space / }).click();
    await page.getByRole("menuitemradio", { name }).click();
  };
  await choose("Beta");
  await expect.poll(() => location.pathname).toBe("/spaces/beta/development/overview");
  await choose("Cinema");
  await expect.poll(() => location.pathname + location.search).toBe("/spaces/cinema/staging/users?q=ana");
});

it("has a button's keys told as its shortcut, and not read with its name", async () => {
  showConsole(emptyCinema(), "overview");
  const search = page.getByRole("button", { name: "Search or run a command", exact: true });
  await expect.element(search).toBeVisible();
  expect(search.element().getAttribute("aria-keyshortcuts")).toMatch(/^(Control|Meta)\+K$/);
});

it.each([
  ["collections", "Find in Collections"],
  ["tribes", "Find a Tribe"],
  ["users", "Find users"],
])("leads to the search of %s by /", async (path, label) => {
  showConsole(await fullCinema(), path);
  const field = page.getByLabelText(label);
  await expect.element(field).toBeVisible();
  await userEvent.keyboard("/");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(field).toHaveValue("/");
});
