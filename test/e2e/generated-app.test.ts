import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { sharedBrowser } from "../helpers/browser.ts";
import { ownPort } from "../helpers/own-port.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { slowDown } from "../helpers/slow-page.ts";

const run = promisify(execFile);
const repo = fileURLToPath(new URL("../../", import.meta.url));
const space = "/v2/spaces/cinema";

declare global {
  interface Window {
    readonly seen: readonly string[];
  }
}

/** A copy of the fixture outside this repository, with its packages installed (as a link to ours). */
async function project(lang: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-app-"));
  await cp(join(repo, "test/fixtures/vite-react", lang), folder, { recursive: true });
  await symlink(join(repo, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** What `npm run build` made, on a port of its own. */
async function serveFolder(folder: string): Promise<{ url: string; server: Server }> {
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? "/", "http://localhost");
    const path = join(folder, pathname === "/" ? "index.html" : pathname);
    res.setHeader("Content-Type", types[extname(path)] ?? "text/plain");
    res.end(await readFile(path).catch(() => ""));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

describe.each(["typescript", "javascript"])("an empty Vite React project, in %s", (lang) => {
  let server: TestServer;
  let browser: Browser;
  let folder: string;
  let site: { url: string; server: Server };
  let key: string;

  beforeAll(async () => {
    server = await startTestServer({
      args: ["--seed", "demo"],
      port: await ownPort(),
      sdkPort: await ownPort(),
    });
    browser = await sharedBrowser();
    folder = await project(lang);
    const environments = await server.api("GET", `${space}/environments`);
    key = environments.body.data[0].apiKey;
  });
  afterAll(async () => {
    site?.server.close();
    await server?.remove();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const forGold = async (headline: string) => {
    await server.api("PATCH", `${space}/collections/homepage/experiences/banner`, {
      scenarios: [
        { name: "Gold", audience: { anyOf: ["gold-members"] }, serve: { data: { headline } } },
        { serve: { data: { headline: "Tonight at seven" } } },
      ],
    });
    const published = await server.api("POST", `${space}/collections/homepage/publications`, {
      environment: "development",
    });
    expect(published.status).toBe(201);
  };
  const open = async (lock: "on" | "off"): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(20_000);
    await slowDown(page);
    // On a busy machine the first answer may take longer than the usual 2 s, after which a start ends with the fallbacks.
    const settings = { key, service: server.sdkUrl, lock, wait: "20000" };
    await page.goto(`${site.url}?${new URLSearchParams(settings)}`);
    return page;
  };
  const shows = (page: Page, text: string) => page.getByRole("button", { name: text }).waitFor();
  const seen = (page: Page) => page.evaluate(() => window.seen);
  const watched = async () =>
    (await server.api("GET", `${space}/environments/development/events?name=movie/watched`)).body
      .data as Event[];

  it("is set up by one command, and builds", async () => {
    const env = {
      ...process.env,
      UNDERSTUDY_PLATFORM_URL: server.platformUrl,
      UNDERSTUDY_TOKEN: server.token,
    };
    const flags = ["--space", "cinema", "--platform", "browser", "--lang", lang, "--out", "src/understudy"];
    await run(process.execPath, [join(repo, "bin/understudy.mjs"), "setup", ...flags], { cwd: folder, env });
    await run("npm", ["run", "build"], { cwd: folder });
    site = await serveFolder(join(folder, "dist"));
  });

  it("shows fallbacks first, then what the user is targeted with", async () => {
    await forGold("Hi, Gold");
    const page = await open("on");
    await shows(page, "Hi, Gold");
    expect(await seen(page)).toEqual(["Tonight at seven", "Hi, Gold"]);
    await page.context().close();
  });

  // What the runtime does beneath is the same for both languages.
  if (lang === "javascript") return;

  it("changes live without the session's lock, and not with it", async () => {
    const [locked, live] = [await open("on"), await open("off")];
    await shows(locked, "Hi, Gold");
    await shows(live, "Hi, Gold");
    // Were the first of the two shown where the session is locked, it would be by the time that the second is shown here.
    for (const headline of ["One moment, Gold", "A seat for you, Gold"]) {
      await forGold(headline);
      await shows(live, headline);
    }
    expect((await seen(locked)).at(-1)).toBe("Hi, Gold");
    await Promise.all([locked.context().close(), live.context().close()]);
  });

  it("tracks an event with its pairs and its Experience", async () => {
    const page = await open("on");
    await shows(page, "A seat for you, Gold");
    await page.getByRole("button").click();
    await expect.poll(watched).toHaveLength(1);
    expect((await watched())[0]).toMatchObject({
      userId: "ana",
      experienceId: "exp_banner",
      metadata: { pair1: { key: "genre", value: "drama" } },
      sdk: { name: "browser" },
    });
    await page.context().close();
  });

  it("renders fallbacks without the service, whose events arrive once it is back, exactly once", async () => {
    const { dataDir, platformUrl, sdkUrl } = server;
    await server.stop("SIGKILL");
    const page = await open("on");
    await shows(page, "Tonight at seven");
    for (let click = 0; click < 3; click += 1) await page.getByRole("button").click();
    server = await startTestServer({
      dataDir,
      port: Number(new URL(platformUrl).port),
      sdkPort: Number(new URL(sdkUrl).port),
    });
    await expect.poll(watched).toHaveLength(4);
    // Nothing is left to be said: what has come once does not come again.
    await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.includes(":event:")));
    expect(await watched()).toHaveLength(4);
    await page.context().close();
  });
});
