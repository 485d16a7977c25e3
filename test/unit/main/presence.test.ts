import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { collectGarbage } from "../../helpers/collect-garbage.ts";
import {
  call,
  ended,
  type FakeServer,
  fakeServer,
  freshComputer,
  keys,
  makeWorkspace,
  onlyWindow,
  onPlatform,
  platformUrl,
  settled,
} from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  Notification,
  shell,
  Tray,
} from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let leave: () => void;
let server: FakeServer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date", "performance"] });
  const computer = freshComputer();
  leave = computer.leave;
  const dataDir = join(computer.base, "workspace");
  makeWorkspace(dataDir);
  process.argv = ["electron", "app", `--data=${dataDir}`];
  server = fakeServer(dataDir);
  vi.mocked(startServer).mockReset().mockResolvedValue(server);
});
afterEach(() => {
  vi.useRealTimers();
  leave();
});

const itemsOf = (menu: readonly MenuItemConstructorOptions[] | null, label: string) => {
  const found = menu?.find((item) => (item.label ?? item.role) === label)?.submenu;
  return Array.isArray(found) ? found : [];
};

/** What a weak reference gives is held until the end of the job that asked: so it is another one's turn first. */
async function collectAll(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

const someTime = async () => {
  vi.advanceTimersByTime(5_000);
  await settled();
};

it("is quiet until it is asked to be otherwise", async () => {
  await runDesktop();
  await someTime();
  server.state.refused += 100;
  await someTime();
  expect(Notification.shown).toEqual([]);
  expect(app.badges.every((count) => count === 0)).toBe(true);
});

it("shows refused events on the icon until the person looks", async () => {
  await runDesktop();
  await call("changePreferences", { badge: true });
  server.state.refused += 3;
  await someTime();
  expect(app.badges.at(-1)).toBe(3);
  onlyWindow().emit("focus");
  expect(app.badges.at(-1)).toBe(0);
  await someTime();
  expect(app.badges.at(-1)).toBe(0);
});

it("counts nothing while the person is looking", async () => {
  await runDesktop();
  await call("changePreferences", { badge: true });
  onlyWindow().focused = true;
  server.state.refused += 3;
  await someTime();
  expect(app.badges).toEqual([]);
  onlyWindow().focused = false;
  server.state.refused += 2;
  await someTime();
  await someTime();
  // And says a number once.
  expect(app.badges).toEqual([2]);
});

it("lays a dot over the window's icon on Windows, where there is no number, and over the next window's", async () => {
  await onPlatform("win32", async () => {
    await runDesktop();
    await call("changePreferences", { badge: true });
    const first = onlyWindow();
    server.state.refused += 3;
    await someTime();
    await someTime();
    expect(first.calls).toEqual(["overlay 3 refused events"]);
    const { width, height, bitmap } = first.overlay as { width: number; height: number; bitmap: Buffer };
    expect([width, height, bitmap.length]).toEqual([16, 16, 16 * 16 * 4]);
    const pixel = (x: number, y: number) => [...bitmap.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4)];
    expect([pixel(0, 0), pixel(15, 15)]).toEqual([Array(4).fill(0), Array(4).fill(0)]);
    expect(pixel(8, 8)).toEqual([0x30, 0x34, 0xd4, 255]);
    first.destroyed = true;
    app.emit("activate");
    await someTime();
    expect(onlyWindow().calls).toEqual(["overlay 3 refused events"]);
    onlyWindow().emit("focus");
    expect([onlyWindow().overlay, onlyWindow().calls.at(-1)]).toEqual([null, "overlay "]);
    expect(app.badges).toEqual([]);
  });
});

it("keeps a notification until it is clicked or closed, and no longer", async () => {
  const live = () => Notification.made.map((made) => made.deref()).filter((one) => one !== undefined);
  await runDesktop();
  await call("changePreferences", { notifications: true });
  server.state.refused += 40;
  await someTime();
  await collectAll();
  expect(live()).toHaveLength(1);
  const window = onlyWindow();
  const click = () => live()[0]?.emit("click");
  click();
  expect(window.calls).toEqual(["show", "focus"]);
  await collectAll();
  expect(live()).toEqual([]);
});

it("notes one that the system did not show", async () => {
  await runDesktop();
  await call("changePreferences", { notifications: true });
  server.state.refused += 40;
  await someTime();
  Notification.made.at(-1)?.deref()?.emit("failed", {}, "they are switched off");
  const log = readFileSync(join(server.dataDir, ".understudy/logs/desktop.log"), "utf8");
  expect(log).toContain("The system did not show “Events are refused”: they are switched off");
});

