import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, environments, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each(["overview", "settings"])("says on %s why there is no API key", async (where) => {
  showConsole(emptyCinema().refuse("listEnvironments", "conflict", "The store is busy."), where);
  await expect.element(page.getByText("The keys could not be read. The store is busy.")).toBeVisible();
});

it.each([
  ["key", "listEnvironments"],
  ["address", "getStatus"],
] as const)(
  "says that the snippet's %s could not be read, and reads it when asked to",
  async (what, route) => {
    const api = emptyCinema()
      .answer("getStatus", runningStatus)
      .refuse(route, "conflict", "The store is busy.");
    showConsole(api, "overview");
    const alert = page.getByRole("alert").filter({ hasText: `The ${what} in it could not be read` });
    await expect.element(alert).toHaveTextContent("The store is busy.");
    api.answer("listEnvironments", { data: environments, next: null }).answer("getStatus", runningStatus);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("button", { name: /^Copy the .* snippet$/ })).toBeVisible();
  },
);
