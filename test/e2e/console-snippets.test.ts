import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { snippets } from "../../src/renderer/overview/snippets.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { bundle, servePage } from "../helpers/page-server.ts";

const run = promisify(execFile);
let app: TestConsole;
let space: TestSpace;
const setClock = (clock: object) => app.server.api("PUT", "/v2/clock", clock);

beforeAll(async () => {
  app = await sharedConsole();
  // What is sent happened now, whatever the platform's clock says.
  await setClock({ mode: "offset", seconds: 8 * 86_400 });
});
afterAll(() => setClock({ mode: "system" }));
beforeEach(async () => {
  space = await app.newSpace();
});

const code = (id: string) => {
  const facts = {
    apiKey: space.apiKeys.development ?? "",
    sdkUrl: app.server.sdkUrl,
    lanUrl: null,
    spaceKey: space.key,
  };
  return snippets.find((one) => one.id === id)?.code(facts) ?? "";
};

interface Arrived {
  readonly name: string;
  readonly userId?: string;
  readonly time: string;
  readonly receivedAt: string;
}

/** The accepted events so far, newest first. */
const arrived = async () => {
  const events = `/v2/spaces/${space.key}/environments/development/events?status=accepted`;
  const { body } = await app.server.api("GET", events);
  return body.data.map(({ name, userId, time, receivedAt }: Arrived) => {
    const isNow = Date.parse(receivedAt) - Date.parse(time) < 60_000;
    return `${name} by ${userId}${isNow ? "" : ` at ${time}`}`;
  });
};
const watched = "movie/watched by ana-ribeiro";

it("the curl snippet sends its event as it is pasted", async () => {
  await run("sh", ["-c", code("curl")]);
  await expect.poll(arrived).toEqual([watched]);
});

it("the browser snippet sends its event from a page on localhost", async () => {
  const page = await app.browser.newPage();
  await page.goto(`${app.server.sdkUrl}/healthz`);
  await page.evaluate(`(async () => { ${code("browser")} })()`);
  await page.close();
  await expect.poll(arrived).toEqual([watched]);
});

it("the Segment Node snippet sends its event as a module", async () => {
  await run(process.execPath, ["--input-type=module", "-e", code("segment-node")]);
  await expect.poll(arrived).toEqual([watched]);
});

it("the Segment browser snippet sends its event from a bundled page", async () => {
  const site = await servePage(await bundle(code("segment-browser")));
  const page = await app.browser.newPage();
  await page.goto(site.url);
  const all = ["user/identified by ana-ribeiro", watched];
  await expect.poll(async () => (await arrived()).toSorted()).toEqual(all.toSorted());
  await page.close();
  site.stop();
});

it("the OpenFeature snippet reads a flag, and sends its event as a module", async () => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code("openfeature")]);
  expect(stdout.trim()).toBe("false");
  await expect.poll(arrived).toEqual([watched]);
});
