import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Experience } from "../../../src/core/collection.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { experience } from "../../unit/renderer/collections/fakes.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const focus = (name: string) => (button(name).element() as HTMLElement).focus();
const order = () => [...document.querySelectorAll("ol.scenarios .scn-name")].map((one) => one.textContent);
const orderIs = (...names: readonly string[]) => expect.poll(order).toEqual([...names, "Default"]);
const saved = () => expect.element(page.getByText("All changes saved")).toBeVisible();

it("what is dropped on the default, or below it, comes right before it", async () => {
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  await orderIs("Silver first", "Gold first");
  await button("Move Silver first").dropTo(button("Default"), { steps: 6 });
  await orderIs("Gold first", "Silver first");
});

it("have nothing to differ from where nothing is published", async () => {
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  await button("Default").click();
  await expect.element(field("headline")).toHaveValue("Tonight at seven");
  await expect.element(page.getByText("unpublished").first()).toBeVisible();
  const values = [...document.querySelectorAll(".prop:not(.prop-head)")].map(({ className }) =>
    className.trim(),
  );
  expect(new Set(values)).toEqual(new Set(["prop"]));
});

it("are put in order by keys: with the grip, with Alt and the arrows, and by the menu", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero");
  await orderIs("Silver first", "Gold first");
  focus("Move Gold first");
  await userEvent.keyboard(" {ArrowUp}");
  await expect.element(page.getByText("Gold first is at place 1 of 2.")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("Gold first stays at place 2 of 2.")).toBeInTheDocument();
  await orderIs("Silver first", "Gold first");
  await userEvent.keyboard(" {ArrowUp} ");
  await orderIs("Gold first", "Silver first");
  await saved();
  const { scenarios } = (await sent(api, "updateExperience")) ?? {};
  expect(scenarios?.map(({ name }) => name)).toEqual(["Gold first", "Silver first", "Default"]);

  focus("Gold first");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await orderIs("Silver first", "Gold first");
  await button("More for Gold first").click();
  await page.getByRole("menuitem", { name: /^Move up/ }).click();
  await orderIs("Gold first", "Silver first");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}z{/Control}");
  await orderIs("Silver first", "Gold first");
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await orderIs("Gold first", "Silver first");
  await saved();

  // In a field that is no part of it, undo takes back what was typed there.
  await userEvent.type(field("Find in Collections"), "nothing");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(field("Find in Collections")).not.toHaveValue("nothing");
  expect(order()).toEqual(["Gold first", "Silver first", "Default"]);
});

it("are offered back by a message until they are back, by the way back too", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero");
  await button("More for Gold first").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await orderIs("Silver first");
  await expect.element(button(/^Undo/)).toBeVisible();
  await userEvent.keyboard("{Control>}z{/Control}");
  await orderIs("Silver first", "Gold first");
  await expect.element(button(/^Undo/)).not.toBeInTheDocument();
  await saved();
  await orderIs("Silver first", "Gold first");
});

it("keep what cannot be right as it was typed, and say why beside it", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero");
  await button("Default").click();
  await expect.element(field("background")).toBeVisible();
  const width = () => field("background").element().closest(".input")?.clientWidth;
  const before = width();
  expect(before).toBeGreaterThan(0);
  await field("background").fill("red");
  await expect
    .element(page.getByText("Not saved: background must be a colour such as #c81e4a"))
    .toBeVisible();
  expect(width()).toBe(before);
  // It is there again when one comes back to it.
  await page.getByRole("link", { name: "Homepage", exact: true }).click();
  await page.getByRole("link", { name: /^Hero/ }).first().click();
  await expect.element(page.getByText("Not saved: background")).toBeVisible();
  await button("Default").click();
  await expect.element(field("background")).toHaveValue("red");
  await field("background").fill("#c81e4a");
  await field("seats").fill("abc");
  await expect.element(page.getByText("Not saved: seats is not a number")).toBeVisible();
  await button("Discard edit").click();
  await saved();
  await expect.element(field("seats")).toHaveValue("");
  await field("seats").fill("12,5");
  const last = async () => (await sent(api, "updateExperience"))?.scenarios?.at(-1)?.serve.data;
  await expect.poll(last).toEqual({
    headline: "Tonight at seven",
    background: { value: "#c81e4a", opacity: 1 },
    seats: 12.5,
  });
  await button("Use the default of headline").click();
  await expect.poll(last).not.toHaveProperty("headline");
  await saved();
});

it("save what is right beside what cannot be, and discard that alone, which can be undone", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero?scenario=scn_gold");
  const gold = async () => (await sent(api, "updateExperience"))?.scenarios?.[1];
  const until = button(/^Until/);
  await button("Only at certain times").click();
  await button(/^From/).click();
  await userEvent.keyboard("1 dec 2026{Enter}");
  await expect.poll(async () => (await gold())?.schedule?.from).toMatch("2026-12-01");
  await until.click();
  await userEvent.keyboard("1 jan 2026{Enter}");
  await expect.element(page.getByText("Not saved: “until” must be after “from”")).toBeVisible();
  await field("headline").fill("Gold at nine");
  await expect.poll(async () => (await gold())?.serve.data).toEqual({ headline: "Gold at nine" });
  expect((await gold())?.schedule?.until).toBe(null);
  await expect.element(until).toHaveTextContent("1 Jan 2026");
  await field("seats").fill("abc");
  await button("Discard 2 edits").click();
  const toast = () => document.querySelector(".toast-text")?.textContent;
  await expect.poll(toast).toBe("Discarded 2 edits: “Gold first”, schedule, until; seats");
  await saved();
  await expect.element(field("headline")).toHaveValue("Gold at nine");
  await expect.element(until).not.toHaveTextContent("1 Jan 2026");
  await button(/^Undo/).click();
  await expect.element(until).toHaveTextContent("1 Jan 2026");
  await expect.element(field("seats")).toHaveValue("abc");
  await button("Discard 2 edits").click();
  await expect.element(until).not.toHaveTextContent("1 Jan 2026");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(until).toHaveTextContent("1 Jan 2026");
});

