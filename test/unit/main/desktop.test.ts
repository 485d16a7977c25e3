import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ipcChannels } from "../../../src/core/ipc.ts";
import { runDesktop } from "../../../src/main/desktop.ts";
import { type RunningServer, StartError, startServer } from "../../../src/server/start-server.ts";
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  resetFakeElectron,
  shell,
} from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

const platformUrl = "http://127.0.0.1:4747";
let userData: string;
let stop: ReturnType<typeof vi.fn<() => Promise<void>>>;
let launches: number;

function fakeServer(): RunningServer {
  return {
    platformUrl,
    sdkUrl: "http://127.0.0.1:4748",
    consoleUrl: `${platformUrl}/launch/0`,
    lanUrls: [],
    dataDir: "/somewhere",
    notices: [],
    launchUrl: () => {
      launches += 1;
      return `${platformUrl}/launch/${launches}`;
    },
    stop,
  };
}

const onlyWindow = (): BrowserWindow => {
  const [window, ...others] = BrowserWindow.all;
  if (window === undefined || others.length > 0) throw new Error(`${BrowserWindow.all.length} windows`);
  return window;
};

beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), "understudy-desktop-"));
  resetFakeElectron(userData);
  launches = 0;
  stop = vi.fn(async () => {});
  vi.mocked(startServer).mockReset().mockResolvedValue(fakeServer());
});
afterEach(() => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  rmSync(userData, { recursive: true });
});

describe("start", () => {
  it("opens one window on the console, with no more rights than a page", async () => {
    await runDesktop();
    const window = onlyWindow();
    expect(window.loaded).toEqual([`${platformUrl}/launch/1`]);
    expect(window.options.webPreferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      preload: expect.stringMatching(/preload[\\/]index\.cjs$/),
    });
    expect(Menu.installed).not.toBeNull();
    expect([...ipcMain.handlers.keys()].sort()).toEqual([...ipcChannels].sort());
  });

  it("says why the server could not start, and ends with 1", async () => {
    vi.mocked(startServer).mockRejectedValue(new StartError("workspace.json, line 3: is not JSON"));
    await runDesktop();
    expect(dialog.errors).toEqual([["Understudy could not start", "workspace.json, line 3: is not JSON"]]);
    expect(app.exitCodes).toEqual([1]);
    expect(BrowserWindow.all).toEqual([]);
  });

  it("is left to the first copy where one runs already", async () => {
    app.hasLock = false;
    await runDesktop();
    expect(startServer).not.toHaveBeenCalled();
    expect(app.exitCodes).toEqual([0]);
  });
});

describe("a second launch", () => {
  it("brings the window to the front", async () => {
    await runDesktop();
    const window = onlyWindow();
    window.minimized = true;
    app.emit("second-instance");
    expect(window.calls).toEqual(["restore", "show", "focus"]);
  });

  it("opens a window with a fresh address where it was closed", async () => {
    await runDesktop();
    onlyWindow().destroyed = true;
    app.emit("second-instance");
    expect(BrowserWindow.all[1]?.loaded).toEqual([`${platformUrl}/launch/2`]);
  });
});

