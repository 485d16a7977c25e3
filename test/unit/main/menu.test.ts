import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { MenuItemConstructorOptions } from "electron";
import { expect, it, type Mock, vi } from "vitest";
import { consoleCommandIds } from "../../../src/core/console-commands.ts";
import { pages } from "../../../src/core/console-pages.ts";
import { type Navigation, navigation } from "../../../src/core/ipc.ts";
import { environmentKeys } from "../../../src/core/primitives.ts";
import { type MenuActions, menuTemplate } from "../../../src/main/menu.ts";
import type { SeenServer } from "../../../src/main/server-host.ts";
import { trayTemplate } from "../../../src/main/tray.ts";
import { keys } from "../../helpers/desktop.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

const actions = () =>
  ({
    navigate: vi.fn(),
    showChooser: vi.fn(),
    openRecent: vi.fn(),
    revealDataFolder: vi.fn(),
    openLogs: vi.fn(),
    openLicences: vi.fn(),
    saveDiagnostics: vi.fn(),
    go: vi.fn(),
    openApiReference: vi.fn(),
    restart: vi.fn(),
    pause: vi.fn(),
    copyShownKey: vi.fn(),
    copyKey: vi.fn(),
  }) satisfies MenuActions;

function items(menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}
const click = (menu: readonly MenuItemConstructorOptions[], label: string) =>
  (items(menu).find((item) => item.label === label)?.click as (() => void) | undefined)?.();
const running: SeenServer = {
  platformUrl: "http://127.0.0.1:4747",
  sdkUrl: "http://127.0.0.1:4748",
  lanUrls: ["http://192.168.0.7:4748", "http://10.0.0.7:4748"],
  spaces: [{ key: "cinema", name: "Cinema", keys }],
  ingestion: { isPaused: false, refused: 0 },
};
const bar = (given: MenuActions, inDevelopment = false, server: SeenServer | null = running) =>
  menuTemplate({ platform: "linux", inDevelopment, recents: ["/a", "/b"], server, actions: given });

/** What each item asks the page to do. */
function asked(menu: readonly MenuItemConstructorOptions[], navigate: Mock) {
  return items(menu).flatMap((item) => {
    navigate.mockClear();
    (item.click as (() => void) | undefined)?.();
    const [call] = navigate.mock.calls;
    return call === undefined ? [] : [{ ...item, to: call[0] as Navigation }];
  });
}

/** Every page, every environment, and every command that the palette has on every page. */
const wanted: readonly Navigation[] = [
  ...pages.map((page) => ({ to: "page" as const, page, below: [] })),
  ...environmentKeys.map((environment) => ({ to: "environment" as const, environment })),
  ...consoleCommandIds.map((command) => ({ to: "command" as const, command })),
];

/** What is rare, or not to be pressed by accident. */
const withoutKeys =
  /^(theme|density)\/|^settings\/(rotate|clock|add-member|new-token|delete-space)|^show\/|^code\/zip$|^events\/export\/csv$/;

it("has an item for every page and every command, with keys but for what is rare", () => {
  const given = actions();
  const all = asked(bar(given), given.navigate);
  for (const { to } of all) expect(navigation.safeParse(to).success).toBe(true);
  for (const to of wanted) {
    const item = all.find((one) => isDeepStrictEqual(one.to, to));
    expect(item?.label, JSON.stringify(to)).toBeTruthy();
    const rare = to.to === "command" && withoutKeys.test(to.command);
    expect(item?.accelerator === undefined, JSON.stringify(to)).toBe(rare);
  }
});

/** What Electron's own roles and the systems take (Electron, "MenuItem", roles). */
const ofTheSystem = [
  ...["Z", "Shift+Z", "Y", "X", "C", "V", "Shift+V", "A", "R", "0", "Plus", "-", "W", "M", "Q", "H", "S"],
  ...["Shift+I", "Shift+3", "Shift+4", "Shift+5", "Shift+U", "Shift+Q", "Tab", "Space"],
  // A browser's private window and its reload past the cache, an editor's commands: pressed without a thought.
  ...["Shift+P", "Shift+R"],
].map((keys) => `CmdOrCtrl+${keys}`);

/** The keys with Ctrl that the pages' own code names. */
const ofThePages = new Set(
  readdirSync("src/renderer", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(`src/renderer/${file}`, "utf8").matchAll(/"(mod\+[^"]+)"/g)])
    .map(([, keys = ""]) => keys),
);

