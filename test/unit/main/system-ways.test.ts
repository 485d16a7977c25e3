import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { startServer } from "../../../src/server/start-server.ts";
import {
  call,
  chooserPage,
  consolePage,
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
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  Menu,
  nativeTheme,
  resetFakeElectron,
  shell,
  Tray,
} from "../../helpers/fake-electron.ts";
import { writeProgram } from "../../helpers/fake-program.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
let dataDir: string;
beforeEach(() => {
  ({ base, leave, dataDir } = freshDesktop(startServer));
});
afterEach(() => leave());

const below = (menu: readonly MenuItemConstructorOptions[], label: string) => {
  const found = menu.find((item) => (item.label ?? item.role) === label)?.submenu;
  return Array.isArray(found) ? found : [];
};
const choose = (top: string, label: string) => {
  const item = below(Menu.installed ?? [], top).find((one) => one.label === label);
  (item?.click as (() => void) | undefined)?.();
};
const launchAgain = (...args: string[]) => app.emit("second-instance", {}, [], "/", { args, cwd: "/" });
const lastOptions = () => vi.mocked(startServer).mock.lastCall?.[0];

/** The app anew on the same computer. */
async function nextRun(): Promise<void> {
  resetFakeElectron(base);
  await runDesktop();
}

it("is about its version and its licence", async () => {
  await runDesktop();
  expect(app.about).toMatchObject({ applicationVersion: "1.2.3", copyright: expect.stringContaining("MIT") });
  expect(below(Menu.installed ?? [], "help").map(({ role }) => role)).toContain("about");
  choose("help", "Licences");
  expect(shell.revealed.map((path) => basename(path))).toEqual(["LICENSE"]);
});

it("has the system's own parts look as the console does, from the start of the next run on", async () => {
  await runDesktop();
  expect(nativeTheme.themeSource).toBe("system");
  await call("showTheme", "dark");
  expect(nativeTheme.themeSource).toBe("dark");
  await nextRun();
  expect(nativeTheme.themeSource).toBe("dark");
});

describe("back and forward", () => {
  const at = () => onlyWindow().webContents.getURL();

  it("lead through the console's pages, by the menu and by a mouse's buttons", async () => {
    await runDesktop();
    await settled();
    const events = consolePage.replace("settings", "events");
    for (const page of [consolePage, events]) onlyWindow().webContents.changesAddress(page);
    choose("Go", "Back");
    expect(at()).toBe(consolePage);
    choose("Go", "Forward");
    choose("Go", "Forward");
    expect(at()).toBe(events);
    onlyWindow().emit("app-command", {}, "browser-backward");
    expect(at()).toBe(consolePage);
  });

  it("end at the workspace that is open", async () => {
    const other = makeWorkspace(join(base, "other"));
    await runDesktop();
    await settled();
    dialog.answers = ["Open Workspace"];
    launchAgain(`--data=${other}`);
    await eventually(() => expect(onlyWindow().loaded).toHaveLength(2));
    await settled();
    const here = at();
    choose("Go", "Back");
    expect(at()).toBe(here);
  });
});

