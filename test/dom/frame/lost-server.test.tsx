import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";

it("asks a server that is lost only whether it is back, and then for everything, at intervals again", async () => {
  const api = cinemaWithTribes();
  const { fetch } = api;
  let isLost = false;
  let asked: string[] = [];
  Object.assign(api, {
    fetch: (...[input, init]: Parameters<typeof fetch>) => {
      if (!isLost) return fetch(input, init);
      asked.push(new URL(String(input), location.origin).pathname);
      return Promise.reject(new TypeError("gone"));
    },
  });
  showConsole(api, "tribes");
  await expect.element(page.getByRole("heading", { name: "No Tribe yet" })).toBeVisible();
  isLost = true;
  const lost = page.getByText("Server not reachable. Retrying…");
  await expect.element(lost).toBeVisible();
  asked = [];
  const timesOf = (path: string) => asked.filter((one) => one === path).length;
  await expect.poll(() => timesOf("/v2/status")).toBeGreaterThan(3);
  // What was on its way or due, once.
  const others = new Set(asked.filter((path) => path !== "/v2/status"));
  expect([...others].filter((path) => timesOf(path) > 1)).toEqual([]);

  api.answer("listTribes", { data: [tribeOf("gold", { label: "gold" })], next: null });
  isLost = false;
  await expect.element(page.getByRole("row", { name: /gold/ })).toBeVisible();
  await expect.element(lost).not.toBeInTheDocument();
  const figures = () => api.asked("getStats").length;
  const before = figures();
  await expect.poll(figures).toBeGreaterThan(before + 2);
});
