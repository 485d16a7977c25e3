import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { isServersWork } from "../../../src/main/server-scope.ts";
import { type RunningServer, StartError, startServer } from "../../../src/server/start-server.ts";
import {
  call,
  chooserPage,
  consolePage,
  ended,
  type FakeServer,
  fakeServer,
  freshDesktop,
  makeWorkspace,
  onlyWindow,
  onPlatform,
  platformUrl,
  settled,
  top,
} from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import { app, BrowserWindow, dialog, Menu, session, Tray } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
let dataDir: string;
let other: string;
let server: FakeServer;
beforeEach(() => {
  ({ base, leave, dataDir, server } = freshDesktop(startServer));
  other = makeWorkspace(join(base, "other"));
});
afterEach(() => leave());

const chooserUrl = chooserPage;
const launchAgain = (...args: string[]) => app.emit("second-instance", {}, [], "/", { args, cwd: "/" });
const started = () => vi.mocked(startServer).mock.calls.map(([options]) => options.dataDir);
const box = (at = 0) => dialog.open[at];
const asksFor = (message: string | RegExp) =>
  eventually(() => expect(box()?.options.message).toMatch(message));

/** Both workspaces are known, the first is open. */
async function runWithRecent(): Promise<void> {
  await runDesktop();
  dialog.answers = ["Open Workspace"];
  launchAgain(`--data=${other}`);
  await eventually(async () => expect(await call("getDesktop")).toMatchObject({ dataDir: other }));
  await call("openRecent", { path: dataDir });
  vi.mocked(startServer).mockClear();
  dialog.asked.length = 0;
}

/** A start or stop that takes until it is told to end. */
function held<T>(answer: T) {
  let go = () => {};
  const done = new Promise<T>((resolve) => {
    go = () => resolve(answer);
  });
  return { done, go };
}

function choose(top: string, label: string, below?: string): void {
  const menu = Menu.installed?.find((item) => item.label === top)?.submenu;
  const items = Array.isArray(menu) ? menu : [];
  const item = items.find((one) => one.label === label);
  const last = below === undefined ? item : submenu(item).find((one) => one.label === below);
  (last?.click as (() => void) | undefined)?.();
}
const submenu = (item: { readonly submenu?: unknown } | undefined) =>
  (Array.isArray(item?.submenu) ? item.submenu : []) as { label?: string; click?: unknown }[];
const tray = (label: string) =>
  (Tray.all[0]?.menu.find((item) => item.label === label)?.click as (() => void) | undefined)?.();

describe("a recent workspace whose folder is gone", () => {
  it.each([
    ["the menu", () => choose("File", "Recent Workspaces", other)],
    ["the page", () => void call("openRecent", { path: other })],
    ["a second launch", () => launchAgain(`--data=${other}`)],
  ])("is not made anew, and can be taken off the list: %s", async (_name, open) => {
    await runWithRecent();
    dialog.waits = true;
    rmSync(other, { recursive: true });
    open();
    await asksFor("The workspace “other” can't be opened.");
    expect(box()?.options.detail).toContain("The folder is not there any more.");
    box()?.press("Remove from List");
    await settled();
    expect(await call("getDesktop")).toMatchObject({ dataDir, recents: [] });
    expect([started(), existsSync(other)]).toEqual([[], false]);
  });

  it("stays on the list where that is wanted; an emptied folder is none either", async () => {
    await runWithRecent();
    rmSync(join(other, "workspace.json"));
    await call("openRecent", { path: other });
    expect(dialog.asked[0]?.detail).toContain("There is no workspace in it any more.");
    expect(await call("getDesktop")).toMatchObject({ recents: [other] });
    expect(started()).toEqual([]);
  });
});