it("asks the system about the login item when somebody looks, and not every few seconds", async () => {
  await onPlatform("darwin", async () => {
    app.isPackaged = true;
    const asked = vi.spyOn(app, "getLoginItemSettings");
    await runDesktop();
    asked.mockClear();
    await someTime();
    expect(asked).not.toHaveBeenCalled();
    app.loginItem = { openAtLogin: true, executableWillLaunchAtLogin: true, wasOpenedAtLogin: false };
    onlyWindow().emit("focus");
    expect(onlyWindow().webContents.sent.at(-1)).toMatchObject([
      "understudy:desktopChanged",
      { preferences: { openAtLogin: true } },
    ]);
    asked.mockRestore();
  });
});

it("shows names as they are, with what menus take for a mark of a key", async () => {
  server.state.spaces = [{ key: "shop", name: "Nuts & Bolts", keys }];
  await runDesktop();
  for (const menu of [Tray.all[0]?.menu ?? [], itemsOf(Menu.installed, "Server")])
    expect(itemsOf(menu, "Copy API Key").at(-1)?.label).toBe("Nuts && Bolts");
});

it("pauses ingestion and goes on by the tray, which ends the app, too", async () => {
  await runDesktop();
  const choose = (label: string) => {
    const item = Tray.all[0]?.menu.find((one) => one.label === label);
    (item?.click as (() => void) | undefined)?.();
  };
  choose("Pause Ingestion");
  await eventually(() => expect(Tray.all[0]?.menu[0]?.label).toBe("Running, ingestion paused"));
  choose("Resume Ingestion");
  await eventually(() => expect(Tray.all[0]?.menu[0]?.label).toBe("Running"));
  choose("Quit");
  expect(app.quits).toBe(1);
});

it.each([
  ["darwin", "trayTemplate.png"],
  ["linux", "tray.png"],
] as const)("has a tray icon, and finer ones beside it: %s", async (platform, name) => {
  await onPlatform(platform, async () => {
    await runDesktop();
    const { icon = "" } = Tray.all[0] ?? {};
    expect(basename(icon)).toBe(name);
    for (const finer of ["", "@2x", "@3x"])
      expect(existsSync(icon.replace(".png", `${finer}.png`))).toBe(true);
  });
});

it.each([
  ["linux", ["show", "focus"]],
  ["win32", ["show", "focus"]],
  // There a click opens the menu.
  ["darwin", []],
] as const)("opens the window by a click on the tray: %s", async (platform, want) => {
  await onPlatform(platform, async () => {
    await runDesktop();
    Tray.all[0]?.emit("click");
    expect(onlyWindow().calls).toEqual(want);
  });
});

const serverKeys = () => itemsOf(itemsOf(Menu.installed, "Server"), "Copy API Key");

it("copies the key that is current when it is clicked, of the server that runs by then", async () => {
  await runDesktop();
  const next = fakeServer(server.dataDir);
  const rotated = { development: "us_dev_9", staging: "us_stg_9", production: "us_prd_9" };
  next.state.spaces = [{ key: "cinema", name: "Cinema", keys: rotated }];
  vi.mocked(startServer).mockResolvedValue(next);
  await call("restartServer");
  for (const menu of [Tray.all[0]?.menu ?? [], itemsOf(Menu.installed, "Server")]) {
    const copy = itemsOf(itemsOf(menu, "Copy API Key"), "Cinema");
    (copy.find(({ label }) => label === "Staging")?.click as (() => void) | undefined)?.();
  }
  await settled();
  expect(clipboard.texts).toEqual(["us_stg_9", "us_stg_9"]);
});

it.each([
  ["the tray's key", "key", () => itemsOf(itemsOf(Tray.all[0]?.menu ?? [], "Copy API Key"), "Cinema")[0]],
  ["the tray's address", "address", () => Tray.all[0]?.menu.find(({ label }) => label?.startsWith("SDK "))],
  ["the menu's key", "key", () => itemsOf(serverKeys(), "Cinema")[0]],
  ["the key of the page", "key", () => serverKeys()[0]],
])("says why it could not be copied: %s", async (_, what, item) => {
  await runDesktop();
  onlyWindow().webContents.changesAddress(`${platformUrl}/spaces/cinema/staging/events`);
  clipboard.refusal = "another program holds it";
  (item()?.click as (() => void) | undefined)?.();
  await settled();
  expect(dialog.asked).toMatchObject([
    {
      message: `The ${what} could not be copied.`,
      detail: expect.stringContaining("another program holds it"),
    },
  ]);
});

