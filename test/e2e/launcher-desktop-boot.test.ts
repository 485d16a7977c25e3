import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quitOrder } from "../../src/core/desktop-sign.ts";
import { channelOf, type IpcCall, ipcCalls } from "../../src/core/ipc-names.ts";
import { root } from "../helpers/built-program.ts";
import { bootDesktop, type DesktopApp } from "../helpers/desktop-app.ts";
import type { State } from "../helpers/electron-control.ts";
import { openConsole, startTestServer } from "../helpers/server.ts";

let folder: string;
let app: DesktopApp;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-boot-"));
});
afterEach(async () => {
  await app.kill();
  rmSync(folder, { recursive: true, force: true });
});

const boot = async () => {
  app = await bootDesktop(folder, [`--data=${join(folder, "data")}`, "--port=0", "--sdk-port=0"]);
};
const booted = async (): Promise<State> => {
  await boot();
  return app.booted();
};
const tell: DesktopApp["tell"] = (order) => app.tell(order);
const invoke: DesktopApp["invoke"] = (...call) => app.invoke(...call);
const originOf = (state: State) => new URL(state.windows[0]?.loaded[0] ?? "").origin;
const consoleOf = (state: State) => `${originOf(state)}/spaces/my-first-space/development/settings`;
const answers = async (url: string) => (await fetch(url)).status;
const subject = { spaceId: "spc_1", platform: "browser", lang: "typescript" };

