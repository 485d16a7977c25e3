import type { MenuItemConstructorOptions } from "electron";
import { type PageName, pages, pageTitles } from "../core/console-pages.ts";
import type { Navigation } from "../core/ipc.ts";
import { environmentKeys, environmentNames } from "../core/primitives.ts";
import { commandItems } from "./command-items.ts";
import type { SeenServer } from "./server-host.ts";
import { asLabel, type CopyKey, keyItems, pauseItem } from "./server-items.ts";

export interface MenuActions {
  readonly navigate: (to: Navigation) => void;
  readonly showChooser: () => void;
  readonly openRecent: (path: string) => void;
  readonly revealDataFolder: () => void;
  readonly openLogs: () => void;
  readonly openLicences: () => void;
  readonly saveDiagnostics: () => void;
  /** A page back, or forward again. */
  readonly go: (where: "back" | "forward") => void;
  readonly openApiReference: () => void;
  readonly restart: () => void;
  readonly pause: (paused: boolean) => void;
  /** The key of the Space and environment whose page is shown. */
  readonly copyShownKey: () => void;
  readonly copyKey: CopyKey;
}

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly inDevelopment: boolean;
  readonly recents: readonly string[];
  /** What runs; null while nothing does. */
  readonly server: Pick<SeenServer, "spaces" | "ingestion"> | null;
  readonly actions: MenuActions;
}

const separator = { type: "separator" } as const;
const page = (name: PageName, ...below: string[]): Navigation => ({ to: "page", page: name, below });

/**
 * The native menu. What concerns the console only asks its page to go somewhere; the rest are the system's own roles:
 * copy and paste, zoom, quit work as everywhere.
 */
export function menuTemplate({
  platform,
  inDevelopment,
  recents,
  server,
  actions,
}: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...(platform === "darwin" ? [{ label: "Understudy", submenu: macMenu(actions) }] : []),
    { label: "File", submenu: fileMenu(platform, recents, actions) },
    { label: "Edit", submenu: editMenu(actions) },
    { label: "Go", submenu: goMenu(platform, actions) },
    { label: "Environment", submenu: environmentMenu(actions) },
    { label: "Events", submenu: eventsMenu(actions) },
    { label: "Server", submenu: serverMenu(server, actions) },
    { label: "View", submenu: viewMenu(inDevelopment, actions) },
    { role: "windowMenu" },
    { role: "help", submenu: helpMenu(platform, server, actions) },
  ];
}

const settingsKeys = "CmdOrCtrl+,";

/** The app's own menu, with Settings where every program of macOS has them. */
const macMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] => [
  { role: "about" },
  checkForUpdates(navigate),
  separator,
  { label: "Settings…", accelerator: settingsKeys, click: () => navigate(page("settings")) },
  separator,
  { role: "services" },
  separator,
  { role: "hide" },
  { role: "hideOthers" },
  { role: "unhide" },
  separator,
  { role: "quit" },
];

/** Leads to Settings: they say which address the app asks for versions (by default none), and what it answered. */
const checkForUpdates = (navigate: MenuActions["navigate"]): MenuItemConstructorOptions => ({
  label: "Check for Updates…",
  click: () => navigate(page("settings")),
});

/** Like the system's own edit menu, with Find added. */
const editMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] => [
  { role: "undo" },
  { role: "redo" },
  separator,
  { role: "cut" },
  { role: "copy" },
  { role: "paste" },
  { role: "pasteAndMatchStyle" },
  { role: "delete" },
  { role: "selectAll" },
  separator,
  ...commandItems(navigate, ["find"]),
];

const newThings = [
  "space/new",
  "collections/make/New Collection",
  "collections/make/New Experience type",
  "tribe/new",
  "users/new",
  "personas/new",
] as const;

function fileMenu(
  platform: NodeJS.Platform,
  recents: readonly string[],
  { navigate, showChooser, openRecent, revealDataFolder }: MenuActions,
): MenuItemConstructorOptions[] {
  return [
    ...commandItems(navigate, newThings),
    { label: "Start a Show", submenu: commandItems(navigate, ["show/premiere", "show/shop"]) },
    separator,
    ...commandItems(navigate, ["users/import", "code/zip"]),
    { label: "Export Code…", accelerator: "CmdOrCtrl+E", click: () => navigate(page("code")) },
    separator,
    ...commandItems(navigate, ["settings/delete-space"]),
    separator,
    { label: "Open Workspace…", accelerator: "CmdOrCtrl+O", click: showChooser },
    {
      label: "Recent Workspaces",
      enabled: recents.length > 0,
      submenu: recents.map((path) => ({ label: asLabel(path), click: () => openRecent(path) })),
    },
    { label: revealWords(platform), accelerator: "CmdOrCtrl+Shift+D", click: revealDataFolder },
    separator,
    ...(platform === "darwin" ? [{ role: "close" } as const] : [{ role: "quit" } as const]),
  ];
}

