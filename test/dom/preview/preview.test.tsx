import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { FakeApi } from "../../helpers/dom/fake-api.ts";
import { askReal } from "../../helpers/dom/full-cinema.ts";
import { inside, showConsole } from "../../helpers/dom/show.tsx";

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