describe("quit", () => {
  it("waits for the server to drain, however often it is asked for", async () => {
    let drained = () => {};
    stop.mockReturnValue(
      new Promise((resolve) => {
        drained = resolve;
      }),
    );
    await runDesktop();
    app.quit();
    app.quit();
    await new Promise((resolve) => setImmediate(resolve));
    expect(app.exitCodes).toEqual([]);
    drained();
    await vi.waitFor(() => expect(app.exitCodes).toEqual([0]));
    expect(stop).toHaveBeenCalledOnce();
  });

  it("tells of a drain that failed, and ends with 1", async () => {
    stop.mockRejectedValue(new Error("the disk is full"));
    await runDesktop();
    app.quit();
    await vi.waitFor(() => expect(app.exitCodes).toEqual([1]));
    expect(dialog.errors).toEqual([["Understudy did not stop cleanly", "the disk is full"]]);
  });

  it("comes with SIGTERM", async () => {
    await runDesktop();
    process.emit("SIGTERM");
    await vi.waitFor(() => expect(app.exitCodes).toEqual([0]));
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe("the window", () => {
  const navigate = (window: BrowserWindow, event: string, url: string): boolean => {
    const preventDefault = vi.fn();
    window.webContents.emit(event, { url, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };

  it.each([
    [`${platformUrl}/events`, { denied: false, opened: [] }],
    ["https://example.com/a", { denied: true, opened: ["https://example.com/a"] }],
    ["http://127.0.0.1:4748/demo", { denied: true, opened: ["http://127.0.0.1:4748/demo"] }],
    ["http://127.0.0.1.example.com:4747/", { denied: true, opened: ["http://127.0.0.1.example.com:4747/"] }],
    ["http://127.0.0.1:4747@example.com/", { denied: true, opened: ["http://127.0.0.1:4747@example.com/"] }],
    ["http://127.0.0.1:4747.example.com/", { denied: true, opened: [] }],
    ["file:///etc/passwd", { denied: true, opened: [] }],
    ["javascript:alert(1)", { denied: true, opened: [] }],
    ["smb://host/share", { denied: true, opened: [] }],
  ])("navigating to %s", async (url, want) => {
    await runDesktop();
    const denied = navigate(onlyWindow(), "will-navigate", url);
    expect({ denied, opened: shell.opened }).toEqual(want);
  });

  it.each(["will-redirect", "will-frame-navigate"])("refuses a foreign page by %s", async (event) => {
    await runDesktop();
    expect(navigate(onlyWindow(), event, "https://example.com/")).toBe(true);
    expect(navigate(onlyWindow(), event, `${platformUrl}/`)).toBe(false);
  });

  it("opens no second window; a web address goes to the system's browser", async () => {
    await runDesktop();
    const open = onlyWindow().webContents.openHandler;
    expect(open?.({ url: "https://example.com/" })).toEqual({ action: "deny" });
    expect(open?.({ url: "file:///etc/passwd" })).toEqual({ action: "deny" });
    expect(open?.({ url: `${platformUrl}/docs` })).toEqual({ action: "deny" });
    expect(shell.opened).toEqual(["https://example.com/", `${platformUrl}/docs`]);
  });

  it("attaches no webview", async () => {
    await runDesktop();
    expect(navigate(onlyWindow(), "will-attach-webview", platformUrl)).toBe(true);
  });

  it.each([
    ["geolocation", platformUrl, false],
    ["media", platformUrl, false],
    ["notifications", platformUrl, false],
    ["clipboard-read", platformUrl, false],
    ["clipboard-sanitized-write", platformUrl, true],
    ["clipboard-sanitized-write", "https://example.com", false],
  ])("permission %s for %s: %s", async (permission, origin, want) => {
    await runDesktop();
    const { session } = onlyWindow().webContents;
    const answer = vi.fn();
    session.request?.(null, permission, answer, { requestingUrl: `${origin}/events` });
    expect(answer.mock.calls).toEqual([[want]]);
    expect(session.check?.(null, permission, origin)).toBe(want);
    expect(session.device?.()).toBe(false);
  });

  it("opens where it was closed", async () => {
    await runDesktop();
    onlyWindow().emit("close");
    resetFakeElectron(userData);
    await runDesktop();
    expect(onlyWindow().options).toMatchObject({ x: 40, y: 50, width: 1000, height: 700 });
  });

  it("opens as on the first day where the saved state is damaged", async () => {
    writeFileSync(join(userData, "window-state.json"), '{"bounds":{"x":"a"');
    await runDesktop();
    expect(onlyWindow().options).toMatchObject({ width: 1280, height: 832 });
  });
});

describe("a channel", () => {
  const top = (url: string) => ({ senderFrame: { url, parent: null } });
  const call = async (
    channel: string,
    event: Parameters<ReturnType<typeof handlerOf>>[0],
    argument?: unknown,
  ) => handlerOf(channel)(event, argument);
  const handlerOf = (channel: string) => {
    const handler = ipcMain.handlers.get(channel);
    if (handler === undefined) throw new Error(`no handler for ${channel}`);
    return handler;
  };

  it("answers our own page", async () => {
    await runDesktop();
    await call("data-folder:reveal", top(`${platformUrl}/settings`));
    await call("link:open", top(`${platformUrl}/settings`), "https://example.com/");
    expect(shell.revealed).toEqual(["/somewhere"]);
    expect(shell.opened).toEqual(["https://example.com/"]);
  });

  const foreign = {
    "another origin": top("https://example.com/"),
    "another port": top("http://127.0.0.1:4748/demo"),
    "a frame inside the page": { senderFrame: { url: `${platformUrl}/`, parent: {} } },
    "a frame that is gone": { senderFrame: null },
    "no address": top(""),
  };
  for (const channel of ipcChannels) {
    it.each(Object.entries(foreign))(`${channel} refuses %s`, async (_name, event) => {
      await runDesktop();
      await expect(call(channel, event, "https://example.com/")).rejects.toThrow("refused");
      expect([...shell.opened, ...shell.revealed]).toEqual([]);
    });
  }

  it.each([
    ["file:///etc/passwd"],
    ["javascript:alert(1)"],
    ["not an address"],
    [{ href: "https://example.com" }],
    [undefined],
  ])("link:open does not open %s", async (argument) => {
    await runDesktop();
    await expect(call("link:open", top(platformUrl), argument)).rejects.toThrow("http");
    expect(shell.opened).toEqual([]);
  });
});
