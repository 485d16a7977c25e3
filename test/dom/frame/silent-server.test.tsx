import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each(["getMe", "listSpaces"] as const)(
  "says where %s is not answered that it waits, and opens when it is",
  async (route) => {
    const api = emptyCinema();
    const answer = api.hold(route);
    showConsole(api, "settings");
    await expect.element(page.getByText("The server has not answered yet")).toBeVisible();
    answer.release();
    await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  },
);
