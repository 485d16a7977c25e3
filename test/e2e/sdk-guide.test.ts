import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { startTestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = readFileSync(resolve(root, "docs/browser-sdk.md"), "utf8");
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

test("the guide's first page prints what the guide says", async () => {
  const server = await startTestServer({ args: ["--seed", "demo"] });
  const { body } = await server.api("GET", "/v2/spaces/cinema/environments");
  const html = block("html")
    .replace("us_dev_…", body.data[0].apiKey)
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
  await server.remove();
});
