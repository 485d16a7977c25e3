import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { channelOf, ipcCalls } from "../../../src/core/ipc-names.ts";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { StartError, startServer } from "../../../src/server/start-server.ts";
import {
  call,
  ended,
  type FakeServer,
  fakeServer,
  freshComputer,
  onlyWindow,
  platformUrl,
  settled,
} from "../../helpers/desktop.ts";
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  resetFakeElectron,
  shell,
} from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
let dataDir: string;
let server: FakeServer;

beforeEach(() => {
  ({ base, leave } = freshComputer());
  dataDir = join(base, "workspace");
  mkdirSync(dataDir);
  process.argv = ["electron", "app", `--data=${dataDir}`];
  server = fakeServer(dataDir);
  vi.mocked(startServer).mockReset().mockResolvedValue(server);
});
afterEach(() => leave());

const log = () => readFileSync(join(dataDir, ".understudy/logs/desktop.log"), "utf8");

describe("start", () => {
  it("opens one window on the console, with no more rights than a page", async () => {
    await runDesktop();
    const window = onlyWindow();
    expect(window.loaded).toEqual([`${platformUrl}/launch?token=1`]);
    expect(window.options.webPreferences).toEqual({
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
      preload: expect.stringMatching(/preload[\\/]index\.cjs$/),
    });
    expect(Menu.installed).not.toBeNull();
    expect([...ipcMain.handlers.keys()].sort()).toEqual(ipcCalls.map(channelOf).sort());
    expect(protocol.schemes).toEqual([
      { scheme: "understudy-app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
    expect(app.getPath("userData")).toBe(join(base, "appData", "Understudy Desktop"));
    expect(log()).toContain(`Started on ${platformUrl}`);
  });

  it("is left to the first copy where one runs already, which gets the arguments", async () => {
    app.hasLock = false;
    await runDesktop();
    expect(app.lockData).toEqual({ args: [`--data=${dataDir}`], cwd: process.cwd() });
    expect(startServer).not.toHaveBeenCalled();
    expect(app.exitCodes).toEqual([0]);
  });

  it.each([
    [false, []],
    [true, ["understudy"]],
  ])("takes links over where it is installed: %s", async (isPackaged, want) => {
    app.isPackaged = isPackaged;
    await runDesktop();
    expect(app.protocols).toEqual(want);
  });
});

describe("a start that fails", () => {
  const reason = "workspace.json, line 3: is not JSON";
  beforeEach(() => vi.mocked(startServer).mockRejectedValueOnce(new StartError(reason)));

  it("says why, and ends with 1 where nothing else is wanted", async () => {
    await runDesktop();
    expect(dialog.asked).toMatchObject([
      {
        message: "Understudy could not start",
        detail: reason,
        buttons: ["Restart", "Open Logs", "Open Data Folder", "Choose Another Workspace…", "Quit"],
      },
    ]);
    expect(await ended()).toBe(1);
    expect(BrowserWindow.all).toEqual([]);
    expect(log()).toContain(reason);
  });

  it("tries again", async () => {
    dialog.answers = ["Restart"];
    await runDesktop();
    await vi.waitFor(() => expect(onlyWindow().loaded).toHaveLength(1));
    expect(app.exitCodes).toEqual([]);
  });

  it("shows logs and data folder, and asks on", async () => {
    dialog.answers = ["Open Logs", "Open Data Folder", "Restart"];
    await runDesktop();
    await vi.waitFor(() => onlyWindow());
    expect(shell.revealed).toEqual([join(dataDir, ".understudy/logs"), dataDir]);
    expect(dialog.asked).toHaveLength(3);
  });

  it("leads to the chooser", async () => {
    dialog.answers = ["Choose Another Workspace…"];
    await runDesktop();
    await vi.waitFor(() => expect(onlyWindow().loaded).toEqual(["understudy-app://shell/chooser.html"]));
  });
});

describe("a server that fails while it runs", () => {
  it.each([
    ["it says so itself", () => server.fail("the disk is gone")],
    ["nothing handled an error", () => process.emit("uncaughtException", new Error("the disk is gone"))],
    [
      "nothing handled a rejection",
      () => process.emit("unhandledRejection", new Error("the disk is gone"), Promise.resolve()),
    ],
  ])("is stopped and started again at the same addresses: %s", async (_name, fail) => {
    dialog.answers = ["Restart"];
    vi.mocked(startServer).mockResolvedValueOnce(server).mockResolvedValueOnce(fakeServer(dataDir));
    await runDesktop();
    fail();
    await vi.waitFor(() => expect(startServer).toHaveBeenCalledTimes(2));
    expect(server.stop).toHaveBeenCalledOnce();
    expect(vi.mocked(startServer).mock.calls[1]?.[0]).toMatchObject({ dataDir, port: 4747, sdkPort: 4748 });
    expect(dialog.asked).toMatchObject([
      { message: "Understudy's server stopped", detail: "the disk is gone" },
    ]);
    await settled();
    // The page is still there, and goes on by itself.
    expect(onlyWindow().loaded).toHaveLength(1);
  });

  it("is started again at others where those are taken, and the page follows", async () => {
    dialog.answers = ["Restart"];
    await runDesktop();
    vi.mocked(startServer)
      .mockRejectedValueOnce(new StartError("port 4747 is taken"))
      .mockResolvedValueOnce(fakeServer(dataDir, "http://127.0.0.1:4799"));
    server.fail("the disk is gone");
    await vi.waitFor(() => expect(onlyWindow().loaded[1]).toBe("http://127.0.0.1:4799/launch?token=1"));
  });

  it("asks once, however much fails", async () => {
    await runDesktop();
    process.emit("uncaughtException", new Error("one"));
    server.fail("two");
    await ended();
    expect(dialog.asked).toHaveLength(1);
  });
});

describe("a second launch", () => {
  const launchAgain = (args: string[], cwd = "/") => app.emit("second-instance", {}, [], "/", { args, cwd });
  const navigations = () => onlyWindow().webContents.sent.filter(([channel]) => /navigate/.test(channel));

  it("brings the window to the front", async () => {
    await runDesktop();
    const window = onlyWindow();
    window.minimized = true;
    launchAgain([]);
    expect(window.calls).toEqual(["restore", "show", "focus"]);
  });

  it("opens a window with a fresh address where it was closed", async () => {
    await runDesktop();
    onlyWindow().destroyed = true;
    launchAgain([]);
    expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=2`]);
  });

  it.each([
    ["by its arguments", () => launchAgain(["understudy://spaces/cinema/production/events"])],
    [
      "by macOS",
      () =>
        app.emit("open-url", { preventDefault: () => {} }, "understudy://spaces/cinema/production/events"),
    ],
  ])("goes to the page of a link, %s, once the page listens", async (_name, launch) => {
    await runDesktop();
    launch();
    await settled();
    expect(navigations()).toEqual([]);
    const want = { to: "address", path: "/spaces/cinema/production/events" };
    expect(await call("pageReady")).toEqual(want);
    launch();
    await vi.waitFor(() => expect(navigations()).toEqual([[channelOf("navigate"), want]]));
  });

  it("takes what macOS names before there can be a window as a part of the first launch", async () => {
    const file = join(base, "mine", "workspace.json");
    const preventDefault = () => {};
    vi.spyOn(app, "whenReady").mockImplementationOnce(async () => {
      app.emit("activate");
      app.emit("open-url", { preventDefault }, "understudy://spaces/cinema/staging/users");
      app.emit("open-file", { preventDefault }, file);
      expect(BrowserWindow.all).toEqual([]);
    });
    await runDesktop();
    expect(vi.mocked(startServer).mock.calls[0]?.[0]).toMatchObject({ dataDir: join(base, "mine") });
    expect(await call("pageReady")).toEqual({ to: "address", path: "/spaces/cinema/staging/users" });
  });

  it("goes nowhere by a link that is no page's", async () => {
    await runDesktop();
    launchAgain(["understudy://spaces/cinema/production/events/../../../launch"]);
    await settled();
    expect(await call("pageReady")).toBeNull();
  });

  it.each([
    ["Open It", 2],
    ["Stay Here", 1],
  ])("asks before it changes to another workspace: %s", async (answer, starts) => {
    await runDesktop();
    const other = join(base, "other");
    mkdirSync(other);
    dialog.answers = [answer];
    launchAgain([`--data=${other}`]);
    await vi.waitFor(() => expect(dialog.asked).toHaveLength(1));
    await settled();
    await settled();
    expect(startServer).toHaveBeenCalledTimes(starts);
    expect(server.stop).toHaveBeenCalledTimes(starts - 1);
  });

  it.each([undefined, null, { args: "x" }, { args: [], cwd: 1 }, "x"])("survives %j", async (sent) => {
    await runDesktop();
    app.emit("second-instance", {}, [], "/", sent);
    expect(onlyWindow().calls).toEqual(["show", "focus"]);
  });
});

describe("quit", () => {
  it("waits for the server to drain, however often it is asked for", async () => {
    let drained = () => {};
    server.stop.mockReturnValue(
      new Promise((resolve) => {
        drained = resolve;
      }),
    );
    await runDesktop();
    app.quit();
    app.quit();
    await settled();
    expect(app.exitCodes).toEqual([]);
    drained();
    expect(await ended()).toBe(0);
    expect(server.stop).toHaveBeenCalledOnce();
  });

  it("tells of a drain that failed, and ends with 1", async () => {
    server.stop.mockRejectedValue(new Error("the disk is full"));
    await runDesktop();
    app.quit();
    expect(await ended()).toBe(1);
    expect(dialog.errors).toEqual([["Understudy did not stop cleanly", "the disk is full"]]);
  });

  it("comes with SIGTERM, without a question", async () => {
    await runDesktop();
    process.emit("SIGTERM");
    expect(await ended()).toBe(0);
    expect(server.stop).toHaveBeenCalledOnce();
    expect(dialog.asked).toEqual([]);
  });
});

describe("closing the window", () => {
  it.each([
    ["Keep Running in the Tray", true, { open: 0, exit: [] }],
    ["Quit", false, { open: 0, exit: [0] }],
    ["Cancel", null, { open: 1, exit: [] }],
  ])("asks what becomes of the server: %s", async (answer, keepInTray, want) => {
    await runDesktop();
    dialog.answers = [answer];
    expect(onlyWindow().close()).toBe(false);
    await vi.waitFor(() => {
      expect({ open: BrowserWindow.open().length, exit: app.exitCodes }).toEqual(want);
    });
    expect(await call("getDesktop")).toMatchObject({ preferences: { keepInTray } });
  });

  it("asks once and remembers it, in the next run too", async () => {
    await runDesktop();
    dialog.answers = ["Keep Running in the Tray"];
    onlyWindow().close();
    await vi.waitFor(() => expect(BrowserWindow.open()).toEqual([]));
    resetFakeElectron(base);
    await runDesktop();
    expect(onlyWindow().close()).toBe(true);
    expect(dialog.asked).toEqual([]);
    expect(app.exitCodes).toEqual([]);
  });

  it("asks one question, however often it is closed", async () => {
    await runDesktop();
    onlyWindow().close();
    onlyWindow().close();
    await settled();
    expect(dialog.asked).toHaveLength(1);
  });
});

it("opens where it was closed, on a later run", async () => {
  await runDesktop();
  onlyWindow().emit("close", { preventDefault: () => {} });
  resetFakeElectron(base);
  await runDesktop();
  expect(onlyWindow().options).toMatchObject({ x: 40, y: 50, width: 1000, height: 700 });
});

it("opens as on the first day where the saved state is damaged", async () => {
  mkdirSync(join(base, "appData/Understudy Desktop"), { recursive: true });
  writeFileSync(join(base, "appData/Understudy Desktop/window-state.json"), '{"bounds":{"x":"a"');
  await runDesktop();
  expect(onlyWindow().options).toMatchObject({ width: 1280, height: 832 });
});
