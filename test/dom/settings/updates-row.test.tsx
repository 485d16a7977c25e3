import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Updates } from "../../../src/core/updates.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const source = { address: "https://example.com/understudy.json", publicKey: `${"A".repeat(43)}=` };
const service = page.getByRole("region", { name: "Service" });

it("asks whom the operator says, and tells of a newer version", async () => {
  const off: Updates = { source: null, available: null, checkedAt: null, problem: null };
  const newer = { version: "9.0.0", notes: "Better.", url: "https://example.com/understudy" };
  let now = off;
  const become = (next: Updates) => () => {
    now = next;
    return next;
  };
  const asked = { ...off, source, checkedAt: stamps.createdAt };
  const api = emptyCinema()
    .answer("getUpdates", () => now)
    .answer("putUpdates", become(asked))
    .answer("checkUpdates", become({ ...asked, available: newer }))
    .answer("deleteUpdates", become(off));
  showConsole(api, "settings");
  await expect.element(service.getByText("Not checked.")).toBeVisible();
  await service.getByRole("button", { name: "Check daily…" }).click();
  await page.getByLabelText("Address of the release").fill(source.address);
  await page.getByLabelText("Public key, Ed25519 as base64").fill("short");
  await page.getByRole("button", { name: "Check daily" }).click();
  await expect.element(page.getByText(/must be an Ed25519 public key/)).toBeVisible();
  await page.getByLabelText("Public key, Ed25519 as base64").fill(source.publicKey);
  await page.getByRole("button", { name: "Check daily" }).click();
  await expect.element(service.getByText(/^example.com has no newer version/)).toBeVisible();
  await service.getByRole("button", { name: "Check now" }).click();
  await expect.element(service.getByRole("link", { name: "Version 9.0.0 is available" })).toBeVisible();
  await service.getByRole("button", { name: "Stop checking" }).click();
  await expect.element(service.getByText("Not checked.")).toBeVisible();
});

it("keeps whom to ask as it was typed where one goes to another page by the palette", async () => {
  const off: Updates = { source: null, available: null, checkedAt: null, problem: null };
  showConsole(emptyCinema().answer("getUpdates", off), "settings");
  const open = service.getByRole("button", { name: "Check daily…" });
  await open.click();
  const address = page.getByLabelText("Address of the release");
  await address.fill(source.address);
  for (const place of ["overview", "settings"]) {
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill(`go to ${place}`);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toMatch(`/${place}`);
  }
  await open.click();
  await expect.element(address).toHaveValue(source.address);
});