describe("the built desktop app", () => {
  it("runs both planes and asks for one safe window on its console, with menu, tray and its own scheme", async () => {
    const state = await booted();
    const locator = JSON.parse(readFileSync(join(folder, "data/.understudy/server.json"), "utf8"));
    expect(locator.host).toBe("desktop");
    const status = (await invoke("getDesktop", consoleOf(state))) as { answer: { dataDir: string } };
    expect(status.answer.dataDir).toBe(join(folder, "data"));
    expect(await answers(`${originOf(state)}/healthz`)).toBe(200);
    const sdk = state.tray.find((line) => line.startsWith("SDK"))?.split(/\s+/)[1];
    expect(await answers(`${sdk}/healthz`)).toBe(200);
    expect(state).toMatchObject({
      asked: [],
      channels: ipcCalls.map(channelOf),
      schemes: ["understudy-app"],
      permissionsHandled: true,
    });
    expect(state.menu).toEqual([
      "File",
      "Edit",
      "Go",
      "Environment",
      "Events",
      "Server",
      "View",
      "windowMenu",
      "help",
    ]);
    expect(state.tray).toEqual([
      "Running",
      `Platform  ${originOf(state)}`,
      `SDK  ${sdk}`,
      "Copy API Key",
      "Pause Ingestion",
      "separator",
      "Open Understudy",
      "Quit",
    ]);
    const [window] = state.windows;
    expect(window?.preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      preload: join(root, "out/preload/index.cjs"),
    });
    expect(window?.icons).toEqual([join(root, "resources/icons/understudy-512.png")]);
    const page = await fetch(window?.loaded[0] ?? "", { redirect: "manual" });
    expect(page.headers.get("set-cookie")).toMatch(/HttpOnly/i);
  });

  it("seals the GitHub client's secret, which a headless copy then can't use, and says so", async () => {
    const state = await booted();
    const console = await openConsole(state.windows[0]?.loaded[0] ?? "");
    const github = { clientId: "Iv1.a", clientSecret: "gh-client-secret", baseUrl: "https://github.com" };
    const told = await fetch(`${originOf(state)}/v2/settings`, {
      method: "PATCH",
      headers: { ...console, origin: originOf(state), "content-type": "application/json" },
      body: JSON.stringify({ github }),
    });
    expect(await told.json()).toHaveProperty("github.secret", "keychain");
    const kept = readFileSync(join(folder, "data/.understudy/secrets.json"), "utf8");
    expect([kept.includes(github.clientId), kept.includes(github.clientSecret)]).toEqual([true, false]);
    await app.kill();
    const headless = await startTestServer({ dataDir: join(folder, "data") });
    expect((await headless.api("GET", "/v2/settings")).body).toHaveProperty("github.secret", "locked");
    await headless.stop();
  });

  it("answers every channel of its own pages, and refuses each to others", async () => {
    const from = consoleOf(await booted());
    const chooser = "understudy-app://shell/chooser.html";
    const calls: [IpcCall, string, unknown?][] = [
      ["getDesktop", from],
      ["pageReady", from],
      ["signIn", from],
      ["showTheme", from, "dark"],
      ["changePreferences", from, { badge: true }],
      ["revealDataFolder", from],
      ["openLogs", from],
      ["openRecent", from, { path: join(folder, "data") }],
      ["showChooser", from],
      ["restartServer", from],
      ["pauseIngestion", from, { paused: true }],
      ["listExportFolders", from, { spaceId: "spc_1" }],
      ["pickExportFolder", from, subject],
      ["getChooser", chooser],
      ["pickWorkspace", chooser],
      ["openWorkspace", chooser, { folder: { recent: 0 }, start: "empty" }],
    ];
    const withoutFolder = ["findInExport", "writeExport", "openExportFolder"] as const;
    expect([...calls.map(([name]) => name), ...withoutFolder].sort()).toEqual([...ipcCalls].sort());
    // A free port is another one after a start: the page would have moved by then.
    const moves = ["openRecent", "restartServer", "openWorkspace"];
    for (const [name, own, argument] of calls) {
      expect(await invoke(name, "https://example.com/", argument)).toHaveProperty(
        "refused",
        expect.stringContaining("refused"),
      );
      if (!moves.includes(name)) expect(await invoke(name, own, argument)).toHaveProperty("answer");
    }
    expect(await invoke("restartServer", from)).toHaveProperty("answer");
    for (const name of withoutFolder) {
      const argument = {
        findInExport: { ...subject, path: "a.ts" },
        writeExport: { ...subject, moves: [] },
        openExportFolder: subject,
      }[name];
      expect(await invoke(name, from, argument)).toEqual({
        refused: "No folder was picked for this code yet.",
      });
    }
  });

  it("shows its window again on a second launch, and goes where its link leads", async () => {
    const own = consoleOf(await booted());
    await invoke("pageReady", own);
    const link = "understudy://spaces/my-first-space/production/events";
    const state = await tell<State>({ order: "second-instance", args: ["--flag", link] });
    expect(state.windows).toHaveLength(1);
    expect(state.windows[0]?.calls).toEqual(["show", "focus"]);
    await expect
      .poll(async () => (await tell<State>({ order: "state" })).windows[0]?.sent)
      .toContainEqual([
        channelOf("navigate"),
        { to: "address", path: "/spaces/my-first-space/production/events" },
      ]);
  });

  it("pauses ingestion with 503 and Retry-After, takes the same events afterwards, and counts what was refused", async () => {
    const state = await booted();
    const own = consoleOf(state);
    const sdk = state.tray.find((line) => line.startsWith("SDK"))?.split(/\s+/)[1];
    const secrets = JSON.parse(readFileSync(join(folder, "data/.understudy/secrets.json"), "utf8"));
    const [keys] = Object.values(secrets.apiKeys) as { development: { apiKey: string } }[];
    const track = () =>
      fetch(`${sdk}/sdk/v1/events`, {
        method: "POST",
        headers: { "X-API-Key": keys?.development.apiKey ?? "", "Content-Type": "application/json" },
        body: JSON.stringify({
          events: [{ id: "e1", name: "page/view", time: new Date().toISOString(), userId: "ana" }],
        }),
      });
    await invoke("pauseIngestion", own, { paused: true });
    const paused = await track();
    expect([paused.status, paused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await paused.json()).toMatchObject({ code: "busy" });
    expect((await tell<State>({ order: "state" })).tray).toContain("Resume Ingestion");
    await invoke("pauseIngestion", own, { paused: false });
    const taken = await track();
    expect([taken.status, await taken.json()]).toEqual([202, { accepted: 1, rejected: [] }]);
  });

  it("answers a request in flight before it ends with 0, the server stopped and its locator gone", async () => {
    const own = originOf(await booted());
    const body = JSON.stringify({ data: "x".repeat(1000) });
    const asked = request(`${own}/v2/spaces`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    const answered = once(asked, "response");
    asked.write(body.slice(0, 10));
    // The server has the request once a later one on another connection is answered.
    expect(await answers(`${own}/healthz`)).toBe(200);
    const ended = once(app.child, "exit");
    void tell({ order: "quit" });
    await expect.poll(() => refuses(own)).toBe(true);
    expect(app.child.exitCode).toBeNull();
    asked.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, "data/.understudy/server.json"))).toBe(false);
  });

  it("says why, and ends as a crash does, where the system's folder for settings can't be written", async () => {
    writeFileSync(join(folder, "appData"), "a file, not a folder");
    await boot();
    expect(await once(app.child, "close")).toEqual([2, null]);
    expect(app.printed()).toMatch(/^Understudy could not start: (EEXIST|ENOTDIR): [^\n]*\n$/);
  });

  it("drains and ends with 0 by the launcher's order", async () => {
    await booted();
    const ended = once(app.child, "exit");
    app.child.send(quitOrder);
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, "data/.understudy/server.json"))).toBe(false);
  });

  it("asks, says why and ends with 1 where the workspace is damaged", async () => {
    writeFileSync(join(folder, "data"), "a file, not a folder");
    await boot();
    expect(await once(app.child, "close")).toEqual([1, null]);
    expect(app.printed()).toContain("Understudy could not start: The data folder");
  });

  it("serves the chooser's page by its own scheme, and nothing else of the build", async () => {
    await booted();
    const ask = (url: string) => tell<{ status: number; text: string }>({ order: "shell-page", url });
    const page = await ask("understudy-app://shell/chooser.html");
    expect(page.status).toBe(200);
    const assets = [
      ...Buffer.from(page.text, "base64")
        .toString()
        .matchAll(/(?:src|href)="(\/[^"]+)"/g),
    ].map(([, path]) => path ?? "");
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) expect((await ask(`understudy-app://shell${path}`)).status).toBe(200);
    expect((await ask("understudy-app://shell/index.html")).status).toBe(404);
  });
});

