import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("begins with what is chosen, not with what a form keeps out of sight", async () => {
  showConsole(emptyCinema(), "settings");
  await page.getByRole("button", { name: /^Rotate the Development key/ }).click();
  await expect.element(page.getByRole("dialog").getByRole("radio", { name: "1 hour" })).toHaveFocus();
});
