import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { windowLimit } from "../../../src/renderer/live/event-window.ts";
import { cinemaWithEvents, numbered } from "../../helpers/dom/event-log.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { scrollRows } from "../../helpers/scroll-rows.mjs";

const grid = page.getByRole("grid");
const pairs = () => [...document.querySelectorAll(".rows .pairs")].map(({ textContent }) => textContent);
const topIs = (sequence: number) => expect.poll(() => pairs()[0]).toBe(`n ${sequence}`);

it("waits while it is paused, and none is lost on resume", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 3));
  showConsole(api, "events");
  await topIs(3);
  await userEvent.keyboard(" ");
  await expect.element(page.getByText(/^Paused at/)).toBeVisible();
  arrive(...numbered(4, 217));
  await expect.element(page.getByText("214 events wait above this line. None are dropped.")).toBeVisible();
  expect(pairs()).toEqual(["n 3", "n 2", "n 1"]);
  await page.getByRole("button", { name: "Resume 214" }).click();
  await topIs(217);
  expect(await scrollRows({ down: true, oldest: 1, newest: 217 })).toEqual({ seen: 217, gaps: [] });
});

it("says that it reads what waited, where that takes long, and counts on", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 3));
  showConsole(api, "events");
  await topIs(3);
  await userEvent.keyboard(" ");
  arrive(...numbered(4, 6));
  await expect.element(page.getByText(/^3 events wait/)).toBeVisible();
  const held = api.hold("listEvents");
  await userEvent.keyboard(" ");
  const reading = page.getByText("Reading what came…");
  await expect.element(reading).toBeVisible();
  arrive(...numbered(7, 8));
  await expect.element(page.getByRole("button", { name: "5 new" })).toBeVisible();
  held.release();
  await topIs(8);
  await expect.element(reading).not.toBeInTheDocument();
});

it("does not move under a reader who has scrolled down", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 300));
  showConsole(api, "events");
  await topIs(300);
  grid.element().scrollTop = 1400;
  await expect.poll(() => pairs()[0]).not.toBe("n 300");
  const read = pairs()[10] as string;
  const before = placeOf(read);
  arrive(...numbered(301, 310));
  await expect.element(page.getByRole("button", { name: "10 new" })).toBeVisible();
  expect([before, placeOf(read)]).toEqual([expect.any(Number), before]);
  await page.getByRole("button", { name: "10 new" }).click();
  await topIs(310);
});

/** Scrolls to the last row that is there, which asks for more; gives the oldest event that is drawn. */
function farDown(): number {
  grid.element().scrollTop = grid.element().scrollHeight;
  return Math.min(...drawn());
}
/** Scrolls up by a few hundred rows where this event is not drawn yet; gives the newest event that is. */
function upTo(sequence: number): number {
  const newest = Math.max(...drawn());
  const height = document.querySelector(".rows .trow")?.getBoundingClientRect().height ?? 0;
  if (newest < sequence) grid.element().scrollTop -= 400 * height;
  return newest;
}
const drawn = () => [...document.querySelectorAll(".rows .trow")].map(({ id }) => Number(id.slice(6)));

it("has all where the top of more than it holds in memory is let go of, and read again on the way up", async () => {
  const most = windowLimit + 500;
  const { api, arrive } = cinemaWithEvents(...numbered(1, most));
  showConsole(api, "events");
  await topIs(most);
  // To where little is missing until the top goes.
  await expect.poll(farDown).toBeLessThan(1000);
  expect(await scrollRows({ down: true, oldest: 1, newest: 600 })).toEqual({ seen: 600, gaps: [] });
  arrive(...numbered(most + 1, most + 3));
  await expect.element(page.getByRole("button", { name: "3 new" })).toBeVisible();
  await expect.poll(() => upTo(4600)).toBeGreaterThanOrEqual(4600);
  const above = { down: false, oldest: windowLimit - 200, newest: most };
  expect(await scrollRows(above)).toEqual({ seen: 701, gaps: [] });
  // At the top it is live again by itself.
  await topIs(most + 3);
});

it("leads from what is older to what comes", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 200));
  showConsole(api, "events");
  await topIs(200);
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  const jump = page.getByRole("button", { name: "Jump to live" });
  await expect.element(jump).toBeVisible();
  arrive(...numbered(201, 203));
  await expect.element(page.getByRole("button", { name: "3 new" })).toBeVisible();
  await page.getByRole("button", { name: "3 new" }).click();
  await topIs(203);
  await expect.element(jump).not.toBeInTheDocument();
});

const rowNow = (text: string) =>
  [...document.querySelectorAll(".rows .trow")].find((row) => row.textContent?.includes(text));
const placeOf = (text: string) => rowNow(text)?.getBoundingClientRect().top;

