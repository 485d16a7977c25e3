import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, environments, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each(["overview", "settings"])("says on %s why there is no API key", async (where) => {
  showConsole(emptyCinema().refuse("listEnvironments", "conflict", "The store is busy."), where);
  await expect.element(page.getByText("The keys could not be read. The store is busy.")).toBeVisible();
});

it("says that the snippet's key could not be read, and reads it when asked to", async () => {
  const api = emptyCinema()
    .answer("getStatus", runningStatus)
    .refuse("listEnvironments", "conflict", "The store is busy.");
  showConsole(api, "overview");
  const alert = page.getByRole("alert").filter({ hasText: "The key in it could not be read" });
  await expect.element(alert).toHaveTextContent("The store is busy.");
  api.answer("listEnvironments", { data: environments, next: null });
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("button", { name: /^Copy the .* snippet$/ })).toBeVisible();
});
