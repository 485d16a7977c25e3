import { expect, it } from "vitest";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const bare =
  /\b\d{1,2}:\d\d\b|\b\d{1,2} (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\b|\b\d+ (s|min|h|days?) ago\b/;
/** What is no moment that something happened at: the platform's clock, a chart's axis, files, how long a device has been asleep, and how long ago the moment beside it is. */
const others = "time, time + *, .now, .rate, #clock, pre, .devs";

/** Moments that are told in another way than by a `<time>`. */
function bareMoments(): readonly string[] {
  const texts = document.createTreeWalker(document.querySelector("#stage") as Element, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (bare.test(textContent ?? "") && parentElement?.closest(others) === null)
      found.push(textContent ?? "");
  }
  return found;
}

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
  "personas",
])("%s: a moment is told as in every list, and to the second by its title", async (path) => {
  showConsole(await fullCinema(), path);
  await expect.poll(() => times().length).toBeGreaterThan(0);
  await settled();
  for (const time of times()) {
    expect(time.title).toMatch(exact);
    expect(time.textContent).toMatch(inList);
  }
  expect(bareMoments()).toEqual([]);
});
