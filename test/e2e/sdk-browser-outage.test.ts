import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { sharedBrowser } from "../helpers/browser.ts";
import { servePage } from "../helpers/page-server.ts";
import { appSettings, bundledApp, waitForText } from "../helpers/sdk-app.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";
import { setUpBanner } from "../helpers/targeting-setup.ts";

let server: TestServer;
let browser: Browser;
let page: Page;
let site: Awaited<ReturnType<typeof servePage>>;
let bannerId: string;
const thrown: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ({ bannerId } = await setUpBanner(server, [{ serve: { data: { headline: "Published" } } }]));
  site = await servePage(await bundledApp());
  browser = await sharedBrowser();
  page = await browser.newPage();
  await slowDown(page);
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.goto(site.url);
});
afterAll(async () => {
  site?.stop();
  await server?.remove();
});

const kill = () => server.stop("SIGKILL");
/** The same service again: its data, its addresses. */
const restart = async () => {
  const { dataDir, platformUrl, sdkUrl } = server;
  server = await startTestServer({
    dataDir,
    port: Number(new URL(platformUrl).port),
    sdkPort: Number(new URL(sdkUrl).port),
  });
};
const begin = (sessionLock: boolean) =>
  page.evaluate(
    async (settings) => {
      window.setUp(settings);
      await window.understudy.session.start({ userId: "ana" });
    },
    appSettings(server, bannerId, { sessionLock }),
  );
const track = (name: string, count: number) =>
  page.evaluate(
    ([what, times]) => {
      for (let index = 0; index < times; index += 1)
        window.understudy.session.track(what, { pair1: { key: "index", value: String(index) } });
    },
    [name, count] as const,
  );
const indexesOf = async (name: string, count: number) => {
  const path = `/v2/spaces/${server.spaceKey}/environments/development/events?limit=200&name=${name}`;
  const read = async () => ((await server.api("GET", path)).body.data as Event[]).map(indexOf);
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  return (await read()).sort((a, b) => a - b);
};
const indexOf = ({ metadata }: Event) => Number(metadata.pair1?.value);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("an outage in the middle: the page goes on, and what it tracked arrives exactly once", async () => {
  await begin(false);
  await waitForText(page, "Published");
  await track("outage/before", 3);
  const noticed = page.waitForEvent("requestfailed");
  await kill();
  await track("outage/during", 45);
  await noticed;
  expect(await page.evaluate(() => document.body.textContent)).toBe("Published");
  await restart();
  expect(await indexesOf("outage/before", 3)).toEqual(upTo(3));
  expect(await indexesOf("outage/during", 45)).toEqual(upTo(45));
  expect(thrown).toEqual([]);
});

test("no service from the start: fallbacks, over a reload too, and its events arrive once it is there", async () => {
  await kill();
  await page.goto(site.url);
  await begin(true);
  expect(await page.evaluate(() => [document.body.textContent, window.understudy.session.status])).toEqual([
    "fallback",
    "fallback",
  ]);
  await track("down/first", 30);
  await page.reload();
  await begin(true);
  expect(await page.evaluate(() => document.body.textContent)).toBe("fallback");
  await track("down/second", 5);
  await restart();
  expect(await indexesOf("down/first", 30)).toEqual(upTo(30));
  expect(await indexesOf("down/second", 5)).toEqual(upTo(5));
  // All has been said by now; nothing comes twice.
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.includes(":event:")));
  expect(await indexesOf("down/first", 30)).toEqual(upTo(30));
  expect(thrown).toEqual([]);
});
