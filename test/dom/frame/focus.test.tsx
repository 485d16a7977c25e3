import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";
import { experience } from "../../unit/renderer/collections/fakes.ts";

it.each([
  ["a dialog", "New user"],
  ["the palette", /^Search or run a command/],
])("stays in %s that a double click opened, or beside which somebody presses", async (_what, opener) => {
  showConsole(await fullCinema(), "users");
  await page.getByRole("button", { name: opener }).first().click();
  await expect.poll(() => document.activeElement?.closest("[role=dialog]") ?? null).not.toBeNull();
  const field = document.activeElement as HTMLElement;
  // What a press on what takes no focus does.
  field.blur();
  expect(document.activeElement).toBe(document.body);
  await expect.poll(() => document.activeElement).toBe(field);
});

const focused = () => {
  const now = document.activeElement;
  return now?.getAttribute("aria-label") ?? now?.textContent;
};

it("goes on to the next row of the tree, and comes back with an undo", async () => {
  const more = ["Banner", "Footer"].map((name) => experience(name.toLowerCase(), { name }));
  showConsole(cinemaWithHero(...more), "collections/homepage");
  const row = (name: RegExp) => page.getByRole("treeitem", { name });
  await expect.element(row(/^Banner/)).toBeVisible();
  (row(/^Banner/).element() as HTMLElement).focus();
  await userEvent.keyboard("{Delete}");
  await expect.element(row(/^Banner/)).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Footer, Experience");
  await userEvent.keyboard("z");
  await expect.poll(focused).toBe("Banner, Experience");
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(focused).toBe("Hero, Experience");
});

it("goes on to the next row's menu where a menu's act took its row away", async () => {
  const gold = ["Ash", "Bay", "Cane"].map((name) => ({
    ...tribeOf(name.toLowerCase(), { label: name }),
    name,
  }));
  showConsole(cinemaWithTribes(gold), "tribes");
  const menu = page.getByRole("button", { name: "Actions for Cane" });
  await expect.element(menu).toBeVisible();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await expect.element(page.getByRole("link", { name: "Cane" })).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Actions for Bay");
  await userEvent.keyboard("z");
  await expect.poll(focused).toBe("Actions for Cane");
});

it("goes on to the first blank of a sentence whose blank was taken away", async () => {
  showConsole(cinemaWithHero(), "collections/homepage/hero?scenario=scn_gold");
  await page.getByRole("button", { name: "Only at certain times" }).click();
  await expect.poll(focused).toBe("From: now on");
  await page.getByRole("button", { name: /^Remove the schedule/ }).click();
  await expect.poll(focused).toBe("Only at certain times");
});

it("goes on to the heading of a page that came for another, without a ring", async () => {
  showConsole(await fullCinema(), "tribes/film-club");
  const add = page.getByRole("button", { name: "Add condition" });
  await expect.element(add).toBeVisible();
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("gp");
  await expect.poll(focused).toBe("Personas");
  const { activeElement: heading } = document;
  expect([heading?.tagName, heading?.matches(":focus-visible")]).toEqual(["H1", true]);
  expect(getComputedStyle(heading as Element).outlineStyle).toBe("none");
});
