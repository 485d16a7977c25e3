import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bridgeName, ipcCalls } from "../../src/core/ipc-names.ts";
import { axeFindings, settled, sharedBrowser, type WatchedPage, watchPage } from "../helpers/browser.ts";
import { root } from "../helpers/built-program.ts";
import { bootDesktop, type DesktopApp } from "../helpers/desktop-app.ts";
import { eventually } from "../helpers/eventually.ts";

/**
 * The built preload script in a real Chromium page, beside a fake `electron`: what it invokes goes to the real handlers of
 * the built main process. Only Electron itself is not there.
 */
let base: string;
let app: DesktopApp;
let browser: Browser;
let origin: string;
let watched: WatchedPage;
let page: Page;
let picked: string;
/** Whether the page that is there listens to where the app asks it to go. The fake app does not see that a page is left. */
let listens = false;

const preload = readFileSync(join(root, "out/preload/index.cjs"), "utf8");
const spacePath = "/spaces/my-first-space/development";

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "understudy-bridge-")));
  picked = join(base, "project");
  mkdirSync(picked);
  app = await bootDesktop(base, [`--data=${join(base, "data")}`, "--port=0", "--sdk-port=0"]);
  const [window] = (await app.booted()).windows;
  const launch = window?.loaded[0] ?? "";
  origin = new URL(launch).origin;
  browser = await sharedBrowser();
  watched = await watchPage(browser, `${origin}/icon.svg`);
  page = watched.page;
  await installBridge(page);
  await goTo(launch);
});
afterAll(async () => {
  await watched?.close();
  await app?.kill();
  rmSync(base, { recursive: true, force: true });
});
afterEach(() => expect([...watched.complaints, ...watched.outside]).toEqual([]));

/** As Electron does: the preload script runs before the page's own, and the page gets what it exposes. */
async function installBridge(target: Page): Promise<void> {
  await target.exposeFunction("__invoke", async (channel: string, argument: unknown) => {
    const call = ipcCalls.find((name) => channel.endsWith(`:${name}`));
    if (call === undefined) throw new Error(`no channel ${channel}`);
    const answered = await app.invoke(call, target.url(), argument ?? undefined);
    if (call === "pageReady") listens = true;
    if ("refused" in answered) return { refused: answered.refused };
    return answered;
  });
  app.onSent((channel, payload) => {
    void target
      .evaluate(
        ([name, sent]) => (window as unknown as FakePage).__heard?.(name as string, sent),
        [channel, payload],
      )
      // The page is being loaded: Electron's message would be lost as well.
      .catch(() => undefined);
  });
  await target.addInitScript(fakeElectron(preload));
}

interface FakePage {
  readonly __heard?: (channel: string, payload: unknown) => void;
}

const fakeElectron = (script: string): string => `(() => {
  const listeners = new Map();
  window.__heard = (channel, payload) =>
    [...(listeners.get(channel) ?? [])].forEach((listener) => listener({ sender: "not for the page" }, payload));
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, bridge) => Object.defineProperty(window, name, { value: Object.freeze(bridge) }),
    },
    ipcRenderer: {
      invoke: async (channel, argument) => {
        const answered = await window.__invoke(channel, argument);
        if ("refused" in answered)
          throw new Error("Error invoking remote method '" + channel + "': Error: " + answered.refused);
        return answered.answer;
      },
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeListener: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
    },
  };
  const module = { exports: {} };
  ((require, module, exports) => {\n${script}\n})(
    (name) => { if (name === "electron") return electron; throw new Error("no " + name); }, module, module.exports);
})();`;

