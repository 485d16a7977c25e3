import type { MenuItemConstructorOptions } from "electron";
import { expect, it, vi } from "vitest";
import { navigation } from "../../../src/core/ipc.ts";
import { type MenuActions, menuTemplate } from "../../../src/main/menu.ts";
import { trayTemplate } from "../../../src/main/tray.ts";
import { fakeServer, keys } from "../../helpers/desktop.ts";
import { clipboard } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

const actions = () =>
  ({
    navigate: vi.fn(),
    showChooser: vi.fn(),
    openRecent: vi.fn(),
    revealDataFolder: vi.fn(),
    openLogs: vi.fn(),
  }) satisfies MenuActions;

function items(menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}
const click = (menu: readonly MenuItemConstructorOptions[], label: string) =>
  (items(menu).find((item) => item.label === label)?.click as (() => void) | undefined)?.();
const bar = (given: MenuActions, inDevelopment = false) =>
  menuTemplate({ platform: "linux", inDevelopment, recents: ["/a", "/b"], actions: given });

it("has an accelerator of its own for every page, and for what is done often", () => {
  const accelerators = items(bar(actions())).flatMap(({ label, accelerator }) =>
    typeof accelerator === "string" ? [[label, accelerator]] : [],
  );
  expect(Object.fromEntries(accelerators)).toEqual({
    Overview: "CmdOrCtrl+1",
    Collections: "CmdOrCtrl+2",
    Tribes: "CmdOrCtrl+3",
    Users: "CmdOrCtrl+4",
    Events: "CmdOrCtrl+5",
    Preview: "CmdOrCtrl+6",
    Personas: "CmdOrCtrl+7",
    Code: "CmdOrCtrl+8",
    Settings: "CmdOrCtrl+9",
    "New Tribe…": "CmdOrCtrl+N",
    "Export Code…": "CmdOrCtrl+E",
    "Open Workspace…": "CmdOrCtrl+O",
    "Search or Run…": "CmdOrCtrl+K",
    "Keyboard Map": "CmdOrCtrl+/",
    Development: "Alt+1",
    Staging: "Alt+2",
    Production: "Alt+3",
  });
});

it("only asks the page to go somewhere, in the words of the contract", () => {
  const given = actions();
  for (const item of items(bar(given))) (item.click as (() => void) | undefined)?.();
  expect(given.navigate.mock.calls.length).toBe(16);
  for (const [to] of given.navigate.mock.calls) expect(navigation.safeParse(to).success).toBe(true);
  expect(given.openRecent.mock.calls).toEqual([["/a"], ["/b"]]);
  for (const other of [given.showChooser, given.revealDataFolder, given.openLogs])
    expect(other).toHaveBeenCalledOnce();
});

it.each([
  [true, true],
  [false, false],
])("has the developer tools in development only: %s", (inDevelopment, want) => {
  const roles = items(bar(actions(), inDevelopment)).map(({ role }) => role);
  expect(roles.includes("toggleDevTools")).toBe(want);
});

it("keeps macOS's own menu and words there", () => {
  const menu = menuTemplate({ platform: "darwin", inDevelopment: false, recents: [], actions: actions() });
  expect(menu[0]).toEqual({ role: "appMenu" });
  expect(items(menu).map(({ label }) => label)).toContain("Show Data Folder in Finder");
});

it("the tray copies the key that is current when it is clicked, and the addresses", () => {
  clipboard.texts.length = 0;
  const tray = { open: vi.fn(), restart: vi.fn(), pause: vi.fn(), quit: vi.fn() };
  const rotated = { ...keys };
  const server = { ...fakeServer("/a"), spaceKeys: () => [{ key: "cinema", name: "Cinema", keys: rotated }] };
  const menu = trayTemplate(server, tray);
  rotated.staging = "us_stg_2";
  click(menu, "Staging");
  click(menu, `SDK  ${server.sdkUrl}`);
  expect(clipboard.texts).toEqual(["us_stg_2", server.sdkUrl]);
  click(menu, "Pause Ingestion");
  expect(tray.pause).toHaveBeenCalledWith(true);
});

it("the tray of a server that stopped offers to restart it", () => {
  const tray = { open: vi.fn(), restart: vi.fn(), pause: vi.fn(), quit: vi.fn() };
  const menu = trayTemplate(null, tray);
  expect(menu.map(({ label }) => label)).toContain("The server is stopped");
  click(menu, "Restart");
  expect(tray.restart).toHaveBeenCalledOnce();
});