it("opens the row that was pressed, and keeps it where it is while it is current", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 20));
  showConsole(api, "events");
  await topIs(20);
  const before = placeOf("n 18");
  const { x, y } = rowNow("n 18")?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const under = () => document.elementFromPoint(x + 200, y + 10);
  under()?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  arrive(...numbered(21, 24));
  await expect.element(page.getByRole("button", { name: "4 new" })).toBeVisible();
  under()?.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  under()?.dispatchEvent(new PointerEvent("click", { bubbles: true }));
  const panel = page.getByRole("complementary");
  await expect.element(panel).toHaveAccessibleName("Event 18");
  arrive(...numbered(25, 26));
  await expect.element(page.getByRole("button", { name: "6 new" })).toBeVisible();
  expect(placeOf("n 18")).toBe(before);
  await expect.element(grid).toHaveAttribute("aria-activedescendant", "event-18");
  await page.getByRole("button", { name: "6 new" }).click();
  await topIs(26);
  arrive(...numbered(27, 27));
  await topIs(27);
  await expect.element(panel).toHaveAccessibleName("Event 18");
});

it("goes on where a press opens nothing, where the current row is out of sight, and at the second Escape", async () => {
  const { api, arrive } = cinemaWithEvents(...numbered(1, 200));
  showConsole(api, "events");
  await topIs(200);
  const last = rowNow("n 190");
  last?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  arrive(...numbered(201, 201));
  await expect.element(page.getByRole("button", { name: "1 new" })).toBeVisible();
  window.dispatchEvent(new PointerEvent("pointerup"));
  await topIs(201);
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  grid.element().scrollTop = 0;
  await topIs(201);
  arrive(...numbered(202, 202));
  await topIs(202);
  await userEvent.keyboard("{Home}{Enter}");
  await expect.element(page.getByRole("complementary")).toHaveAccessibleName("Event 202");
  arrive(...numbered(203, 203));
  await expect.element(page.getByRole("button", { name: "1 new" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("complementary")).not.toBeInTheDocument();
  await topIs(202);
  await userEvent.keyboard("{Escape}");
  await topIs(203);
});

it("opens in a panel, and is walked by keys alone", async () => {
  showConsole(cinemaWithEvents(...numbered(1, 80)).api, "events");
  await topIs(80);
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  const panel = page.getByRole("complementary", { name: "Event 79" });
  await expect.element(panel).toHaveTextContent("Accepted");
  await expect.element(panel.getByLabelText("Raw JSON", { exact: true })).toHaveTextContent('"sequence": 79');
  await userEvent.keyboard("{End}");
  await expect.element(page.getByRole("complementary", { name: "Event 1", exact: true })).toBeVisible();
  await userEvent.keyboard("{Home}");
  await expect.element(page.getByRole("complementary", { name: "Event 80" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("complementary")).not.toBeInTheDocument();
});

it("opens the event of the address, however old, and keeps the open one there", async () => {
  showConsole(cinemaWithEvents(...numbered(1, 300)).api, "events?event=17");
  await expect.element(page.getByRole("complementary", { name: "Event 17" })).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => location.search).toBe("?event=300");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => location.search).toBe("");
});

it("says that the event of the address is not there, and shows the others", async () => {
  const { api } = cinemaWithEvents(...numbered(1, 3));
  api.answer("listEvents", ({ query }) => ({
    data: query.sequence === undefined && query.id === undefined ? numbered(1, 3).toReversed() : [],
    next: null,
  }));
  showConsole(api, "events?event=99");
  const said = "The event of the address is not in Development: it is kept no more, or never was there.";
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByRole("gridcell", { name: "n 3" })).toBeVisible();
  await expect.poll(() => location.search).toBe("");
});

it("keeps what is pressed open where the event of the address is found later", async () => {
  const { api } = cinemaWithEvents(...numbered(1, 3));
  let find = () => {};
  const found = new Promise<void>((resolve) => {
    find = resolve;
  });
  api.answer("listEvents", async ({ query }) => {
    if (query.sequence === undefined) return { data: numbered(1, 3).toReversed(), next: null };
    await found;
    return { data: numbered(1, 1), next: null };
  });
  showConsole(api, "events?event=1");
  await page.getByRole("gridcell", { name: "n 3" }).click();
  await expect.element(page.getByRole("complementary", { name: "Event 3" })).toBeVisible();
  find();
  await expect.poll(() => location.search).toBe("?event=3");
  await expect.element(page.getByRole("complementary", { name: "Event 3" })).toBeVisible();
});

it("has the focus in its list again, after Escape in an event whose Pin was pressed", async () => {
  showConsole(cinemaWithEvents(...numbered(1, 2)).api, "events");
  await page.getByRole("gridcell", { name: "n 2" }).click();
  await page.getByRole("button", { name: "Pin this event to compare" }).click();
  await userEvent.keyboard("{Escape}");
  const panel = page.getByRole("complementary", { name: /^Event/ });
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(panel).toBeVisible();
});