const revealWords = (platform: NodeJS.Platform): string =>
  platform === "darwin" ? "Show Data Folder in Finder" : "Show Data Folder";

const goMenu = (platform: NodeJS.Platform, { navigate, go }: MenuActions): MenuItemConstructorOptions[] => {
  const isMac = platform === "darwin";
  return [
    ...commandItems(navigate, ["palette"]),
    separator,
    { label: "Back", accelerator: isMac ? "Cmd+[" : "Alt+Left", click: () => go("back") },
    { label: "Forward", accelerator: isMac ? "Cmd+]" : "Alt+Right", click: () => go("forward") },
    separator,
    ...pages.map((name, index) => ({
      label: pageTitles[name],
      // Settings have the keys that they have in every program; on a Mac the app's own menu has them.
      ...(name !== "settings" && { accelerator: `CmdOrCtrl+${index + 1}` }),
      ...(name === "settings" && !isMac && { accelerator: settingsKeys }),
      click: () => navigate(page(name)),
    })),
  ];
};

const environmentMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] => [
  ...environmentKeys.map((environment, index) => ({
    label: environmentNames[environment],
    accelerator: `Alt+${index + 1}`,
    registerAccelerator: false,
    click: () => navigate({ to: "environment", environment }),
  })),
  separator,
  ...commandItems(navigate, ["publish"]),
  {
    label: "Rotate API Key",
    submenu: commandItems(
      navigate,
      environmentKeys.map((key) => `settings/rotate/${key}` as const),
    ),
  },
];

const eventsMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] => [
  ...commandItems(navigate, ["events/record", "events/replay"]),
  separator,
  ...commandItems(navigate, ["events/pause", "events/filter"]),
  separator,
  ...commandItems(navigate, ["events/export/ndjson", "events/export/csv"]),
  separator,
  ...commandItems(navigate, ["personas/run"]),
];

const serverMenu = (
  server: MenuOptions["server"],
  { navigate, restart, pause, copyShownKey, copyKey }: MenuActions,
): MenuItemConstructorOptions[] => [
  // Neither this nor the restart has keys: the usual ones mean other things in browsers and editors.
  { ...pauseItem(server?.ingestion.isPaused === true, pause), enabled: server !== null },
  {
    label: "Copy API Key",
    enabled: server !== null,
    submenu:
      server === null
        ? []
        : [
            { label: "Of This Page", accelerator: "CmdOrCtrl+Shift+K", click: copyShownKey },
            separator,
            ...keyItems(server.spaces, copyKey),
          ],
  },
  separator,
  ...commandItems(navigate, ["settings/clock", "settings/add-member", "settings/new-token"]),
  separator,
  { label: "Restart Server", click: restart },
];

const viewMenu = (inDevelopment: boolean, { navigate }: MenuActions): MenuItemConstructorOptions[] => [
  { label: "Theme", submenu: commandItems(navigate, ["theme/system", "theme/light", "theme/dark"]) },
  {
    label: "Density",
    submenu: commandItems(navigate, ["density/compact", "density/regular", "density/roomy"]),
  },
  separator,
  { role: "reload" },
  ...(inDevelopment ? [{ role: "toggleDevTools" } as const] : []),
  separator,
  { role: "resetZoom" },
  { role: "zoomIn" },
  { role: "zoomOut" },
  separator,
  { role: "togglefullscreen" },
];

const helpMenu = (
  platform: NodeJS.Platform,
  server: MenuOptions["server"],
  { navigate, openLogs, openLicences, openApiReference, saveDiagnostics }: MenuActions,
): MenuItemConstructorOptions[] => [
  ...commandItems(navigate, ["keys"]),
  { label: "API Reference", accelerator: "F1", enabled: server !== null, click: openApiReference },
  separator,
  { label: "Open Logs", accelerator: "CmdOrCtrl+Shift+L", click: openLogs },
  { label: "Save Diagnostics…", click: saveDiagnostics },
  separator,
  { label: "Licences", click: openLicences },
  ...(platform === "darwin"
    ? []
    : [checkForUpdates(navigate), { label: "About Understudy", role: "about" } as const]),
];