describe("another folder that a second launch names", () => {
  it.each([
    ["Create Workspace", 1],
    ["Cancel", 0],
  ])("is made a workspace only where that was said: %s", async (answer, starts) => {
    await runDesktop();
    vi.mocked(startServer).mockClear();
    dialog.answers = [answer];
    launchAgain(`--data=${join(base, "new")}`);
    await eventually(() => expect(dialog.asked).toMatchObject([{ message: /^Create a new workspace/ }]));
    await settled();
    await settled();
    expect(started()).toHaveLength(starts);
  });

  it("is not made one without a word where none is open either", async () => {
    process.argv = ["electron", "app"];
    await runDesktop();
    launchAgain(`--data=${join(base, "new")}`);
    await eventually(() => expect(dialog.asked).toMatchObject([{ message: /^Create a new workspace/ }]));
    await settled();
    expect(started()).toEqual([]);
  });

  it("is refused where it can't be one", async () => {
    await runDesktop();
    mkdirSync(join(base, "full/of-other-things"), { recursive: true });
    launchAgain(`--data=${join(base, "full")}`);
    await eventually(() => expect(dialog.asked).toHaveLength(1));
    expect(dialog.asked[0]?.detail).toContain("Other files are in this folder.");
    expect(started()).toEqual([dataDir]);
  });

  it("is opened without a question where none is open", async () => {
    process.argv = ["electron", "app"];
    await runDesktop();
    expect(onlyWindow().loaded).toEqual([chooserUrl]);
    launchAgain(`--data=${other}`);
    await eventually(() => expect(started()).toEqual([other]));
    await settled();
    expect(dialog.asked).toEqual([]);
    // The question which one is answered by that.
    expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=1`]);
  });
});

describe("a change of workspace that fails", () => {
  const ways: [string, () => void][] = [
    ["the menu", () => choose("File", "Recent Workspaces", other)],
    ["the page", () => void call("openRecent", { path: other })],
    ["a second launch", () => launchAgain(`--data=${other}`)],
  ];
  const failing = (fault: string) => vi.mocked(startServer).mockRejectedValueOnce(new StartError(fault));

  it.each(ways)("goes back to the one before, and says why: %s", async (_name, open) => {
    await runWithRecent();
    const loads = onlyWindow().loaded.length;
    failing("Its workspace.json is damaged");
    dialog.answers = ["Open Workspace"].slice(0, _name === "a second launch" ? 1 : 0);
    open();
    await eventually(() =>
      expect(dialog.asked.at(-1)).toMatchObject({
        message: "The workspace “other” could not be opened.",
        detail: "Its workspace.json is damaged\n\n“workspace” is open again.",
      }),
    );
    expect(vi.mocked(startServer).mock.calls.map(([options]) => [options.dataDir, options.port])).toEqual([
      [other, undefined],
      [dataDir, 4747],
    ]);
    expect(await call("getDesktop")).toMatchObject({ dataDir, server: "running", recents: [other] });
    // Its page is still there, and goes on by itself.
    expect(onlyWindow().loaded).toHaveLength(loads);
    expect(app.exitCodes).toEqual([]);
  });

  it("asks what to do where the one before fails as well, and tries that one again", async () => {
    await runWithRecent();
    dialog.waits = true;
    failing("damaged");
    failing("taken");
    failing("taken");
    void call("openRecent", { path: other });
    await asksFor("Understudy could not start");
    expect(box()?.options.detail).toContain("damaged");
    expect(box()?.options.detail).toContain("taken");
    box()?.press("Restart");
    await eventually(() => expect(started()).toEqual([other, dataDir, dataDir, dataDir]));
  });
});

describe("a quit", () => {
  it.each(["restartServer", "openRecent"] as const)("waits for what is under way: %s", async (name) => {
    await runWithRecent();
    const next = fakeServer(other);
    const starting = held<RunningServer>(next);
    const draining = held(undefined);
    vi.mocked(startServer).mockReturnValueOnce(starting.done);
    next.stop.mockReturnValueOnce(draining.done);
    void call(name, name === "openRecent" ? { path: other } : undefined);
    await eventually(() => expect(startServer).toHaveBeenCalledOnce());
    app.quit();
    await settled();
    expect(app.exitCodes).toEqual([]);
    starting.go();
    await eventually(() => expect(next.stop).toHaveBeenCalledOnce());
    await settled();
    expect(app.exitCodes).toEqual([]);
    draining.go();
    expect(await ended()).toBe(0);
    // No window comes back meanwhile.
    expect(BrowserWindow.open()).toEqual([]);
  });

  it("waits for a server that is being stopped, and starts no other", async () => {
    await runWithRecent();
    const draining = held(undefined);
    server.stop.mockReset().mockReturnValueOnce(draining.done);
    void call("openRecent", { path: other });
    await eventually(() => expect(server.stop).toHaveBeenCalledOnce());
    app.quit();
    void call("restartServer");
    await settled();
    expect(app.exitCodes).toEqual([]);
    draining.go();
    expect(await ended()).toBe(0);
    expect(started()).toEqual([other]);
  });
});

it("runs what is the server's as the server's own work", async () => {
  const seen: boolean[] = [];
  vi.mocked(startServer).mockImplementationOnce(async () => {
    seen.push(isServersWork());
    return server;
  });
  server.stop.mockImplementationOnce(async () => void seen.push(isServersWork()));
  await runDesktop();
  seen.push(isServersWork());
  app.quit();
  await ended();
  expect(seen).toEqual([true, false, true]);
});

describe("what there is to see", () => {
  const failedStart = async () => {
    dialog.waits = true;
    vi.mocked(startServer).mockRejectedValueOnce(new StartError("the port is taken"));
    await runDesktop();
    await asksFor("Understudy could not start");
  };

  it.each([
    ["the dock", () => app.emit("activate")],
    ["the tray", () => Tray.all[0]?.emit("click")],
    ["a second launch", () => launchAgain()],
  ])("after a start that failed is why, by %s", async (_name, show) => {
    await failedStart();
    show();
    await settled();
    expect(dialog.asked).toHaveLength(2);
    expect(dialog.open.map(({ options }) => options.detail)).toEqual(["the port is taken"]);
    box()?.press("Restart");
    await eventually(() => onlyWindow());
    expect(app.exitCodes).toEqual([]);
  });

  it("is the chooser where that was asked for, and again where it was closed", async () => {
    await failedStart();
    box()?.press("Choose Another Workspace…");
    await eventually(() => expect(onlyWindow().loaded).toEqual([chooserUrl]));
    const chooser = onlyWindow();
    chooser.calls.length = 0;
    app.emit("activate");
    expect(chooser.calls).toEqual(["show", "focus"]);
    chooser.destroyed = true;
    app.emit("activate");
    expect(onlyWindow().loaded).toEqual([chooserUrl]);
    expect(dialog.open).toEqual([]);
  });

  it("is the console below the chooser where both are there", async () => {
    await runDesktop();
    await call("showChooser");
    const windows = BrowserWindow.open();
    for (const { calls } of windows) calls.length = 0;
    app.emit("activate");
    expect(windows.map(({ calls }) => calls)).toEqual([
      ["show", "focus"],
      ["show", "focus"],
    ]);
  });

  it("is nothing yet while the server starts", async () => {
    const starting = held<RunningServer>(server);
    vi.mocked(startServer).mockReturnValueOnce(starting.done);
    const running = runDesktop();
    await eventually(() => expect(startServer).toHaveBeenCalledOnce());
    app.emit("activate");
    expect(BrowserWindow.open()).toEqual([]);
    starting.go();
    await running;
    expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=1`]);
  });

  it("is no server while it stops", async () => {
    await runDesktop();
    const draining = held(undefined);
    server.stop.mockReturnValueOnce(draining.done);
    const [window] = BrowserWindow.open();
    const restarted = call("restartServer");
    await eventually(() => expect(server.stop).toHaveBeenCalledOnce());
    expect(await call("getDesktop")).toMatchObject({ server: "stopped" });
    await expect(call("signIn")).rejects.toThrow("The server is stopped.");
    draining.go();
    await restarted;
    expect(await call("getDesktop")).toMatchObject({ server: "running" });
    expect(window?.loaded).toHaveLength(1);
  });

  it("is the chooser where a restart is asked for before anything was open", async () => {
    process.argv = ["electron", "app"];
    await runDesktop();
    tray("Restart");
    await settled();
    expect(onlyWindow().calls).toEqual(["show", "focus"]);
    expect(dialog.asked).toEqual([]);
  });
});