describe("a start at login", () => {
  it("brings no window where a tray says that it runs, and one when it is asked for", async () => {
    process.argv = ["electron", "app", `--data=${dataDir}`, "--hidden"];
    await runDesktop();
    expect([BrowserWindow.open(), Tray.all.length]).toEqual([[], 1]);
    launchAgain();
    await settled();
    expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=1`]);
  });

  it("brings its window where there is no tray", async () => {
    Tray.fails = true;
    process.argv = ["electron", "app", `--data=${dataDir}`, "--hidden"];
    await runDesktop();
    expect(onlyWindow().loaded).toHaveLength(1);
  });

  it("asks which workspace all the same", async () => {
    process.argv = ["electron", "app", "--hidden"];
    await runDesktop();
    expect(onlyWindow().loaded).toEqual(["understudy-app://shell/chooser.html"]);
  });

  it("shows the workspace that was chosen then", async () => {
    process.argv = ["electron", "app", "--hidden"];
    await runDesktop();
    dialog.picks.push(dataDir);
    await call("pickWorkspace", undefined, top(chooserPage));
    const chosen = { folder: "picked", start: "empty" };
    expect(await call("openWorkspace", chosen, top(chooserPage))).toEqual({ problem: null });
    expect(onlyWindow().loaded).toEqual([`${platformUrl}/launch?token=1`]);
  });

  it("is told by macOS itself", async () => {
    await onPlatform("darwin", async () => {
      app.isPackaged = true;
      app.loginItem = { ...app.loginItem, wasOpenedAtLogin: true };
      process.argv = ["app", `--data=${dataDir}`];
      await runDesktop();
      expect(BrowserWindow.open()).toEqual([]);
      app.emit("activate");
      await settled();
      expect(onlyWindow().loaded).toHaveLength(1);
    });
  });
});

it.each([
  ["(false,)", 0],
  ["(true,)", 1],
])("makes a tray only where the desktop shows one: %s", async (answer, trays) => {
  mkdirSync(join(base, "bin"));
  writeProgram(join(base, "bin/gdbus"), `console.log(${JSON.stringify(answer)})`);
  vi.stubEnv("PATH", `${join(base, "bin")}:${process.env.PATH}`);
  await onPlatform("linux", runDesktop);
  expect(Tray.all).toHaveLength(trays);
});

describe("the workspaces that were open lately", () => {
  async function openBoth(): Promise<string> {
    const other = makeWorkspace(join(base, "other & more"));
    writeFileSync(join(other, "more.understudy"), "");
    for (const folder of [dataDir, other]) mkdirSync(join(folder, ".understudy"));
    await runDesktop();
    dialog.answers = ["Open Workspace"];
    launchAgain(`--data=${other}`);
    await eventually(async () => expect(await call("getDesktop")).toMatchObject({ dataDir: other }));
    return other;
  }

  it("are in macOS's dock and among its recent files", async () => {
    await onPlatform("darwin", async () => {
      const other = await openBoth();
      await eventually(() => expect(app.recentDocuments).toEqual([join(other, "more.understudy")]));
      await eventually(() => expect(app.dockMenu.map(({ label }) => label)).toEqual(["workspace"]));
      (app.dockMenu[0]?.click as (() => void) | undefined)?.();
      await eventually(async () => expect(await call("getDesktop")).toMatchObject({ dataDir }));
      await eventually(() => expect(app.dockMenu.map(({ label }) => label)).toEqual(["other && more"]));
    });
  });

  it("are among the recent files from the first time on", async () => {
    await onPlatform("darwin", async () => {
      await runDesktop();
      const folder = join(base, "new");
      dialog.picks.push(folder);
      vi.mocked(startServer).mockImplementationOnce(async () => fakeServer(makeWorkspace(folder)));
      await call("pickWorkspace", undefined, top(chooserPage));
      await call("openWorkspace", { folder: "picked", start: "empty" }, top(chooserPage));
      expect(app.recentDocuments).toEqual([join(folder, "new.understudy")]);
    });
  });

  it("are in Windows' jump list, each a start that this app is handed", async () => {
    await onPlatform("win32", async () => {
      app.isPackaged = true;
      process.argv = ["app", `--data=${dataDir}`];
      await openBoth();
      const items = [
        { type: "task", title: "workspace", program: process.execPath, args: `"--data=${dataDir}"` },
      ];
      await eventually(() =>
        expect(app.jumpLists.at(-1)).toMatchObject([{ name: "Recent Workspaces", items }]),
      );
    });
  });
});

it("finds its ports again, each workspace its own", async () => {
  vi.mocked(startServer).mockResolvedValue(fakeServer(dataDir, "http://127.0.0.1:4755"));
  await runDesktop();
  expect(lastOptions()?.usual).toBeUndefined();
  await nextRun();
  expect(lastOptions()?.usual).toEqual({ path: dataDir, port: 4755, sdkPort: 4748 });
});

it("shows the chooser without the menu bar, which is the console's", async () => {
  await runDesktop();
  await call("showChooser");
  expect(BrowserWindow.open().map(({ hasMenu }) => hasMenu)).toEqual([true, false]);
});

describe("diagnostics", () => {
  it("are kept here and sent to nobody", async () => {
    await runDesktop();
    expect(crashReporter.started).toMatchObject({ uploadToServer: false });
  });

  it("are one file where the person wants it, without keys", async () => {
    const saved = join(base, "saved.zip");
    const crashes = join(base, "crashDumps/completed");
    mkdirSync(crashes, { recursive: true });
    for (const name of ["a.dmp", "b.dmp", "settings.dat"]) writeFileSync(join(crashes, name), name);
    await runDesktop();
    dialog.picks.push(saved);
    dialog.answers = ["Save Them, Too"];
    choose("help", "Save Diagnostics…");
    await eventually(() => expect(shell.revealed).toEqual([saved]));
    expect(dialog.asked).toMatchObject([{ detail: expect.stringContaining("images of the app's memory") }]);
    const files = unzipSync(readFileSync(saved));
    expect(Object.keys(files).sort()).toEqual([
      "about.json",
      "crashes/a.dmp.gz",
      "crashes/b.dmp.gz",
      "logs/desktop.log",
    ]);
    expect(strFromU8(files["logs/desktop.log"] ?? new Uint8Array())).toContain("Started on");
    const about = strFromU8(files["about.json"] ?? new Uint8Array());
    expect(JSON.parse(about)).toMatchObject({ version: "1.2.3", server: "running" });
    expect(about).not.toMatch(/us_(dev|stg|prd)_|token/);
  });

  it("hold no image of memory unless the person wants it", async () => {
    const saved = join(base, "saved.zip");
    mkdirSync(join(base, "crashDumps"), { recursive: true });
    writeFileSync(join(base, "crashDumps/a.dmp"), "");
    await runDesktop();
    dialog.picks.push(saved);
    dialog.answers = ["Leave Them Out"];
    choose("help", "Save Diagnostics…");
    await eventually(() => expect(shell.revealed).toEqual([saved]));
    expect(Object.keys(unzipSync(readFileSync(saved))).sort()).toEqual(["about.json", "logs/desktop.log"]);
  });

  it("are left where they are when the person thinks better of it, and say where they can't be saved", async () => {
    await runDesktop();
    choose("help", "Save Diagnostics…");
    await settled();
    dialog.picks.push(join(base, "no/such/folder.zip"));
    choose("help", "Save Diagnostics…");
    await eventually(() =>
      expect(dialog.asked).toMatchObject([{ message: "The diagnostics could not be saved." }]),
    );
    expect(shell.revealed).toEqual([]);
  });
});
