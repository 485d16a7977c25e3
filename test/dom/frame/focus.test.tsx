import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("stays in a dialog that was opened by a double click, or beside which somebody presses", async () => {
  showConsole(await fullCinema(), "users");
  await page.getByRole("button", { name: "New user" }).first().click();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await expect.element(field).toHaveFocus();
  // What a press on what takes no focus does.
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);
  await expect.element(field).toHaveFocus();
});