describe("a failure that is still asked about", () => {
  const fail = async () => {
    dialog.waits = true;
    await runDesktop();
    server.fail("the disk is gone");
    await asksFor("Understudy's server stopped");
  };

  it("stays where the window is closed", async () => {
    await fail();
    expect(onlyWindow().close()).toBe(true);
    await settled();
    expect([app.quits, dialog.open.length]).toEqual([0, 1]);
  });

  it("is told once, whatever fails while the server stops", async () => {
    dialog.waits = true;
    await runDesktop();
    const draining = held(undefined);
    server.stop.mockReturnValueOnce(draining.done);
    process.emit("uncaughtException", new Error("one"));
    process.emit("uncaughtException", new Error("two"));
    draining.go();
    await asksFor("Understudy's server stopped");
    await settled();
    expect(dialog.asked.map(({ detail }) => detail)).toEqual(["one"]);
  });

  it.each([
    ["a second launch", () => launchAgain(`--data=${other}`)],
    ["the tray", () => tray("Restart")],
  ])("is no question any more once a server runs by %s", async (_name, start) => {
    await fail();
    vi.mocked(startServer).mockImplementation(async ({ dataDir: path }) => fakeServer(path));
    start();
    await eventually(async () => expect(await call("getDesktop")).toMatchObject({ server: "running" }));
    await settled();
    expect([dialog.open, app.exitCodes]).toEqual([[], []]);
  });

  it("is asked over a window on macOS, and comes to the front with it", async () => {
    await onPlatform("darwin", async () => {
      await fail();
      app.emit("activate");
      expect([app.focuses, dialog.asked.length]).toEqual([1, 1]);
      expect(onlyWindow().calls.at(-1)).toBe("focus");
      const next = fakeServer(dataDir);
      vi.mocked(startServer).mockResolvedValue(next);
      tray("Restart");
      await eventually(async () => expect(await call("getDesktop")).toMatchObject({ server: "running" }));
      await eventually(() => expect(dialog.open).toEqual([]));
      expect([next.stop.mock.calls, app.exitCodes]).toEqual([[], []]);
    });
  });
});

