import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("shows the code where the browser's storage is full", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  showConsole(await fullCinema(), "/spaces/long-names/development/code");
  await expect.element(page.getByRole("heading", { level: 1, name: "Code" })).toBeVisible();
  await expect.element(page.getByRole("tree")).toBeVisible();
});
