import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const refuse = () => {
  throw new DOMException("no", "SecurityError");
};

afterEach(() => vi.restoreAllMocks());

it.each([
  ["is full", () => vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse)],
  [
    "is closed",
    () => {
      vi.spyOn(window, "localStorage", "get").mockImplementation(refuse);
      vi.spyOn(window, "sessionStorage", "get").mockImplementation(refuse);
    },
  ],
])("shows the code where the browser's storage %s", async (_, spoil) => {
  spoil();
  showConsole(await fullCinema(), "/spaces/long-names/development/code");
  await expect.element(page.getByRole("heading", { level: 1, name: "Code" })).toBeVisible();
  await expect.element(page.getByRole("tree")).toBeVisible();
});
