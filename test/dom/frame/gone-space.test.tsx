import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const nothing = () => page.getByRole("heading", { level: 1, name: "Nothing at this address" });

it("a page whose Space was deleted elsewhere says so", async () => {
  const api = emptyCinema();
  showConsole(api, "tribes");
  await expect.element(page.getByRole("button", { name: "Space Cinema, switch" })).toBeVisible();
  api.answer("listSpaces", { data: [], next: null });
  await expect.element(nothing()).toBeVisible();
});

it("a restore that takes the Space away is told all the same", async () => {
  const counts = { spaces: 1, users: 0, events: 0 };
  const before = {
    id: "snp_1",
    name: "before it",
    createdAt: stamps.createdAt,
    bytes: 1,
    counts,
    kept: false,
  };
  const api = emptyCinema()
    .answer("listSnapshots", { data: [before], next: null })
    .answer("restoreSnapshot", () => {
      api.answer("listSpaces", { data: [], next: null });
      return { restored: "snp_1", kept: "snp_2" };
    });
  showConsole(api, "settings");
  await page.getByRole("button", { name: "Restore “before it”" }).click();
  await expect.element(nothing()).toBeVisible();
  await expect.element(page.getByText("Restored “before it”; what was here is kept")).toBeVisible();
});
