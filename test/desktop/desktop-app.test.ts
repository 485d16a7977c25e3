import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../helpers/built-program.ts";

/** The real app on the real Electron, each fact looked at where it holds: in the page, and in the main process. */
let folder: string;
let app: ElectronApplication;
let page: Page;
const printed: string[] = [];

beforeAll(async () => {
  const executablePath = process.env.UNDERSTUDY_ELECTRON;
  if (!executablePath) throw new Error("Run it by `npm run test:desktop`, which finds Electron's program.");
  folder = mkdtempSync(join(tmpdir(), "understudy-real-desktop-"));
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  app = await _electron.launch({
    executablePath,
    args: [
      root,
      `--user-data-dir=${join(folder, "profile")}`,
      `--data=${join(folder, "data")}`,
      "--port=0",
      "--sdk-port=0",
      "--seed=demo",
    ],
    env: { ...env, UNDERSTUDY_LAUNCHER: "1" } as Record<string, string>,
  });
  app.process().stdout?.on("data", (text) => printed.push(String(text)));
  page = await app.firstWindow();
  await page.waitForLoadState("load");
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const locator = () => join(folder, "data/.understudy/server.json");
const addresses = () =>
  JSON.parse(readFileSync(locator(), "utf8")) as { platformUrl: string; sdkUrl: string };

describe("the real desktop app", () => {
  it("shows the console of its own platform, signed in", async () => {
    expect(new URL(page.url()).origin).toBe(addresses().platformUrl);
    await page.getByRole("link", { name: "Events" }).first().waitFor();
  });

  it("answers on both planes", async () => {
    for (const url of Object.values(addresses()).filter((value) => String(value).startsWith("http")))
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("tells the launcher that it is up", async () => {
    await expect.poll(() => printed.join("")).toContain("understudy-desktop: started\n");
    await expect.poll(() => printed.join("")).toContain("understudy-desktop: shown\n");
  });

  it("gives its page the bridge, and nothing of Node", async () => {
    const seen = await page.evaluate(() => ({
      bridge: typeof Reflect.get(globalThis, "understudyDesktop"),
      require: typeof Reflect.get(globalThis, "require"),
      process: typeof Reflect.get(globalThis, "process"),
    }));
    expect(seen).toEqual({ bridge: "object", require: "undefined", process: "undefined" });
  });

  it("goes nowhere else, and opens no window of a page's wish", async () => {
    const own = page.url();
    await page.evaluate(() => {
      window.open("file:///etc/hosts");
      location.href = "file:///etc/hosts";
    });
    await page.getByRole("link", { name: "Events" }).first().waitFor();
    expect(page.url()).toBe(own);
    expect(app.windows()).toHaveLength(1);
  });

  it("has a menu", async () => {
    const labels = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map((item) => item.label),
    );
    expect(labels.length).toBeGreaterThan(3);
  });

  it("goes where its menu leads, time after time", async () => {
    for (const label of ["Tribes", "Events", "Collections"]) {
      await app.evaluate(({ Menu }, name) => {
        const go = Menu.getApplicationMenu()?.items.find((item) => item.label === "Go");
        go?.submenu?.items.find((item) => item.label === name)?.click();
      }, label);
      await expect.poll(() => page.url()).toMatch(new RegExp(`/${label.toLowerCase()}`));
    }
  });

  it("quits cleanly: 0, and the server gone with its locator", async () => {
    const ended = new Promise<number | null>((resolve) => app.process().once("exit", resolve));
    await app.evaluate(({ app: electronApp }) => electronApp.quit()).catch(() => undefined);
    expect(await ended).toBe(0);
    expect(existsSync(locator())).toBe(false);
  });
});
