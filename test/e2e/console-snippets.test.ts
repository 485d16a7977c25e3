import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { snippets } from "../../src/renderer/overview/snippets.ts";
import { sharedBrowser } from "../helpers/browser.ts";
import { bundle, servePage } from "../helpers/page-server.ts";
import { startTestServer } from "../helpers/server.ts";

const run = promisify(execFile);
let server: Awaited<ReturnType<typeof startTestServer>>;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server?.remove();
});

const code = (id: string) => {
  const facts = {
    apiKey: server.keys.development,
    sdkUrl: server.sdkUrl,
    lanUrl: null,
    spaceKey: server.spaceKey,
  };
  return snippets.find((one) => one.id === id)?.code(facts) ?? "";
};

/** The accepted events so far, newest first. */
const arrived = async () => {
  const { body } = await server.api(
    "GET",
    `/v2/spaces/${server.spaceKey}/environments/development/events?status=accepted`,
  );
  return body.data.map((event: { name: string; userId?: string }) => `${event.name} by ${event.userId}`);
};
const watched = "movie/watched by ana-ribeiro";

it("the curl snippet sends its event as it is pasted", async () => {
  await run("sh", ["-c", code("curl")]);
  await expect.poll(arrived).toEqual([watched]);
});

it("the browser snippet sends its event from a page on localhost", async () => {
  const page = await browser.newPage();
  await page.goto(`${server.sdkUrl}/healthz`);
  await page.evaluate(`(async () => { ${code("browser")} })()`);
  await page.close();
  await expect.poll(arrived).toEqual([watched, watched]);
});

it("the Segment Node snippet sends its event as a module", async () => {
  await run(process.execPath, ["--input-type=module", "-e", code("segment-node")]);
  await expect.poll(arrived).toEqual([watched, watched, watched]);
});

it("the Segment browser snippet sends its event from a bundled page", async () => {
  const site = await servePage(await bundle(code("segment-browser")));
  const page = await browser.newPage();
  await page.goto(site.url);
  const all = ["user/identified by ana-ribeiro", watched, watched, watched, watched];
  await expect.poll(async () => (await arrived()).toSorted()).toEqual(all.toSorted());
  await page.close();
  site.stop();
});

it("the OpenFeature snippet reads a flag, and sends its event as a module", async () => {
  const before = (await arrived()).length;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code("openfeature")]);
  expect(stdout.trim()).toBe("false");
  await expect.poll(async () => (await arrived()).length).toBe(before + 1);
});
