import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, environments } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("begins with what is chosen, not with what a form keeps out of sight", async () => {
  showConsole(emptyCinema(), "settings");
  await page.getByRole("button", { name: /^Rotate the Development key/ }).click();
  await expect.element(page.getByRole("dialog").getByRole("radio", { name: "1 hour" })).toHaveFocus();
});

it("leads to a snippet with the key that was rotated, wherever one is", async () => {
  const [, , production] = environments;
  if (production === undefined) throw new Error("no Production");
  showConsole(emptyCinema().answer("rotateApiKey", production), "settings");
  await page.getByRole("button", { name: /^Rotate the Production key/ }).click();
  await page.getByRole("button", { name: "Rotate the Production key", exact: true }).click();
  await page.getByRole("link", { name: "Show a snippet with the new one" }).click();
  await expect.element(page.getByRole("heading", { name: "Copy the Production key" })).toBeVisible();
});
