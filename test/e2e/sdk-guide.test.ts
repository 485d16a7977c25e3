import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { program, run } from "../helpers/built-program.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = readFileSync(resolve(root, "docs/browser-sdk.md"), "utf8");
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ args: ["--seed", "demo"] });
  key = (await server.api("GET", "/v2/spaces/cinema/environments")).body.data[0].apiKey;
});
afterAll(() => server.remove());

test("the guide's first page prints what the guide says", async () => {
  const html = block("html")
    .replace("us_dev_…", key)
    // It waits for an answer as long as a busy machine takes.
    .replace(
      "client.sessionLock",
      `client.serviceUrl = "${server.sdkUrl}"; client.waitTimeMsec = 15000; client.sessionLock`,
    );
  const script = readFileSync(resolve(root, "out/sdk/browser/understudy.iife.js"));
  const site = createServer((req, res) => {
    const isScript = req.url === "/understudy.iife.js";
    res.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    res.end(isScript ? script : `<!doctype html><link rel="icon" href="data:,">${html}`);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  await slowDown(page);
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  const want = block("text").trim().split("\n");
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await expect.poll(() => printed).toEqual(want);
  site.close();
});

test("the README's first page prints what the README says", async () => {
  const readme = readFileSync(resolve(root, "README.md"), "utf8");
  const [, code = "", said = ""] = /```ts\n([^`]*banner\.changed[^`]*)```\n\n(.*)\n/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "understudy-readme-"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const page = code
    .replace("us_dev_…", key)
    .replace(
      "client.sessionLock",
      `client.serviceUrl = "${server.sdkUrl}"; client.waitTimeMsec = 15000; client.sessionLock`,
    );
  writeFileSync(join(folder, "src/page.js"), page);
  const setup = "setup --space cinema --platform browser --lang javascript --out src/understudy".split(" ");
  const env = { UNDERSTUDY_PLATFORM_URL: server.platformUrl, UNDERSTUDY_TOKEN: server.token };
  expect(await run(program, setup, { cwd: folder, env }).ended).toBe(0);
  const shown = run("--experimental-eventsource", [join(folder, "src/page.js")]);
  const want = [...said.matchAll(/`([A-Z][^`]*)`/g)].slice(0, 2).map(([, headline]) => `true ${headline}`);
  expect(want).toHaveLength(2);
  await expect.poll(() => shown.stdout).toEqual(want);
  await shown.end();
  rmSync(folder, { recursive: true });
});
