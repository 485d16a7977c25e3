import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("leads from the count of warnings to what they say", async () => {
  const warnings = ["space.json, line 7: is not JSON"];
  showConsole(emptyCinema().answer("getStatus", { ...runningStatus, warnings }), "tribes");
  await page.getByRole("link", { name: "1 warning" }).click();
  await expect.element(page.getByText("space.json, line 7")).toBeInViewport();
});
