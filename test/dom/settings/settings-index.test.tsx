import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { runningStatus } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

beforeEach(() => page.viewport(1280, 800));

const index = page.getByRole("navigation", { name: "Parts of Settings" });
const marked = () => document.querySelector(".index [aria-current]")?.textContent;
/** How far a part's head is from where the page begins; 0 also at the page's end, where it can come no further up. */
const away = (id: string) => {
  const at = document.querySelector(".settings");
  const part = document.getElementById(id);
  if (at === null || part === null) return null;
  const isEnd = at.scrollTop + at.clientHeight >= at.scrollHeight - 2;
  const px = Math.round(part.getBoundingClientRect().top - at.getBoundingClientRect().top);
  return isEnd && px > 0 ? 0 : Math.abs(px) <= 2 ? 0 : px;
};
const focused = () => document.activeElement?.closest(".set-section")?.id;

it("marks the part that was pressed until somebody scrolls", async () => {
  showConsole(await fullCinema(), "settings#danger");
  await expect.poll(() => away("danger")).toBe(0);
  await expect.poll(marked).toBe("Delete this Space");
  const parts = () => index.getByRole("link").elements();
  await expect.poll(() => parts().length).toBeGreaterThan(12);
  const links = parts();
  const wrong: string[] = [];
  for (const link of links) {
    await userEvent.click(link);
    const id = link.getAttribute("href")?.slice(1) ?? "";
    await expect.poll(() => away(id)).toBe(0);
    await expect.poll(focused).toBe(id);
    // The mark follows the scroll, whose event comes with the next frame.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    if (marked() !== link.textContent) wrong.push(`${link.textContent}: ${marked()}`);
  }
  expect(wrong).toEqual([]);
  await userEvent.click(index.getByRole("link", { name: "This copy" }));
  const at = document.querySelector(".settings");
  at?.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
  at?.scrollTo(0, 0);
  await expect.poll(marked).toBe("Space");
});

it("follows the address, also to where it led before", async () => {
  const clock = { mode: "offset" as const, seconds: 86_400, at: "2030-12-01T10:00:00.000Z" };
  const api = (await fullCinema())
    .answer("getClock", clock)
    .answer("getStatus", { ...runningStatus, clock })
    .answer("clockAhead", { at: clock.at, tribes: [] });
  showConsole(api, "overview");
  await page.getByRole("link", { name: "Rotate in Settings" }).click();
  await expect.poll(() => away("keys")).toBe(0);
  for (const message of ["pressed once", "pressed again"]) {
    await page.getByRole("button", { name: /^Clock moved to/ }).click();
    await page.getByRole("link", { name: "Set another time" }).click();
    await expect.poll(() => away("clock"), { message }).toBe(0);
    await expect.poll(focused).toBe("clock");
    expect(marked()).toBe("Clock");
    document.querySelector(".settings")?.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
    document.querySelector(".settings")?.scrollTo(0, 0);
    await expect.poll(marked).toBe("Space");
  }
});
