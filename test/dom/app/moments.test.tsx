import { expect, it } from "vitest";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

/** But for events, whose rows tell theirs to the millisecond. */
const times = () => [...document.querySelectorAll<HTMLElement>("#stage time:not(.mono)")];
const exact = /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d$/;
const inList = /^(\d{1,2} [A-Z][a-z]+( \d{4})?, )?\d\d:\d\d(:\d\d)?$|^ahead of the clock$/;

it.each([
  "users",
  "users/ana-ribeiro",
  "tribes",
  "collections",
  "collections/homepage?tab=history",
  "settings",
  "overview",
])("%s: a moment is told as in every list, and to the second by its title", async (path) => {
  showConsole(await fullCinema(), path);
  await expect.poll(() => times().length).toBeGreaterThan(0);
  for (const time of times()) {
    expect(time.title).toMatch(exact);
    expect(time.textContent).toMatch(inList);
  }
  const cells = [...document.querySelectorAll("#stage :is(td, [role=gridcell])")];
  expect(cells.map((cell) => cell.textContent).filter((text) => / ago$/.test(text ?? ""))).toEqual([]);
});
