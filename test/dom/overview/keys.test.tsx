import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each(["overview", "settings"])("says on %s why there is no API key", async (where) => {
  showConsole(emptyCinema().refuse("listEnvironments", "conflict", "The store is busy."), where);
  await expect.element(page.getByText("The keys could not be read. The store is busy.")).toBeVisible();
});
