import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { collection, experience } from "../../unit/renderer/collections/fakes.ts";

const rows = page.getByRole("treeitem");
const names = () => rows.elements().map((one) => one.textContent?.trim());
const row = (name: RegExp) => page.getByRole("treeitem", { name });
const focus = (name: RegExp) => (row(name).element() as HTMLElement).focus();
const focused = () => document.activeElement?.getAttribute("aria-label");

it("finds, folds and is typed ahead in; what is folded stays so", async () => {
  const { leave } = showConsole(cinemaWithHero(), "collections/homepage");
  await expect.poll(names).toEqual(["HomepageUnpublished", "Hero", "PlansUnpublished"]);
  focus(/^Homepage/);
  await userEvent.keyboard("p");
  await expect.element(row(/^Plans/)).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(row(/^Homepage/)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(names).toEqual(["HomepageUnpublished", "PlansUnpublished"]);
  leave();
  showConsole(cinemaWithHero(), "collections/homepage");
  await expect.poll(names).toEqual(["HomepageUnpublished", "PlansUnpublished"]);
  await page.getByLabelText("Find in Collections").fill("her");
  await expect.poll(names).toEqual(["HomepageUnpublished", "Hero"]);
});

it("is walked when it is long as when it is short, though only what is seen is drawn", async () => {
  const more = Array.from({ length: 80 }, (_, n) => experience(`row-${n + 1}`, { name: `Row ${n + 1}` }));
  showConsole(
    cinemaWithHero(...more).answer("getExperience", more[69] as (typeof more)[0], '"1"'),
    "collections/homepage/row-70",
  );
  await expect.element(row(/^Row 70/)).toBeVisible();
  expect(rows.elements().length).toBeLessThan(60);
  focus(/^Row 70/);
  await userEvent.keyboard("{Home}");
  await expect.poll(focused).toContain("Homepage, Collection");
  await userEvent.keyboard("{End}");
  await expect.poll(focused).toContain("Plans, Collection");
  await userEvent.keyboard("h");
  await expect.poll(focused).toContain("Homepage, Collection");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(focused).toContain("Hero, Experience");
});

async function rename(from: RegExp, name: string) {
  await expect.element(row(from)).toBeVisible();
  focus(from);
  await userEvent.keyboard("{F2}");
  await expect.poll(() => document.activeElement?.tagName).toBe("INPUT");
  await userEvent.keyboard(`${name}{Enter}`);
}

it("shows the name that was typed last at once, and that stays, whatever is answered first", async () => {
  let hero = experience("hero", { name: "Hero" });
  const homepage = () => collection("homepage", { name: "Homepage", experiences: [hero] });
  const mayAnswer = new Map<unknown, () => void>();
  const api = cinemaWithHero()
    .answer("listCollections", () => ({ data: [homepage()], next: null }))
    .answer("getExperience", () => hero, '"1"')
    .answer(
      "updateExperience",
      async ({ body: { name = "" } }) => {
        await new Promise<void>((answer) => mayAnswer.set(name, answer));
        hero = { ...hero, name };
        return hero;
      },
      '"1"',
    );
  const { console } = showConsole(api, "collections/homepage");
  await rename(/^Hero/, "First");
  await expect.element(row(/^First/)).toBeVisible();
  await rename(/^First/, "Second");
  await expect.element(row(/^Second/)).toBeVisible();
  expect(await sent(api, "updateExperience")).toEqual({ name: "First" });
  expect(api.asked("updateExperience")).toHaveLength(1);
  mayAnswer.get("First")?.();
  expect(await sent(api, "updateExperience", 2)).toEqual({ name: "Second" });
  await expect.poll(() => console.queries.isFetching()).toBe(0);
  expect(row(/^First/).query()).toBeNull();
  await expect.element(row(/^Second/)).toBeVisible();
  mayAnswer.get("Second")?.();
  await expect.poll(() => console.queries.isMutating()).toBe(0);
  await expect.element(row(/^Second/)).toBeVisible();
});

it("waits for no other thing's name, and takes back one that is refused", async () => {
  const api = cinemaWithHero().refuse("updateCollection", "conflict", "It is called so already.");
  showConsole(api, "collections/homepage");
  api.hold("updateExperience");
  await rename(/^Hero/, "First");
  await rename(/^Plans/, "Prices");
  await expect
    .element(page.getByText("“Plans” was not renamed to “Prices”. It is called so already."))
    .toBeVisible();
  await expect.element(row(/^Plans/)).toBeVisible();
  await expect.element(row(/^Prices/)).not.toBeInTheDocument();
});
