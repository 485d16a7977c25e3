import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each([
  ["a dialog", "New user"],
  ["the palette", /^Search or run a command/],
])("stays in %s that a double click opened, or beside which somebody presses", async (_what, opener) => {
  showConsole(await fullCinema(), "users");
  await page.getByRole("button", { name: opener }).first().click();
  await expect.poll(() => document.activeElement?.closest("[role=dialog]") ?? null).not.toBeNull();
  const field = document.activeElement as HTMLElement;
  // What a press on what takes no focus does.
  field.blur();
  expect(document.activeElement).toBe(document.body);
  await expect.poll(() => document.activeElement).toBe(field);
});