it("describe a value that is not set by what apps get instead, and no other", async () => {
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  await button("Default").click();
  const headline = field("headline");
  await expect.element(headline).not.toHaveAccessibleDescription();
  await expect.element(field("seats")).toHaveAccessibleDescription(/./);
  await button("Use the default of headline").click();
  await expect.element(headline).toHaveAccessibleDescription(/./);
  await headline.fill("Tonight at eight");
  await expect.element(headline).not.toHaveAccessibleDescription();
  await saved();
});

it("name the Tribes that they are for: one takes another's place, is opened, and is taken out by key or by button", async () => {
  const tribes = ["Gold", "Silver", "Trial"].map((name) => ({
    id: `trb_${name.toLowerCase()}`,
    key: name.toLowerCase(),
    name,
    audience: "everyone" as const,
    rules: { label: name },
    ...stamps,
  }));
  const api = cinemaWithHero().answer("listTribes", { data: tribes, next: null });
  showConsole(api, "collections/homepage/hero");
  await button("Gold first").click();
  const take = (name: string) => page.getByRole("option", { name }).click();
  const said = () => document.querySelector("[aria-label='Whom it is for'] p")?.textContent;
  await button("Only those in a Tribe").click();
  await take("Gold");
  await button("Add a Tribe").click();
  await take("Silver");
  await expect.poll(said).toMatch(/in any of Gold or Silver/);
  await button("Silver").click();
  await expect.element(page.getByRole("link", { name: "Open Silver" })).toBeVisible();
  expect(page.getByRole("option", { name: "Gold" }).elements()).toEqual([]);
  await take("Trial");
  await expect.element(button("Trial")).toHaveFocus();
  await userEvent.keyboard("{Backspace}");
  await expect.element(button("Gold")).toHaveFocus();
  await expect.poll(said).toMatch(/in Gold\./);
  await button("Gold").click();
  await button("Remove").click();
  await expect.element(button(/^Whom/)).toHaveFocus();
  await expect.element(button("Only those in a Tribe")).toBeVisible();
  await saved();
  const bodies = api.asked("updateExperience").map(({ body }) => body as Partial<Experience>);
  expect(bodies.at(-1)?.scenarios?.[1]?.audience).toEqual({ kind: "everyone", anyOf: [], noneOf: [] });
});

it("where only a sample was decided for, say how many of everybody that is", async () => {
  const experiences = {
    exp_hero: {
      scn_silver: { users: 3_000, visitors: 334 },
      scn_gold: { users: 0, visitors: 0 },
      scn_default: { users: 16_666, visitors: 0 },
    },
  };
  const matches = { at: stamps.createdAt, checked: 20_000, of: 100_000, sampled: true, experiences };
  showConsole(cinemaWithHero().answer("getMatches", matches), "collections/homepage/hero");
  const said = () => [...document.querySelectorAll("ol.scenarios .scn-n")].map((one) => one.textContent);
  await expect
    .poll(said)
    .toEqual([", matches now: ≈ 16,700", ", matches now: ≈ 0", ", matches now: ≈ 83,300"]);
});

it("give whom they are for the room up to the rollout where nothing is said between them", async () => {
  await page.viewport(1000, 800);
  showConsole(cinemaWithHero(), "collections/homepage/hero");
  await orderIs("Silver first", "Gold first");
  const [audience, rollout] = [".truncate.muted", ".scn-roll"].map((part) =>
    document.querySelector(`ol.scenarios ${part}`)?.getBoundingClientRect(),
  );
  await page.viewport(1280, 800);
  expect((rollout?.left ?? 0) - (audience?.right ?? 0)).toBeLessThan(20);
});

it("are said to name a deleted Tribe once the Tribes are read", async () => {
  const audience = { kind: "everyone" as const, anyOf: ["trb_fans"], noneOf: [] };
  const promo = experience("promo", {
    name: "Promo",
    scenarios: [
      {
        ...{ id: "scn_fans", name: "Fans", audience, rollout: 100, schedule: null },
        serve: { enabled: true, data: {} },
      },
      { id: "scn_rest", name: "Default", serve: { enabled: true, data: {} } },
    ],
  });
  const api = cinemaWithHero(promo).answer("getExperience", promo, '"1"');
  const tribes = api.hold("listTribes");
  const { console } = showConsole(api, "collections/homepage/promo?scenario=scn_fans");
  await expect.element(button("…")).toBeVisible();
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  expect(button("…").element().getAttribute("aria-invalid")).toBeNull();
  tribes.release();
  await expect.element(button("a deleted Tribe")).toHaveAttribute("aria-invalid", "true");
});

it("can't be shown where the types could not be read", async () => {
  const api = cinemaWithHero().refuse("listExperienceTypes", "internal-error", "The disk is full.");
  showConsole(api, "collections/homepage/hero");
  await expect.element(page.getByText("The Collections could not be loaded")).toBeVisible();
  await expect.element(page.getByText("The disk is full.")).toBeVisible();
});

it("say that the Tribes could not be read where one is to be chosen", async () => {
  const api = cinemaWithHero().refuse("listTribes", "internal-error", "The disk is full.");
  showConsole(api, "collections/homepage/hero");
  await button("Gold first").click();
  await button("Only those in a Tribe").click();
  await expect.element(page.getByText("The Tribes could not be read. The disk is full.")).toBeVisible();
  expect(page.getByText(/^Looking|No other Tribe/).elements()).toEqual([]);
});