it("has no accelerator twice, and none that the system or a page has for something else", () => {
  const accelerators = items(bar(actions())).flatMap(({ accelerator, registerAccelerator }) =>
    typeof accelerator === "string" ? [{ accelerator, registerAccelerator }] : [],
  );
  const all = accelerators.map(({ accelerator }) => accelerator);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((one) => ofTheSystem.includes(one))).toEqual([]);
  const registered = accelerators.filter((one) => one.registerAccelerator !== false);
  const asPages = registered.map((one) => one.accelerator.replace("CmdOrCtrl", "mod").toLowerCase());
  expect(ofThePages).toContain("mod+z");
  expect(asPages.filter((one) => ofThePages.has(one))).toEqual([]);
});

it("asks the shell for what the page can't do", () => {
  const { navigate: _, ...shell } = actions();
  for (const item of items(bar({ ...shell, navigate: vi.fn() })))
    (item.click as (() => void) | undefined)?.();
  expect(shell.openRecent.mock.calls).toEqual([["/a"], ["/b"]]);
  for (const [name, act] of Object.entries(shell))
    if (!["openRecent", "go", "copyKey"].includes(name)) expect(act, name).toHaveBeenCalledOnce();
  expect(shell.go.mock.calls).toEqual([["back"], ["forward"]]);
});

it("pauses and resumes, and copies the key of a Space", () => {
  const given = actions();
  const server = { ...running, ingestion: { isPaused: true, refused: 0 } };
  click(items(bar(given, false, server)), "Resume Ingestion");
  expect(given.pause).toHaveBeenCalledWith(false);
  const copy = items(bar(given)).filter(({ label }) => label === "Cinema");
  click(copy, "Production");
  expect(given.copyKey).toHaveBeenCalledWith("cinema", "production");
});

it("offers of a server that is stopped only that it starts", () => {
  const enabled = items(bar(actions(), false, null)).flatMap(({ label, enabled: on }) =>
    on === false ? [label] : [],
  );
  expect(enabled).toEqual(["Pause Ingestion", "Copy API Key", "API Reference"]);
});

it.each([
  [true, true],
  [false, false],
])("has the developer tools in development only: %s", (inDevelopment, want) => {
  const roles = items(bar(actions(), inDevelopment)).map(({ role }) => role);
  expect(roles.includes("toggleDevTools")).toBe(want);
});

it("keeps macOS's own menu and words there", () => {
  const given = actions();
  const menu = menuTemplate({
    platform: "darwin",
    inDevelopment: false,
    recents: [],
    server: null,
    actions: given,
  });
  const own = items(menu.slice(0, 1));
  const settings = own.find(({ label }) => label === "Settings…");
  expect(settings?.accelerator).toBe("CmdOrCtrl+,");
  (settings?.click as (() => void) | undefined)?.();
  expect(given.navigate).toHaveBeenCalledExactlyOnceWith({ to: "page", page: "settings", below: [] });
  expect(own.map(({ role }) => role)).toEqual(expect.arrayContaining(["about", "services", "hide", "quit"]));
  // There it has one place, and its keys once.
  expect(items(menu).filter(({ accelerator }) => accelerator === "CmdOrCtrl+,")).toHaveLength(1);
  expect(items(menu).filter(({ role }) => role === "about")).toHaveLength(1);
  expect(items(menu).map(({ label }) => label)).toContain("Show Data Folder in Finder");
});

const trayActions = () => ({
  open: vi.fn(),
  restart: vi.fn(),
  pause: vi.fn(),
  quit: vi.fn(),
  copyKey: vi.fn(),
  copyAddress: vi.fn(),
});

it("the tray copies the keys and the addresses", () => {
  const tray = trayActions();
  const menu = trayTemplate(running, tray);
  click(menu, "Staging");
  expect(tray.copyKey).toHaveBeenCalledWith("cinema", "staging");
  click(menu, `SDK  ${running.sdkUrl}`);
  for (const url of running.lanUrls) click(menu, `SDK on LAN  ${url}`);
  expect(tray.copyAddress.mock.calls.flat()).toEqual([running.sdkUrl, ...running.lanUrls]);
  click(menu, "Pause Ingestion");
  expect(tray.pause).toHaveBeenCalledWith(true);
});

it("the tray of a server that stopped offers to restart it", () => {
  const tray = trayActions();
  const menu = trayTemplate(null, tray);
  expect(menu.map(({ label }) => label)).toContain("The server is stopped");
  click(menu, "Restart");
  expect(tray.restart).toHaveBeenCalledOnce();
});
