import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FakeApi } from "../../helpers/dom/fake-api.ts";
import { askReal } from "../../helpers/dom/full-cinema.ts";
import { inside, openPalette, paletteSearch, showConsole } from "../../helpers/dom/show.tsx";

it("says whom it decides for while the decisions for the one before are still shown", async () => {
  let held = Promise.resolve();
  let release = () => {};
  const api = new FakeApi(async (method, address, body) => {
    if (address.includes("/yuki-mori/explain")) await held;
    return askReal(method, address, body);
  });
  showConsole(api, "preview?user=ana-ribeiro");
  await expect.poll(() => document.querySelector(".preview-list .decisions")).not.toBeNull();
  held = new Promise((resolve) => {
    release = resolve;
  });
  await page.getByRole("button", { name: "Preview as: ana-ribeiro" }).click();
  await page.getByRole("option", { name: /^yuki-mori/ }).click();
  const deciding = page.getByText("Deciding for yuki-mori…");
  await expect.element(deciding).toBeVisible();
  const decisions = () => inside(".preview > .scroll").element().getAttribute("aria-busy");
  expect(decisions()).toBe("true");
  release();
  await expect.element(deciding).not.toBeInTheDocument();
  expect(decisions()).toBe("false");
});

it("takes a time that is left for a palette, as it is read then", async () => {
  showConsole(new FakeApi(askReal), "preview?user=ana-ribeiro");
  await page.getByRole("button", { name: "When: now" }).click();
  await page.getByRole("textbox", { name: "Time here" }).fill("4 Dec 2030, 6p");
  await openPalette();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "When: at 4 Dec 2030, 18:00" })).toBeVisible();
});

it("keeps a time that can't be read below a palette that is opened over it, which has the keys", async () => {
  showConsole(new FakeApi(askReal), "preview?user=ana-ribeiro");
  await page.getByRole("button", { name: "When: now" }).click();
  const time = page.getByRole("textbox", { name: "Time here" });
  await time.fill("12:99");
  await openPalette();
  await expect.element(paletteSearch()).toHaveFocus();
  await userEvent.keyboard("cod");
  await expect.element(paletteSearch()).toHaveValue("cod");
  await userEvent.keyboard("{Escape}");
  await expect.element(paletteSearch()).not.toBeInTheDocument();
  await expect.element(time).toHaveFocus();
  await expect.element(time).toHaveValue("12:99");
});
