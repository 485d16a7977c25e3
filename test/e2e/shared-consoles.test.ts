import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { placesBehindNginx, startNginx } from "../../scripts/setup/nginx.mjs";
import { sharedBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let servers: readonly TestServer[] = [];
/** Where each console is; without an nginx each asks a server of its own. */
let origins: readonly string[];
let stop: () => Promise<unknown>;
const pages: WatchedPage[] = [];

beforeAll(async () => {
  const [database, places] = await Promise.all([newDatabase(), placesBehindNginx(2)]);
  const nginx = await startNginx(places);
  if (nginx === null) console.warn("There is no nginx here: the consoles ask their servers directly.");
  const outside = ["--public-url", places.platformUrl, "--public-sdk-url", places.sdkUrl];
  const args = [
    "--store",
    database.url,
    ...(nginx === null ? [] : [...outside, "--trust-proxy", "127.0.0.1"]),
  ];
  servers = await Promise.all(places.servers.map((ports) => startTestServer({ ...ports, args })));
  origins = servers.map(({ platformUrl }) => (nginx === null ? platformUrl : places.platformUrl));
  stop = async () => {
    await nginx?.stop();
    await Promise.all(servers.map((server) => server.remove()));
    await database.drop();
  };
});
afterAll(async () => {
  await Promise.all(pages.map((one) => one.close()));
  await stop?.();
});

const space = "/v2/spaces/my-first-space";
const hero = `${space}/collections/homepage/experiences/hero`;

async function call(at: number, method: string, path: string, body?: unknown) {
  const answer = await servers[at]?.api(method, path, body);
  expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300);
  return answer?.body;
}
const stored = async (at: number) => (await call(at, "GET", hero)).scenarios[0].serve.data;

/** The Experience's page in a browser of its own, opened by an address that the other server made. */
async function openHero(at: number): Promise<Page> {
  const path = "/spaces/my-first-space/development/collections/homepage/hero";
  const { pathname, search } = new URL((await call(1 - at, "POST", "/v2/console/launch", { path })).url);
  const watched = await watchPage(await sharedBrowser(), `${origins[at]}${pathname}${search}`);
  pages.push(watched);
  await watched.page.getByRole("button", { name: "Default", exact: true }).click();
  return watched.page;
}
const input = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const saved = (page: Page) => page.getByText("All changes saved").waitFor();

it("two consoles on two servers edit one Collection as on one: what differs is put together, what clashes is asked about", async () => {
  const properties = ["headline", "subtitle"].map((key) => ({ key, type: "string" }));
  await call(0, "POST", `${space}/experience-types`, { name: "Hero", properties });
  await call(1, "POST", `${space}/collections`, { name: "Homepage" });
  await call(0, "POST", `${space}/collections/homepage/experiences`, {
    name: "Hero",
    typeId: "hero",
    scenarios: [{ serve: { data: { headline: "A", subtitle: "B" } } }],
  });
  const [one, other] = await Promise.all([openHero(0), openHero(1)]);
  await Promise.all([input(one, "headline").fill("Of one"), input(other, "subtitle").fill("Of the other")]);
  await Promise.all([saved(one), saved(other)]);
  await expect.poll(() => stored(0)).toEqual({ headline: "Of one", subtitle: "Of the other" });
  expect(await stored(1)).toEqual(await stored(0));

  // Both name the headline anew before they have heard of each other.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.route("**/experiences/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.fallback();
  });
  await input(other, "headline").fill("Theirs");
  await input(one, "headline").fill("Mine");
  await expect.poll(async () => (await stored(1)).headline).toBe("Mine");
  release();
  const choice = other.getByRole("dialog", { name: "Hero was changed elsewhere" });
  await choice.getByRole("button", { name: "Keep yours" }).click();
  await saved(other);
  await expect.poll(async () => (await stored(0)).headline).toBe("Theirs");
  // One wait for both: a console looks every few seconds.
  await expect.poll(() => input(one, "headline").inputValue()).toBe("Theirs");
  expect(await input(one, "subtitle").inputValue()).toBe("Of the other");
  expect(pages.flatMap(({ outside, complaints }) => [...outside, ...complaints])).toEqual([]);
});
