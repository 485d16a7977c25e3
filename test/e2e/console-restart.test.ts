import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";
import { hasFocus, press, tabTo } from "../helpers/keyboard.ts";
import { ownPort } from "../helpers/own-port.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let browser: Browser;
let watched: WatchedPage;

beforeAll(async () => {
  server = await startTestServer({ port: await ownPort(), sdkPort: await ownPort() });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await watched?.close();
  await server?.remove();
});

/** On the same ports, over the same data. */
async function startAgain(): Promise<void> {
  const portOf = (url: string) => Number(new URL(url).port);
  const ports = { port: portOf(server.platformUrl), sdkPort: portOf(server.sdkUrl) };
  server = await startTestServer({ dataDir: server.dataDir, ...ports });
}

/** Sends events whose pair says their number. */
const send = (from: number, to: number) =>
  server.sdk("POST", "/sdk/v1/events", {
    events: Array.from({ length: to - from + 1 }, (_, i) => ({
      id: randomUUID(),
      name: "movie/watched",
      time: new Date().toISOString(),
      userId: "ana-ribeiro",
      metadata: { pair1: { key: "n", value: String(from + i) } },
    })),
  });

it("keeps the page over a restart of the server and goes on without gap or duplicate", async () => {
  watched = await watchPage(browser, server.consoleUrl);
  const { page } = watched;
  const shown = () => page.locator(".rows .pairs").allTextContents();
  const numbers = (last: number) => Array.from({ length: last }, (_, i) => `n ${last - i}`);
  await page.goto(`${server.platformUrl}/spaces/${server.spaceKey}/development/events`);
  await page.getByText("No event in Development yet").waitFor();
  await send(1, 5);
  await expect.poll(shown).toEqual(numbers(5));

  await server.stop("SIGKILL");
  await page.getByText("Server not reachable. Retrying…").waitFor();
  expect(await shown()).toEqual(numbers(5));

  await startAgain();
  // Some of these come before the page is back: they must be read behind the last one seen.
  await send(6, 8);
  await page.getByText("Server not reachable. Retrying…").waitFor({ state: "detached" });
  await expect.poll(shown).toEqual(numbers(8));
  await send(9, 10);
  await expect.poll(shown).toEqual(numbers(10));
  expect(watched.outside).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

it("has a page that could not be fetched come by itself once the server answers again", async () => {
  const { page } = watched;
  await page.goto(`${server.platformUrl}/spaces/${server.spaceKey}/development/events`);
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await server.stop("SIGKILL");
  await page.getByText("Server not reachable. Retrying…").waitFor();
  await page.getByRole("link", { name: /^Personas/ }).click();
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  expect(await page.getByRole("main").count()).toBe(1);
  await startAgain();
  await page.getByText("A persona is a pretend user").waitFor();
});

it("goes on by keyboard alone with an edit in the middle of which the server was restarted", async () => {
  const { page } = watched;
  const base = `/v2/spaces/${server.spaceKey}`;
  const properties = [{ key: "headline", type: "string" }];
  await server.api("POST", `${base}/experience-types`, { name: "Hero", properties });
  await server.api("POST", `${base}/collections`, { name: "Homepage" });
  await server.api("POST", `${base}/collections/homepage/experiences`, { name: "Hero", typeId: "hero" });
  await page.goto(`${server.platformUrl}/spaces/${server.spaceKey}/development/collections/homepage/hero`);
  await press(page, page.getByRole("button", { name: "Default", exact: true }));
  const headline = page.getByLabel("headline", { exact: true });
  await tabTo(page, headline);
  await server.stop("SIGKILL");
  await page.keyboard.type("Written in the dark");
  await page.getByText("Not saved yet: kept here and tried again").waitFor();
  await page.getByText("Server not reachable. Retrying…").waitFor();
  await startAgain();
  await page.getByText("All changes saved").waitFor();
  await hasFocus(headline);
  const { body } = await server.api("GET", `${base}/collections/homepage/experiences/hero`);
  expect(body.scenarios[0].serve.data).toEqual({ headline: "Written in the dark" });
});