describe("a question on macOS where no window is open", () => {
  it("is asked over the chooser where no server runs, which goes away with a restart", async () => {
    await onPlatform("darwin", async () => {
      dialog.waits = true;
      vi.mocked(startServer).mockRejectedValueOnce(new StartError("the disk is full"));
      await runDesktop();
      const chooser = onlyWindow();
      expect([chooser.loaded, dialog.open]).toEqual([[chooserUrl], []]);
      // Not before it is on the screen.
      chooser.emit("ready-to-show");
      await asksFor("Understudy could not start");
      box()?.press("Restart");
      await eventually(() => expect(chooser.isDestroyed()).toBe(true));
      expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=1`]);
    });
  });

  it("is asked over the console, which is opened for it, while the server goes on", async () => {
    await onPlatform("darwin", async () => {
      await runWithRecent();
      onlyWindow().close();
      dialog.waits = true;
      rmSync(other, { recursive: true });
      choose("File", "Recent Workspaces", other);
      await eventually(() => expect(BrowserWindow.open()).toHaveLength(1));
      expect(dialog.open).toEqual([]);
      onlyWindow().emit("ready-to-show");
      await asksFor("The workspace “other” can't be opened.");
    });
  });
});

it("quits where the window is closed for good, the chooser open or not", async () => {
  await runDesktop();
  const [window] = BrowserWindow.open();
  await call("showChooser");
  dialog.answers = ["Quit"];
  expect(window?.close()).toBe(false);
  expect(await ended()).toBe(0);
  expect(server.stop).toHaveBeenCalledOnce();
});

it("opens nothing that the chooser may not open", async () => {
  process.argv = ["electron", "app"];
  await runDesktop();
  const full = join(base, "full");
  mkdirSync(join(full, "of-other-things"), { recursive: true });
  dialog.picks.push(full);
  await call("pickWorkspace", undefined, top(chooserPage));
  const answer = await call("openWorkspace", { folder: "picked", start: "empty" }, top(chooserPage));
  expect(answer).toEqual({
    problem: "Other files are in this folder. Choose an empty one, or a workspace.",
  });
  expect(startServer).not.toHaveBeenCalled();
});

it("gets another port by every restart where its own is taken by then", async () => {
  await runDesktop();
  await call("restartServer");
  vi.mocked(startServer)
    .mockClear()
    .mockImplementation(async ({ port, dataDir: path }) => {
      if (port !== undefined) throw new StartError("Port 4747 is taken.");
      return fakeServer(path, "http://127.0.0.1:4750");
    });
  await call("restartServer");
  expect(vi.mocked(startServer).mock.calls.map(([{ port }]) => port)).toEqual([4747, undefined]);
  expect(dialog.asked).toEqual([]);
});

it.each([
  [true, []],
  [null, ["Keep Understudy running?"]],
])(
  "goes on where the window is closed while the server restarts: in the tray %s",
  async (keepInTray, asked) => {
    await runDesktop();
    if (keepInTray) await call("changePreferences", { keepInTray });
    const draining = held(undefined);
    server.stop.mockReturnValueOnce(draining.done);
    const restarted = call("restartServer");
    await eventually(() => expect(server.stop).toHaveBeenCalledOnce());
    onlyWindow().close();
    await settled();
    expect([app.quits, dialog.asked.map(({ message }) => message)]).toEqual([0, asked]);
    draining.go();
    await restarted;
    expect(app.exitCodes).toEqual([]);
  },
);

it("asks nothing of the address that its server has left: somebody else may answer there", async () => {
  await runDesktop();
  await settled();
  const { webContents } = onlyWindow();
  const asks = (url: string) => !session.defaultSession.cancels(url);
  webContents.changesAddress(consolePage);
  expect(asks(`${platformUrl}/v2/status`)).toBe(true);
  dialog.waits = true;
  server.fail("the disk is gone");
  await asksFor("Understudy's server stopped");
  expect([asks(`${platformUrl}/v2/status`), asks("http://example.com/poster.png")]).toEqual([false, true]);
  const arrived = vi.fn();
  webContents.on("did-navigate", arrived);
  webContents.reload();
  await settled();
  expect(arrived).not.toHaveBeenCalled();
  // What runs next is somewhere else: the page that is still there must not go on at the old address.
  vi.mocked(startServer).mockImplementation(async () => fakeServer(dataDir, "http://127.0.0.1:4750"));
  box()?.press("Restart");
  await eventually(() => expect(onlyWindow().loaded.at(-1)).toBe("http://127.0.0.1:4750/launch?token=1"));
  expect([asks(`${platformUrl}/v2/status`), asks("http://127.0.0.1:4750/v2/status")]).toEqual([false, true]);
});
