import { afterEach, expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";

const fans = tribeOf("fans", { label: "a" });
const button = (name: string) => page.getByRole("button", { name });
const box = (part: Locator) => part.element().getBoundingClientRect();

afterEach(() => page.viewport(1280, 800));

/** A Tribe with an edit that is not saved, in a window of this width. */
async function edited(width: number, api = cinemaWithTribes([fans])) {
  await page.viewport(width, 800);
  showConsole(api, "tribes/fans");
  await button("Label: a").click();
  await page.getByRole("combobox").fill("mine");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Edited, not saved")).toBeVisible();
  return api;
}

it.each([1280, 1000, 820])("keeps what acts in the window at %i beside why it was refused", async (width) => {
  const api = await edited(width);
  api.refuse("updateTribe", "conflict", "A rule may not hold more than that, ".repeat(8));
  await button("Save Tribe").click();
  await expect.element(page.getByText(/^Not saved\. A rule/)).toBeVisible();
  await settled();
  const column = document.querySelector(".stage-col")?.getBoundingClientRect();
  expect(box(button("Save Tribe")).right).toBeLessThanOrEqual(column?.right ?? 0);
  expect(box(button("Discard edit")).top).toBeCloseTo(box(button("Save Tribe")).top, 0);
  const [head, words] = [".page-head", ".what-is-wrong"].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  expect((words?.top ?? 0) - (head?.top ?? 0)).toBeGreaterThanOrEqual(6);
});

it("keeps a long name and its mark on one line above why it was refused", async () => {
  const name = "Everybody who watched more than two dramas last week";
  const api = await edited(1000, cinemaWithTribes([{ ...fans, name }]));
  api.refuse("updateTribe", "conflict", "A rule may not hold more than that, ".repeat(8));
  await button("Save Tribe").click();
  await expect.element(page.getByText(/^Not saved\. A rule/)).toBeVisible();
  await settled();
  const middles = [".crumbs", ".title", ".rev"].map((part) => {
    const found = document.querySelector(`.page-head ${part}`)?.getBoundingClientRect();
    return found === undefined ? 0 : (found.top + found.bottom) / 2;
  });
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
  // At the right the sign that words go on is lost.
  expect(getComputedStyle(document.querySelector(".what-is-wrong") ?? document.body).textAlign).toBe("left");
});

it("keeps in the window how many millions an edit moves", async () => {
  const many = { users: 1_234_567, visitors: 2_345_678 };
  const reach = { ...many, matched: many, sample: [], at: stamps.createdAt };
  const moved = { ...many, sample: [] };
  await edited(
    1000,
    cinemaWithTribes([fans]).answer("tryTribe", {
      reach,
      before: reach,
      added: moved,
      removed: moved,
      person: null,
    }),
  );
  const parts = () => [...document.querySelectorAll(".reach-row > *, .tribe-panel .sec-head > *")];
  await expect.poll(() => document.querySelector(".delta")?.textContent).toMatch(/^\+3/);
  for (const part of parts()) expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(1000);
});

it("has a row's whole name in sight where Tab goes there from another row's menu", async () => {
  const long = (key: string) => ({ ...tribeOf(key, { label: "a" }), name: `${key} ${"ship".repeat(15)}` });
  await page.viewport(640, 800);
  showConsole(cinemaWithTribes(["a", "b"].map(long)), "tribes");
  const link = (key: string) => page.getByRole("link", { name: new RegExp(`^${key} ship`) });
  await expect.element(link("a")).toBeVisible();
  await settled();
  const list = document.querySelector(".scroll") as HTMLElement;
  (button("Actions for a ship").element() as HTMLElement).focus();
  expect(list.scrollLeft).toBeGreaterThan(0);
  await userEvent.keyboard("{Tab}");
  await expect.element(link("b")).toHaveFocus();
  expect(box(link("b")).left).toBeGreaterThanOrEqual(list.getBoundingClientRect().left);
});
