import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes, focusIsOn } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";

afterEach(() => page.viewport(1280, 800));

const many = Array.from({ length: 2000 }, (_, index) => {
  const number = String(index + 1).padStart(4, "0");
  const rules = { field: "plan", op: "in", value: [`plan-${number}`] };
  return { ...tribeOf(`tribe-${number}`, rules), name: `Tribe ${number}` };
});

it("draws few of 2,000 rows, and leads to the last one by keys and by a search", async () => {
  showConsole(cinemaWithTribes(many), "tribes");
  const rows = page.getByRole("row", { name: /Tribe \d{4}/ });
  const drawn = () => rows.elements();
  const first = page.getByRole("link", { name: "Tribe 0001" });
  const last = page.getByRole("link", { name: "Tribe 2000" });
  await expect.element(page.getByRole("table")).toHaveAttribute("aria-rowcount", "2001");
  (first.element() as HTMLElement).focus();
  expect(last.elements()).toEqual([]);
  await userEvent.keyboard("{End}");
  await focusIsOn("Tribe 2000");
  await expect.poll(() => drawn().at(-1)?.getAttribute("aria-rowindex")).toBe("2001");
  await expect.poll(() => drawn().length).toBeLessThan(60);
  await expect.poll(() => last.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  await userEvent.keyboard("{PageUp}{Home}{ArrowDown}");
  await focusIsOn("Tribe 0002");
  await userEvent.keyboard("{Tab}{Tab}");
  await focusIsOn("Tribe 0003");

  await userEvent.type(page.getByRole("searchbox", { name: "Find a Tribe" }), "plan-2000");
  await expect.element(page.getByText("1 of 2,000 Tribes")).toBeVisible();
  await expect
    .poll(() => drawn().map((row) => row.textContent))
    .toEqual([expect.stringContaining("Tribe 2000")]);
  expect(await axeFindings("tribe-list-found")).toEqual([]);
});

it("sorts a long list by reach, with those that were never on screen", async () => {
  const yonder = { ...tribeOf("yonder", { label: "vip" }), name: "Yonder" };
  const counted = (users: number) => ({
    users: 1,
    visitors: 0,
    matched: { users, visitors: 0 },
    sample: [],
    at: stamps.createdAt,
  });
  const api = cinemaWithTribes([...many.slice(0, 40), yonder]).answer("getReach", ({ params }) =>
    counted(params.tribeId === "yonder" ? 1 : 0),
  );
  await page.viewport(1280, 480);
  showConsole(api, "tribes");
  await expect.element(page.getByRole("row", { name: /Tribe 0001/ })).toBeVisible();
  const found = page.getByRole("row", { name: /Yonder/ });
  expect(found.elements()).toEqual([]);
  await page.getByRole("button", { name: "Reach" }).click();
  await expect.element(found).toHaveAttribute("aria-rowindex", "2");
  await expect.element(page.getByText(/Sorted once all are counted/)).not.toBeInTheDocument();
});

it("is called as was typed last, whatever is answered first", async () => {
  let gold = { ...tribeOf("gold", { label: "gold" }), name: "Gold" };
  const answered: (string | undefined)[] = [];
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const api = cinemaWithTribes([gold])
    .answer("getTribe", () => gold, '"1"')
    .answer("listTribes", () => ({ data: [gold], next: null }))
    .answer(
      "updateTribe",
      async ({ body: { name = "" } }) => {
        if (name === "First") await first;
        answered.push(name);
        gold = { ...gold, name };
        return gold;
      },
      '"1"',
    );
  showConsole(api, "tribes");
  const rename = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Gold" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByRole("dialog").getByLabelText("Name").fill(name);
    await userEvent.keyboard("{Enter}");
  };
  await rename("First");
  await sent(api, "updateTribe");
  await userEvent.keyboard("{Escape}");
  await rename("Second");
  answerFirst();
  await expect.poll(() => answered).toEqual(["First", "Second"]);
  await expect.element(page.getByRole("link", { name: "Second" })).toBeVisible();
});

it("keeps out of the address what is too long to be looked for, and says so", async () => {
  showConsole(cinemaWithTribes(many.slice(0, 3)), "tribes");
  const find = page.getByRole("searchbox", { name: "Find a Tribe" });
  await find.fill("x".repeat(20_000));
  await expect.element(page.getByText("At most 200 characters; this has 20,000.")).toBeVisible();
  await expect.element(find).toHaveValue("x".repeat(20_000));
  expect(location.search).toBe("");
  await find.fill("plan-0002");
  await expect.element(page.getByText("1 of 3 Tribes")).toBeVisible();
  expect(location.search).toBe("?q=plan-0002");
  await find.fill("x".repeat(201));
  history.replaceState(null, "", "?q=plan-0001");
  await expect.element(find).toHaveValue("plan-0001");
});
