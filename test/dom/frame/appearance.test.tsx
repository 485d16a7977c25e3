import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

afterEach(() => {
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.density;
});

const look = () => ({ ...document.documentElement.dataset });
const menu = (name: string) => page.getByRole("button", { name });

it("is chosen, and stays where the browser's storage is full", async () => {
  showConsole(emptyCinema(), "overview");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await menu("Appearance: as the system, regular").click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(look).toMatchObject({ theme: "dark" });
  await expect.element(menu("Appearance: dark, regular")).toBeVisible();
});

it("stays, though another tab remembers something else", async () => {
  showConsole(emptyCinema(), "overview");
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await menu("Appearance: as the system, regular").click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  full.mockRestore();
  const tab = document.body.appendChild(document.createElement("iframe"));
  const heard = new Promise((resolve) => window.addEventListener("storage", resolve, { once: true }));
  tab.contentWindow?.localStorage.setItem("understudy:other", "1");
  await heard;
  expect(look()).toMatchObject({ theme: "dark" });
  tab.remove();
});

it("is that of another tab as soon as it is chosen there", async () => {
  showConsole(await fullCinema(), "/spaces/long-names/development/events");
  await expect.element(menu("Appearance: as the system, regular")).toBeVisible();
  const slash = page.getByText("/", { exact: true });
  await expect.element(slash).toBeVisible();
  const tab = document.body.appendChild(document.createElement("iframe"));
  const { localStorage: there } = tab.contentWindow as Window;
  there.setItem("understudy:theme", "dark");
  there.setItem("understudy:density", "roomy");
  there.setItem("understudy:single-keys", "off");
  await expect.element(menu("Appearance: dark, roomy")).toBeVisible();
  expect(look()).toMatchObject({ theme: "dark", density: "roomy" });
  await expect.element(slash).not.toBeInTheDocument();
  there.clear();
  await expect.element(menu("Appearance: as the system, regular")).toBeVisible();
  tab.remove();
});
