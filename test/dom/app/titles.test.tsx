import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each([
  ["overview", "Overview"],
  ["collections", "Collections"],
  ["collections/homepage/hero", "Hero · Homepage"],
  ["collections/types/hero", "Hero · Experience types"],
  ["tribes", "Tribes"],
  ["tribes/binge-watchers", "Binge watchers · Tribes"],
  ["users/ana-ribeiro", "ana-ribeiro · Users"],
  ["personas/gold-binge-watcher", "Gold binge watcher · Personas"],
  ["events", "Events"],
] as const)("a tab with %s is called by what is on it", async (path, name) => {
  showConsole(await fullCinema(), path);
  await expect.poll(() => document.title).toBe(`${name} · Cinema · Development · Understudy`);
});

it("a tab is called by its page again where the thing is left", async () => {
  showConsole(await fullCinema(), "tribes/binge-watchers");
  await expect.poll(() => document.title).toMatch(/^Binge watchers · Tribes/);
  await page.getByRole("link", { name: /^Stage/ }).click();
  await expect.poll(() => document.title).toBe("Stage · Cinema · Development · Understudy");
});

it.each(["", "/"])("an environment's bare address%s is its Overview's", async (end) => {
  showConsole(await fullCinema(), `/spaces/cinema/staging${end}`);
  await expect.poll(() => location.pathname).toBe("/spaces/cinema/staging/overview");
  await expect.poll(() => document.title).toBe("Overview · Cinema · Staging · Understudy");
});
