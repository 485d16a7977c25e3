import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, space } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";

const origins = page.getByLabelText("Allowed origins");
const save = page.getByRole("button", { name: "Save Space" });

it("refuses an origin that is none, beside its field", async () => {
  const api = emptyCinema().answer("updateSpace", ({ body }) => ({
    ...space,
    allowedOrigins: body.allowedOrigins ?? [],
  }));
  showConsole(api, "settings");
  await origins.fill("https://app.example.com\nnot an origin");
  await save.click();
  await expect.element(page.getByText(/^Line 2 must be an origin/)).toBeVisible();
  await origins.fill("https://app.example.com");
  await save.click();
  await expect.element(page.getByText(/^Saved/)).toBeVisible();
  expect(await sent(api, "updateSpace", 2)).toMatchObject({ allowedOrigins: ["https://app.example.com"] });
});

it("is read only for a viewer, and says why", async () => {
  showConsole(emptyCinema("viewer"), "settings");
  await expect.element(page.getByText("you are a viewer here, not an owner")).toBeVisible();
  await expect.element(origins).toHaveAttribute("readonly");
  await expect.element(page.getByRole("button", { name: /^Rotate/ })).not.toBeInTheDocument();
  await expect.element(save).not.toBeInTheDocument();
});
