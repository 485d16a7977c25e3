import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { desktopFolder, desktopMemoryFile } from "../../../src/core/desktop-memory.ts";
import { quitOrder } from "../../../src/core/desktop-sign.ts";
import { channelOf, ipcCalls } from "../../../src/core/ipc-names.ts";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { inServer } from "../../../src/main/server-scope.ts";
import { StartError, startServer } from "../../../src/server/start-server.ts";
import {
  call,
  ended,
  type FakeServer,
  fakeServer,
  freshComputer,
  makeWorkspace,
  onlyWindow,
  platformUrl,
  settled,
} from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  resetFakeElectron,
  shell,
  Tray,
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
  dataDir = makeWorkspace(join(base, "workspace"));
  process.argv = ["electron", "app", `--data=${dataDir}`];
  server = fakeServer(dataDir);
  vi.mocked(startServer).mockReset().mockResolvedValue(server);
});
afterEach(() => leave());

const log = () => readFileSync(join(dataDir, ".understudy/logs/desktop.log"), "utf8");

describe("start", () => {
  it("begins the show that was asked for, and says where it can't", async () => {
    process.argv = ["electron", "app", `--data=${dataDir}`, "--show=premiere"];
    await runDesktop();
    expect(shell.opened).toEqual(["http://127.0.0.1:4748/demo"]);
    vi.spyOn(server, "startShow").mockRejectedValue(new Error("No Space has a scene."));
    app.emit("second-instance", {}, [], "/", { args: [`--data=${dataDir}`, "--show=nothing"], cwd: "/" });
    await eventually(() => expect(dialog.asked.at(-1)).toMatchObject({ detail: "No Space has a scene." }));
  });

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

  it("tells the system whose windows these are, before there are any", async () => {
    const icons: string[][] = [];
    vi.spyOn(app, "whenReady").mockImplementationOnce(async () => {
      icons.push(new BrowserWindow({}).icons);
      BrowserWindow.all.length = 0;
    });
    await runDesktop();
    expect(icons).toEqual([[expect.stringMatching(/understudy-512\.png$/)]]);
  });

  it("is left to the first copy where one runs already, which gets the arguments", async () => {
    app.hasLock = false;
    await runDesktop();
    expect(app.lockData).toEqual({ args: [`--data=${dataDir}`], cwd: process.cwd() });
    expect(startServer).not.toHaveBeenCalled();
    // At once: a quit that is asked for this early lets Electron become ready first.
    expect([await ended(), app.quits]).toEqual([0, 0]);
  });

  it("tells the launcher so, and not that it has started", async () => {
    vi.stubEnv("UNDERSTUDY_LAUNCHER", "1");
    const said = vi.spyOn(process.stdout, "write").mockImplementation((_text, ...rest) => {
      (rest.at(-1) as (() => void) | undefined)?.();
      return true;
    });
    app.hasLock = false;
    await runDesktop();
    await ended();
    await settled();
    const signs = said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes("-desktop:"));
    expect(signs).toEqual(["understudy-desktop: handed\n"]);
    said.mockRestore();
  });

  it("asks which workspace where a link is all that the first launch names", async () => {
    for (const name of ["HOME", "APPDATA", "XDG_DATA_HOME"]) vi.stubEnv(name, base);
    process.argv = ["electron", "app", "understudy:../../../../../../tmp/evil/workspace.json"];
    await runDesktop();
    vi.unstubAllEnvs();
    expect(startServer).not.toHaveBeenCalled();
    expect(onlyWindow().loaded).toEqual(["understudy-app://shell/chooser.html"]);
  });

  it("has a profile of its own, unless the command line names one", async () => {
    app.switches = ["user-data-dir"];
    await runDesktop();
    expect(app.getPath("userData")).toBe(join(base, "Understudy"));
    expect(existsSync(join(base, "appData"))).toBe(false);
  });

  it("remembers in a file that the launcher reads, and logs where that was damaged", async () => {
    const file = join(base, "appData", desktopFolder, desktopMemoryFile);
    mkdirSync(join(base, "appData", desktopFolder), { recursive: true });
    writeFileSync(file, '{"recents":["/shop",7]}');
    await runDesktop();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      lastWorkspace: dataDir,
      recents: [dataDir, "/shop"],
    });
    expect(log()).toContain(`${file} was damaged (an entry of recents)`);
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

describe("a start that fails before there is anything to ask", () => {
  beforeEach(() => writeFileSync(join(base, "appData"), "a file, not a folder"));
  const reason = expect.stringMatching(/^(EEXIST|ENOTDIR)/);

  it("says why, and ends", async () => {
    await runDesktop();
    expect(dialog.errors).toEqual([["Understudy could not start", reason]]);
    expect(app.exitCodes).toEqual([2]);
    expect(vi.mocked(process.stderr.write).mock.calls).toEqual([
      [expect.stringMatching(/^Understudy could not start: E\w+: [^\n]+\n$/)],
    ]);
    expect(app.listenerCount("second-instance")).toBe(0);
  });

  it("ends where something breaks once Electron is ready, too: nobody could, without a window", async () => {
    rmSync(join(base, "appData"));
    vi.spyOn(protocol, "handle").mockImplementationOnce(() => {
      throw new Error("the scheme is taken");
    });
    await runDesktop();
    expect(dialog.errors).toEqual([["Understudy could not start", "the scheme is taken"]]);
    expect(app.exitCodes).toEqual([2]);
  });

  it("does not keep a launcher waiting by a dialog", async () => {
    vi.stubEnv("UNDERSTUDY_LAUNCHER", "1");
    await runDesktop();
    vi.unstubAllEnvs();
    expect([dialog.errors, app.exitCodes]).toEqual([[], [2]]);
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
    await eventually(() => expect(onlyWindow().loaded).toHaveLength(1));
    expect(app.exitCodes).toEqual([]);
  });

  it("shows logs and data folder, and asks on", async () => {
    dialog.answers = ["Open Logs", "Open Data Folder", "Restart"];
    await runDesktop();
    await eventually(() => onlyWindow());
    expect(shell.revealed).toEqual([join(dataDir, ".understudy/logs"), dataDir]);
    expect(dialog.asked).toHaveLength(3);
  });

  it("opens no program that a folder from elsewhere has in the logs' place", async () => {
    const program = join(dataDir, "a.command");
    writeFileSync(program, "#!/bin/sh\n");
    mkdirSync(join(dataDir, ".understudy"));
    symlinkSync(program, join(dataDir, ".understudy/logs"));
    dialog.answers = ["Open Logs", "Restart"];
    await runDesktop();
    await eventually(() => onlyWindow());
    expect(shell.revealed).toEqual([join(dataDir, ".understudy")]);
  });

  it("leads to the chooser", async () => {
    dialog.answers = ["Choose Another Workspace…"];
    await runDesktop();
    await eventually(() => expect(onlyWindow().loaded).toEqual(["understudy-app://shell/chooser.html"]));
  });
});

const reject = (error: Error) => process.emit("unhandledRejection", error, Promise.resolve());

describe("a server that fails while it runs", () => {
  it.each([
    ["it says so itself", () => server.fail("the disk is gone")],
    ["nothing handled an error", () => process.emit("uncaughtException", new Error("the disk is gone"))],
    ["nothing handled a rejection of its own", () => inServer(() => reject(new Error("the disk is gone")))],
  ])("is stopped and started again at the same addresses: %s", async (_name, fail) => {
    dialog.answers = ["Restart"];
    vi.mocked(startServer).mockResolvedValueOnce(server).mockResolvedValueOnce(fakeServer(dataDir));
    await runDesktop();
    fail();
    await eventually(() => expect(startServer).toHaveBeenCalledTimes(2));
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
    await eventually(() => expect(onlyWindow().loaded[1]).toBe("http://127.0.0.1:4799/launch?token=1"));
  });

  it("goes on where a rejection is the shell's own, which is logged", async () => {
    await runDesktop();
    reject(new Error("no browser"));
    await settled();
    expect(log()).toContain("Not handled: no browser");
    expect(server.stop).not.toHaveBeenCalled();
    expect(dialog.asked).toEqual([]);
  });

  it("asks once, however much fails: while it stops, and while the person has not answered", async () => {
    dialog.waits = true;
    await runDesktop();
    process.emit("uncaughtException", new Error("one"));
    server.fail("two");
    await eventually(() => expect(dialog.open).toHaveLength(1));
    process.emit("uncaughtException", new Error("three"));
    await settled();
    expect(dialog.asked).toMatchObject([{ detail: "one" }]);
    expect(server.stop).toHaveBeenCalledOnce();
    expect(log()).toContain("Another failure: three");
  });

  it("is not asked about again where it failed before anything was open", async () => {
    process.argv = ["electron", "app"];
    await runDesktop();
    process.emit("uncaughtException", new Error("the menu broke"));
    await settled();
    expect(dialog.asked).toEqual([]);
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
    await settled();
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
    await eventually(() => expect(navigations()).toEqual([[channelOf("navigate"), want]]));
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

  it.each([
    ["by its arguments", (link: string) => launchAgain([link, "--data=/tmp/evil"])],
    ["by macOS", (link: string) => app.emit("open-url", { preventDefault: () => {} }, link)],
  ])("changes no workspace by a link, nor asks, %s", async (_name, launch) => {
    await runDesktop();
    launch("understudy:../../../tmp/evil/workspace.json");
    await settled();
    expect(dialog.asked).toEqual([]);
    expect(startServer).toHaveBeenCalledOnce();
  });

  it("goes to the page of every link, whatever addresses the page has given itself meanwhile", async () => {
    await runDesktop();
    await settled();
    expect(await call("pageReady")).toBeNull();
    const { webContents } = onlyWindow();
    const paths = ["/spaces/cinema/production/events", "/spaces/cinema/production/tribes"];
    for (const path of paths) {
      launchAgain([`understudy:/${path}`]);
      await settled();
      webContents.changesAddress(`${platformUrl}${path}`);
      // A link that leads out of the app: the page stays.
      expect(webContents.leadsTo("https://example.com/")).toBe(false);
    }
    expect(navigations().map(([, to]) => to)).toEqual(paths.map((path) => ({ to: "address", path })));
  });

  it("waits for a page that is loaded anew", async () => {
    await runDesktop();
    await settled();
    await call("pageReady");
    onlyWindow().reload();
    await settled();
    launchAgain(["understudy://spaces/cinema/production/events"]);
    await settled();
    expect(navigations()).toEqual([]);
    expect(await call("pageReady")).toEqual({ to: "address", path: "/spaces/cinema/production/events" });
  });

  it("goes nowhere by a link that is no page's", async () => {
    await runDesktop();
    launchAgain(["understudy://spaces/cinema/production/events/../../../launch"]);
    await settled();
    expect(await call("pageReady")).toBeNull();
  });

  it.each([
    ["Open Workspace", 2],
    ["Cancel", 1],
  ])("asks before it changes to another workspace: %s", async (answer, starts) => {
    await runDesktop();
    const other = makeWorkspace(join(base, "other"));
    dialog.answers = [answer];
    launchAgain([`--data=${other}`]);
    await eventually(() => expect(dialog.asked).toHaveLength(1));
    await settled();
    await settled();
    expect(startServer).toHaveBeenCalledTimes(starts);
    expect(server.stop).toHaveBeenCalledTimes(starts - 1);
  });

  it("opens another workspace with all that the launch asks for", async () => {
    await runDesktop();
    const other = join(base, "other");
    dialog.answers = ["Create Workspace"];
    launchAgain([`--data=${other}`, "--seed=demo", "--port=5001", "--sdk-port=5002", "--lan"]);
    await eventually(() => expect(startServer).toHaveBeenCalledTimes(2));
    const want = { dataDir: other, seed: "demo", port: 5001, sdkPort: 5002, lan: true, host: "desktop" };
    expect(vi.mocked(startServer).mock.calls[1]?.[0]).toMatchObject(want);
  });

  it("changes nothing of the server where the person stays", async () => {
    await runDesktop();
    const [stayed, other] = ["stayed", "other"].map((name) => makeWorkspace(join(base, name)));
    launchAgain([`--data=${stayed}`, "--port=5001"]);
    await eventually(() => expect(dialog.asked).toHaveLength(1));
    await settled();
    dialog.answers = ["Open Workspace"];
    launchAgain([`--data=${other}`]);
    await eventually(() => expect(startServer).toHaveBeenCalledTimes(2));
    expect(vi.mocked(startServer).mock.calls[1]?.[0]).toMatchObject({ dataDir: other, port: undefined });
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

  it("does the launch that came while it drained, once it has ended", async () => {
    let drained = () => {};
    server.stop.mockReturnValue(
      new Promise((resolve) => {
        drained = resolve;
      }),
    );
    const chdir = vi.spyOn(process, "chdir").mockReturnValue();
    await runDesktop();
    app.quit();
    const launch = (...args: string[]) => app.emit("second-instance", {}, [], "/", { args, cwd: base });
    launch("--data=other", "--lan");
    launch("--data=third");
    expect(app.relaunches).toEqual([]);
    drained();
    expect(await ended()).toBe(0);
    expect([app.relaunches, chdir.mock.calls]).toEqual([[["app", "--data=third"]], [[base]]]);
    chdir.mockRestore();
  });

  it("waits no longer than a minute", async () => {
    server.stop.mockReturnValue(new Promise(() => {}));
    await runDesktop();
    vi.useFakeTimers();
    app.quit();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await ended()).toBe(1);
    expect(dialog.errors).toEqual([
      ["Understudy did not stop cleanly", expect.stringContaining("60 seconds")],
    ]);
  });

  it("tells of a drain that failed, and ends with 1", async () => {
    server.stop.mockRejectedValue(new Error("the disk is full"));
    await runDesktop();
    app.quit();
    expect(await ended()).toBe(1);
    expect(dialog.errors).toEqual([["Understudy did not stop cleanly", "the disk is full"]]);
  });

  it.each([
    ["SIGTERM", () => process.emit("SIGTERM")],
    ["the launcher's order", () => process.emit("message", quitOrder, undefined)],
  ])("comes with %s, without a question", async (_name, ask) => {
    await runDesktop();
    ask();
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
    await eventually(() => {
      expect({ open: BrowserWindow.open().length, exit: app.exitCodes }).toEqual(want);
    });
    expect(await call("getDesktop")).toMatchObject({ preferences: { keepInTray } });
  });

  it("promises no tray where there is none", async () => {
    Tray.fails = true;
    await runDesktop();
    dialog.answers = ["Keep Running"];
    onlyWindow().close();
    await eventually(() => expect(BrowserWindow.open()).toEqual([]));
    expect(dialog.asked[0]?.detail).not.toContain("tray");
    expect(app.exitCodes).toEqual([]);
  });

  it("asks once and remembers it, in the next run too", async () => {
    await runDesktop();
    dialog.answers = ["Keep Running in the Tray"];
    onlyWindow().close();
    await eventually(() => expect(BrowserWindow.open()).toEqual([]));
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

describe("opening at login", () => {
  const autostart = () => join(base, "config/autostart");
  beforeEach(async () => {
    app.isPackaged = true;
    vi.stubEnv("XDG_CONFIG_HOME", join(base, "config"));
    mkdirSync(join(base, "config"));
    process.argv = ["app", `--data=${dataDir}`];
    await runDesktop();
  });
  afterEach(() => void vi.unstubAllEnvs());

  it("shows what the system says, not what was stored", async () => {
    const on = { preferences: { openAtLogin: true } };
    expect(await call("changePreferences", { openAtLogin: true })).toMatchObject(on);
    writeFileSync(join(autostart(), "understudy.desktop"), "Hidden=true\n");
    expect(await call("getDesktop")).toMatchObject({ preferences: { openAtLogin: false } });
  });

  it("is not on where it could not be done, and nothing else changes", async () => {
    writeFileSync(autostart(), "a file, not a folder");
    await expect(call("changePreferences", { openAtLogin: true, badge: true })).rejects.toThrow(
      /EEXIST|ENOTDIR/,
    );
    const off = { openAtLogin: false, badge: false };
    expect(await call("getDesktop")).toMatchObject({ preferences: off });
    const kept = readFileSync(join(base, "appData", desktopFolder, desktopMemoryFile), "utf8");
    expect(JSON.parse(kept)).toMatchObject({ preferences: off });
  });
});
