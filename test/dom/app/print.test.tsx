import { expect, it, onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";
import { cinemaWithEvents, numbered } from "../../helpers/dom/event-log.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { longTribes } from "../../helpers/long-names.ts";

const numbers = () =>
  [...document.querySelectorAll("[data-row]")].map((row) => Number((row as HTMLElement).dataset.row));

it("draws all rows of a list while it is printed, each once, and those in sight afterwards", async () => {
  const { api } = cinemaWithEvents(...numbered(1, 300));
  showConsole(api, "events");
  await expect.poll(() => numbers()[0]).toBe(300);
  const inSight = numbers();
  expect(inSight.length).toBeLessThan(200);
  dispatchEvent(new Event("beforeprint"));
  await expect.poll(numbers).toHaveLength(200);
  expect(new Set(numbers()).size).toBe(200);
  dispatchEvent(new Event("afterprint"));
  await expect.poll(() => numbers().length).toBe(inSight.length);
  // Of 300 it had read 200: for paper it reads no more.
  expect(api.asked("listEvents")).toHaveLength(1);
});

it.each([
  ["personas/gold-binge-watcher", "Who they are"],
  ["users/ana-ribeiro", "Timeline"],
  ["tribes/binge-watchers", "Used by"],
  ["collections/types/hero", "Properties"],
])("prints %s without what adds, moves and takes away", async (path, shows) => {
  showConsole(await fullCinema(), path);
  await expect.element(page.getByText(shows).first()).toBeVisible();
  const acts = () => page.getByRole("button", { name: /^(Add |Remove |Move |and…)/ }).elements();
  await expect.poll(acts).not.toEqual([]);
  const printed = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media });
  onTestFinished(async () => void (await printed("")));
  await printed("print");
  expect(acts().map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual([]);
  await expect.element(page.getByText(shows).first()).toBeVisible();
});

it.each([
  ["users/ana-ribeiro", ".tribe-row"],
  ["preview?user=ana-ribeiro", ".preview-tribes .tok"],
])("prints every Tribe of %s, those that are folded away too", async (path, tribe) => {
  showConsole(await fullCinema(), `/spaces/long-names/development/${path}`);
  const fold = page.getByRole("button", { name: /^and \d+ more$|^Show fewer Tribes$/ });
  await expect.element(fold).toBeVisible();
  const listed = () => document.querySelectorAll(tribe).length;
  expect(listed()).toBe(1);
  dispatchEvent(new Event("beforeprint"));
  const printed = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media });
  onTestFinished(async () => void (await printed("")));
  await printed("print");
  await expect.poll(listed).toBe(longTribes);
  expect(fold.elements()).toEqual([]);
  dispatchEvent(new Event("afterprint"));
  await expect.poll(listed).toBe(1);
});