/** Loads an address of the console, until its page listens to the app. */
async function goTo(address: string): Promise<void> {
  listens = false;
  await page.goto(address);
  await eventually(() => expect(listens, "the page listens to the app").toBe(true));
}
const open = async (path: string) => {
  await goTo(`${origin}${spacePath}/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
};
const choose = (...path: string[]) => app.tell<boolean>({ order: "choose", path });
const at = (path: string) => expect.poll(() => page.url()).toBe(`${origin}${path}`);

describe("the preload script in a page", () => {
  it("exposes exactly the contract", async () => {
    await open("overview");
    const exposed = await page.evaluate((name) => Object.keys(Object(Reflect.get(window, name))), bridgeName);
    expect(exposed.sort()).toEqual([...ipcCalls, "on"].sort());
    expect(await page.evaluate(() => "require" in window || "process" in window)).toBe(false);
  });

  it("answers the console's page, and refuses what is not the console's", async () => {
    const call = (name: string, argument?: unknown) =>
      page.evaluate(
        ([bridge, method, given]) =>
          Reflect.get(
            Reflect.get(window, bridge as string),
            method as string,
          )(given).catch((error: Error) => error.message),
        [bridgeName, name, argument],
      );
    expect(await call("getDesktop")).toMatchObject({ dataDir: join(base, "data"), server: "running" });
    expect(await call("openWorkspace", { folder: "suggested", start: "demo" })).toBe(
      "openWorkspace is refused to this sender.",
    );
    expect(await call("findInExport", { spaceId: "s", platform: "p", lang: "l", path: "../x" })).toBe(
      "findInExport is refused: leads out of the folder.",
    );
  });
});

describe("the menu", () => {
  it.each([
    ["Collections", "collections"],
    ["Tribes", "tribes"],
    ["Users", "users"],
    ["Events", "events"],
    ["Preview", "preview"],
    ["Personas", "personas"],
    ["Code", "code"],
    ["Settings", "settings"],
    ["Overview", "overview"],
  ])("goes to %s", async (label, name) => {
    expect(await choose("Go", label)).toBe(true);
    await expect.poll(() => page.url()).toContain(`${spacePath}/${name}`);
  });

  /** Waits for a dialog, and closes it by Escape once the focus is in it. */
  async function leaveDialog(name: string): Promise<void> {
    const dialog = page.getByRole("dialog", { name, exact: true });
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((there) => there.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  it("goes to a new Tribe, switches the environment, opens palette and keyboard map", async () => {
    await choose("File", "New Tribe…");
    await at(`${spacePath}/tribes/new`);
    await choose("Go", "Events");
    await choose("Environment", "Staging");
    await expect.poll(() => page.url()).toContain("/staging/events");
    await choose("Environment", "Development");
    await choose("Go", "Search or Run…");
    await leaveDialog("Search or run a command");
    await choose("help", "Keyboard Map");
    await leaveDialog("Keyboard map");
  });

  it("runs the palette's commands, from whatever page", async () => {
    await open("overview");
    for (const [menu, label, dialog] of [
      ["File", "New Space…", "New Space"],
      ["File", "New Collection…", "New Collection"],
      ["File", "New User…", "New user"],
      ["Events", "Replay Events…", "Replay events"],
      ["Environment", "Publish…", "Search or run a command"],
    ] as const) {
      await choose(menu, label);
      await leaveDialog(dialog);
    }
    await choose("View", "Theme", "Dark");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await choose("View", "Theme", "As the System");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).not.toBe("dark");
  });
});

it("goes where a link leads", async () => {
  await open("overview");
  await app.tell({
    order: "second-instance",
    args: ["understudy://spaces/my-first-space/production/users?q=ana"],
  });
  await at("/spaces/my-first-space/production/users?q=ana");
});

describe("the code", () => {
  const write = () => page.getByRole("button", { name: /^Write into/ });
  const generated = () => readFileSync(join(picked, "my-first-space/index.ts"), "utf8");

  it("is written into a folder that is picked once, shown before, and opened", async () => {
    await open("code?target=browser.typescript");
    await app.tell({ order: "person", picks: [picked] });
    await page.getByRole("button", { name: "Write into a folder…" }).click();
    await page.getByRole("dialog", { name: "Write the code into “project”" }).waitFor();
    expect(readdirSync(picked)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: /^Write \d+ files$/ }).click();
    await page.getByText("Wrote the code into “project”").waitFor();
    expect(generated()).toContain("Generated by Understudy");
    expect(readdirSync(picked).sort()).toEqual([".understudy-manifest.json", "my-first-space", "understudy"]);

    await open("code?target=browser.typescript");
    await page.getByRole("button", { name: "More for the folder" }).click();
    await page.getByRole("menuitem", { name: "Open the folder" }).click();
    await expect.poll(async () => (await app.state()).revealed).toContain(picked);
  });

  it("is offered again, on every page, once the model has changed; exporting it takes the note away", async () => {
    // It is asked for the code that would be written; the note would be there a moment after the answer.
    const compared = page.waitForResponse(/\/codegen$/);
    await open("overview");
    await (await compared).finished();
    const note = page.getByRole("link", { name: "Code in “project” is out of date" });
    expect(await note.count()).toBe(0);
    await inPage("POST", "/v2/spaces/my-first-space/experience-types", {
      name: "Hero",
      properties: [{ key: "headline", type: "string", default: "Welcome" }],
    });
    await inPage("POST", "/v2/spaces/my-first-space/collections", { name: "Homepage" });
    await note.click();
    await page.getByRole("heading", { level: 1, name: "Code" }).waitFor();
    await write().click();
    await page.getByRole("button", { name: /^Write \d+ files?$/ }).click();
    await page.getByText("Wrote the code into “project”").waitFor();
    await expect.poll(() => note.count()).toBe(0);
  });

  it("asks before it overwrites what was edited, and lands whole or not at all", async () => {
    await open("code?target=browser.typescript");
    const before = generated();
    writeFileSync(join(picked, "my-first-space/index.ts"), "// mine\n");
    await write().click();
    await page.getByText("was edited by hand", { exact: true }).waitFor();
    await page.getByLabel("Overwrite 1 file edited by hand").check();
    // Somebody changes it between looking and writing: nothing is written.
    writeFileSync(join(picked, "my-first-space/index.ts"), "// mine, later\n");
    await page.getByRole("button", { name: "Write 1 file" }).click();
    await page.getByText(/Nothing was changed/).waitFor();
    expect(generated()).toBe("// mine, later\n");
    await page.getByRole("button", { name: "Cancel" }).click();
    await write().click();
    await page.getByLabel("Overwrite 1 file edited by hand").check();
    await page.getByRole("button", { name: "Write 1 file" }).click();
    await expect.poll(generated).toBe(before);
  });

  it("is not written through a link, nor into a folder that is another one by now", async () => {
    const elsewhere = join(base, "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    rmSync(join(picked, "my-first-space"), { recursive: true });
    symlinkSync(elsewhere, join(picked, "my-first-space"));
    await open("code?target=browser.typescript");
    await write().click();
    await page.getByText(/is not a folder of its own/).waitFor();
    rmSync(picked, { recursive: true });
    symlinkSync(elsewhere, picked);
    await open("code?target=browser.typescript");
    await write().click();
    await page.getByText(/is no longer the folder that was picked/).waitFor();
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

/** A request as the console itself makes it, with its cookie and its page's secret. */
async function inPage(method: string, path: string, body: unknown): Promise<void> {
  const status = await page.evaluate(
    async ([verb, url, json]) =>
      (
        await fetch(url as string, {
          method: verb as string,
          headers: {
            "Content-Type": "application/json",
            "understudy-console": localStorage.getItem("understudy:console") ?? "",
          },
          body: JSON.stringify(json),
        })
      ).status,
    [method, path, body],
  );
  expect(status).toBe(201);
}

describe("settings and status bar", () => {
  it("shows the folder, and keeps what is chosen", async () => {
    await open("settings");
    const section = page.getByRole("region", { name: "Desktop app" });
    // Parts that are read later push it down: a press in that moment goes elsewhere.
    await settled(page);
    await section.getByRole("button", { name: "Show folder" }).click();
    await expect.poll(async () => (await app.state()).revealed).toContain(join(base, "data"));
    await section.getByRole("switch", { name: "Notifications" }).click();
    await section.getByRole("switch", { name: "Notifications", checked: true }).waitFor();
    await page.reload();
    await section.getByRole("switch", { name: "Notifications", checked: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("says that ingestion is paused, and goes on from there", async () => {
    await open("overview");
    await choose("Tray", "Pause Ingestion");
    await page.getByText("Ingestion paused").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => page.getByText("Ingestion paused").count()).toBe(0);
    await expect.poll(async () => (await app.state()).tray).toContain("Pause Ingestion");
  });
});

it("offers to restart a server that does not answer, and the page goes on where it was", async () => {
  await open("events");
  const { dataDir } = await status();
  await page.route(`${origin}/v2/**`, (route) => route.abort());
  await page.getByText("Server not reachable. Retrying…").waitFor();
  const before = startedAt();
  await page.getByRole("button", { name: "Restart the server" }).click();
  await expect.poll(() => [null, before].includes(startedAt())).toBe(false);
  await page.unroute(`${origin}/v2/**`);
  await expect.poll(() => page.getByText("Server not reachable. Retrying…").count()).toBe(0);
  expect(await status()).toMatchObject({ dataDir, platformUrl: origin });
  expect(page.url()).toBe(`${origin}${spacePath}/events`);
});

/** When the copy that runs was started, by its locator; null while there is none. */
function startedAt(): string | null {
  try {
    return JSON.parse(readFileSync(join(base, "data/.understudy/server.json"), "utf8")).startedAt;
  } catch {
    return null;
  }
}

const status = () =>
  page.evaluate(async () =>
    (await fetch(`/v2/status?console=${localStorage.getItem("understudy:console")}`)).json(),
  ) as Promise<{
    readonly dataDir: string;
    readonly platformUrl: string;
  }>;

it("signs in by one press where the page is signed out", async () => {
  await page.context().clearCookies();
  await page.goto(`${origin}${spacePath}/events`);
  await page.getByRole("heading", { level: 1, name: "You are signed out" }).waitFor();
  expect(await page.getByText("npm start").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  const loads = async () => (await app.state()).windows[0]?.loaded ?? [];
  const before = (await loads()).length;
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(async () => (await loads()).length).toBe(before + 1);
  // Electron's window goes there by itself.
  await goTo((await loads()).at(-1) ?? "");
  await open("overview");
  // Chromium tells of each answer that is no success: of the session that was gone.
  watched.complaints.length = 0;
});

describe("the workspace chooser", () => {
  const ownScheme = "understudy-app://shell/chooser.html";

  it("opens another workspace with the demo, in two presses", async () => {
    const chooser = await (await browser.newContext({ viewport: { width: 680, height: 640 } })).newPage();
    await serveChooser(chooser);
    const fresh = join(base, "fresh");
    await app.tell({ order: "person", picks: [fresh] });
    await chooser.getByRole("button", { name: /^Choose a folder/ }).click();
    // What was picked is selected.
    await chooser.getByRole("radio", { name: fresh, checked: true }).waitFor();
    expect(await chooser.getByText("The folder will be created.").count()).toBe(2);
    expect(await axeFindings(chooser)).toEqual([]);
    const loads = async () => (await app.state()).windows[0]?.loaded.length ?? 0;
    const before = await loads();
    await chooser.getByRole("button", { name: "Start with the demo" }).click();
    await expect.poll(loads).toBe(before + 1);
    expect(readdirSync(join(fresh, "spaces")).length).toBeGreaterThan(1);
    await chooser.context().close();
  });

  it("says why a folder can't be used", async () => {
    const chooser = await (await browser.newContext({ viewport: { width: 680, height: 640 } })).newPage();
    await serveChooser(chooser);
    const full = join(base, "full");
    mkdirSync(full);
    writeFileSync(join(full, "taxes.pdf"), "");
    await app.tell({ order: "person", picks: [full] });
    await chooser.getByRole("button", { name: /^Choose/ }).click();
    await chooser.getByText("Other files are in this folder.").waitFor();
    expect(await chooser.getByRole("button", { name: "Start with the demo" }).isDisabled()).toBe(true);
    await chooser.context().close();
  });

  /** Chromium knows no scheme of ours: its files come from the app, under an address that stands in for it. */
  async function serveChooser(target: Page): Promise<void> {
    const faults: string[] = [];
    target.on("pageerror", (error) => faults.push(error.message));
    await target.exposeFunction("__invoke", async (channel: string, argument: unknown) => {
      const call = ipcCalls.find((name) => channel.endsWith(`:${name}`)) ?? "getChooser";
      return app.invoke(call, ownScheme, argument ?? undefined);
    });
    await target.addInitScript(fakeElectron(preload));
    await target.route("http://shell.localhost/**", async (route) => {
      const path = new URL(route.request().url()).pathname;
      const { status, text, type, policy } = await app.tell<Served>({
        order: "shell-page",
        url: `understudy-app://shell${path}`,
      });
      await route.fulfill({
        status,
        body: Buffer.from(text, "base64"),
        headers: { "Content-Type": type, "Content-Security-Policy": policy },
      });
    });
    await target.goto("http://shell.localhost/chooser.html");
    await target.getByRole("heading", { level: 1 }).waitFor();
    expect(faults).toEqual([]);
  }
});

interface Served {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  readonly policy: string;
}