describe("the first run", () => {
  const chooser = "understudy-app://shell/chooser.html";
  const firstRun = async () => {
    app = await bootDesktop(folder, ["--port=0", "--sdk-port=0"]);
    return app.booted();
  };

  it("asks where and with what before anything is made, shows the demo, and asks no more", async () => {
    const { windows, tray } = await firstRun();
    const suggested = join(folder, "data-home/understudy");
    expect(windows.map(({ loaded }) => loaded)).toEqual([[chooser]]);
    expect(tray).toContain("The server is stopped");
    expect(existsSync(suggested)).toBe(false);
    expect(await invoke("getChooser", chooser)).toMatchObject({
      answer: { firstRun: true, suggested: { path: suggested, kind: "new" }, picked: null, recents: [] },
    });
    const opened = await invoke("openWorkspace", chooser, { folder: "suggested", start: "demo" });
    expect(opened).toEqual({ answer: { problem: null } });
    const state = await app.state();
    expect(state.windows).toHaveLength(1);
    const page = consoleOf(state);
    expect(await invoke("pageReady", page)).toEqual({
      answer: { to: "address", path: "/spaces/cinema/development/overview" },
    });
    await app.kill();
    const next = await firstRun();
    expect(next.windows[0]?.loaded[0]).toContain("/launch?token=");
  });

  it("asks again where the workspace is gone, and makes none in its place", async () => {
    const moved = join(folder, "moved");
    await app?.kill();
    app = await bootDesktop(folder, [`--data=${moved}`, "--port=0", "--sdk-port=0"]);
    await app.booted();
    await app.kill();
    rmSync(moved, { recursive: true });
    const { windows } = await firstRun();
    expect(windows.map(({ loaded }) => loaded)).toEqual([[chooser]]);
    expect(existsSync(moved)).toBe(false);
    expect(await invoke("getChooser", chooser)).toMatchObject({
      answer: { firstRun: false, recents: [{ path: moved, kind: "unusable" }] },
    });
  });

  it("ends where the chooser is closed without a choice", async () => {
    await firstRun();
    const ended = once(app.child, "exit");
    void tell({ order: "close" });
    expect(await ended).toEqual([0, null]);
  });
});

/** Whether nothing listens there any more. */
const refuses = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(false);
    }).on("error", (error) => resolve(/ECONNREFUSED/.test(error.message)));
  });
