import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";

interface Ready {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  readonly consoleUrl: string;
}

const token = randomUUID();
let dataDir: string;
let server: ChildProcess;
let browser: Browser;
let watched: WatchedPage;

/** Starts the built server as a person would, and resolves with its ready line. */
function serve(ports: { readonly platform: string; readonly sdk: string }): Promise<Ready> {
  const flags = ["--data", dataDir, "--port", ports.platform, "--sdk-port", ports.sdk, "--json"];
  server = spawn(process.execPath, ["bin/understudy.mjs", "serve", ...flags], {
    env: { ...process.env, UNDERSTUDY_TOKEN: token },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    if (server.stdout === null) return reject(new Error("no standard output"));
    createInterface(server.stdout).once("line", (line) => resolve(JSON.parse(line) as Ready));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const stop = (signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => {
    server.removeAllListeners("exit");
    server.once("exit", () => resolve());
    server.kill(signal);
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "understudy-restart-"));
  browser = await launchBrowser();
});
afterAll(async () => {
  await watched?.close();
  await browser?.close();
  if (server !== undefined && server.exitCode === null) await stop("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

it("keeps the page over a restart of the server and goes on without gap or duplicate", async () => {
  const first = await serve({ platform: "0", sdk: "0" });
  const ports = { platform: new URL(first.platformUrl).port, sdk: new URL(first.sdkUrl).port };
  const asOwner = { Authorization: `Bearer ${token}` };
  const get = async (path: string) => (await fetch(first.platformUrl + path, { headers: asOwner })).json();
  const spaceKey = (await get("/v2/spaces")).data[0].key;
  const apiKey = (await get(`/v2/spaces/${spaceKey}/environments`)).data[0].apiKey;
  const send = (from: number, to: number) =>
    fetch(`${first.sdkUrl}/sdk/v1/events`, {
      method: "POST",
      headers: { "X-API-Key": apiKey },
      body: JSON.stringify({
        events: Array.from({ length: to - from + 1 }, (_, i) => ({
          id: randomUUID(),
          name: "movie/watched",
          time: new Date().toISOString(),
          userId: "ana-ribeiro",
          metadata: { pair1: { key: "n", value: String(from + i) } },
        })),
      }),
    });

  watched = await watchPage(browser, first.consoleUrl);
  const { page } = watched;
  const shown = () => page.locator(".rows .pairs").allTextContents();
  const numbers = (last: number) => Array.from({ length: last }, (_, i) => `n ${last - i}`);
  await page.goto(`${first.platformUrl}/spaces/${spaceKey}/development/events`);
  await send(1, 5);
  await expect.poll(shown).toEqual(numbers(5));

  await stop("SIGKILL");
  await page.getByText("Server not reachable. Retrying…").waitFor();
  expect(await shown()).toEqual(numbers(5));

  await serve(ports);
  // Some of these come before the page is back: they must be read behind the last one seen.
  await send(6, 8);
  await page.getByText("Server not reachable. Retrying…").waitFor({ state: "detached" });
  await expect.poll(shown, { timeout: 10_000 }).toEqual(numbers(8));
  await send(9, 10);
  await expect.poll(shown).toEqual(numbers(10));
  expect(watched.outside).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