it("shows the addresses on the network as soon as there are some", async () => {
  await runDesktop();
  const labels = () => Tray.all[0]?.menu.map(({ label }) => label);
  expect(labels()).not.toContain("SDK on LAN  http://192.168.0.7:4748");
  server.state.lanUrls = ["http://192.168.0.7:4748"];
  await someTime();
  expect(labels()).toContain("SDK on LAN  http://192.168.0.7:4748");
});

describe("the menu bar", () => {
  const choose = (menu: string, label: string) =>
    (
      itemsOf(Menu.installed, menu).find((item) => item.label === label)?.click as (() => void) | undefined
    )?.();

  it.each([
    [true, false],
    [false, true],
  ])("has the developer tools in a checkout only: installed %s", async (isPackaged, want) => {
    app.isPackaged = isPackaged;
    await runDesktop();
    expect(itemsOf(Menu.installed, "View").some(({ role }) => role === "toggleDevTools")).toBe(want);
  });

  it("pauses, restarts, and opens the API reference in the browser", async () => {
    await runDesktop();
    choose("Server", "Pause Ingestion");
    expect(server.state.paused).toBe(true);
    choose("help", "API Reference");
    expect(shell.opened).toEqual([`${platformUrl}/docs`]);
    choose("Server", "Restart Server");
    await eventually(() => expect(startServer).toHaveBeenCalledTimes(2));
  });

  it.each([
    ["API Reference", "The address could not be opened."],
    ["Open Logs", "The folder could not be opened."],
  ])("says why something does not open: %s", async (label, message) => {
    await runDesktop();
    shell.refusal = "there is no program for it";
    choose("help", label);
    const detail = expect.stringContaining("no program for it");
    await eventually(() => expect(dialog.asked).toMatchObject([{ message, detail }]));
    expect(server.stop).not.toHaveBeenCalled();
  });

  it.each([
    ["/spaces/cinema/staging/events", ["us_stg_1"]],
    ["/spaces/cinema/nowhere/events", []],
    ["/spaces/other/staging/events", []],
    ["/", []],
  ])("copies the key of the page that is shown: %s", async (path, want) => {
    await runDesktop();
    onlyWindow().webContents.changesAddress(`${platformUrl}${path}`);
    const item = itemsOf(itemsOf(Menu.installed, "Server"), "Copy API Key")[0];
    (item?.click as (() => void) | undefined)?.();
    await settled();
    expect(clipboard.texts).toEqual(want);
    expect(dialog.asked).toHaveLength(1 - want.length);
  });

  it("brings the console to the front where it leads to a page", async () => {
    await runDesktop();
    await call("showChooser");
    const [window, chooser] = BrowserWindow.open();
    choose("Go", "Events");
    expect([window?.calls, chooser?.calls]).toEqual([["show", "focus"], []]);
  });
});

it("tells of a burst, and of a server that stopped", async () => {
  await runDesktop();
  await call("changePreferences", { notifications: true });
  server.state.refused += 40;
  await someTime();
  server.fail("the disk is gone");
  await ended();
  expect(Notification.shown).toEqual([
    { title: "Events are refused", body: "40 within a minute. The Events page says why." },
    { title: "Understudy's server stopped", body: "the disk is gone" },
  ]);
});

it("follows the server in the tray, and leaves a menu alone that would read the same", async () => {
  await runDesktop();
  const installed = Menu.installed;
  const shown = Tray.all[0]?.menu;
  await someTime();
  expect(Tray.all[0]?.menu).toBe(shown);
  expect(Menu.installed).toBe(installed);
  await call("pauseIngestion", { paused: true });
  expect(Tray.all[0]?.menu.map(({ label }) => label)).toContain("Resume Ingestion");
});

it("runs without a tray where the desktop has none", async () => {
  Tray.fails = true;
  await runDesktop();
  expect(onlyWindow().loaded).toHaveLength(1);
});

it("counts a minute by the time that passes, also where the clock is set back", async () => {
  await runDesktop();
  await call("changePreferences", { notifications: true });
  await someTime();
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  for (let time = 0; time < 3; time += 1) {
    server.state.refused += 10;
    vi.advanceTimersByTime(120_000);
    await settled();
  }
  expect(Notification.shown).toEqual([]);
});
