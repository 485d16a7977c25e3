import { Menu, type MenuItemConstructorOptions } from "electron";
import { type PageName, pages, pageTitles } from "../core/console-pages.ts";
import type { Navigation } from "../core/ipc.ts";
import { environmentKeys, environmentNames } from "../core/primitives.ts";

export interface MenuActions {
  readonly navigate: (to: Navigation) => void;
  readonly showChooser: () => void;
  readonly openRecent: (path: string) => void;
  readonly revealDataFolder: () => void;
  readonly openLogs: () => void;
}

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly inDevelopment: boolean;
  readonly recents: readonly string[];
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
  actions,
}: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...(platform === "darwin" ? [{ role: "appMenu" } as const] : []),
    { label: "File", submenu: fileMenu(platform, recents, actions) },
    { role: "editMenu" },
    { label: "Go", submenu: goMenu(actions) },
    { label: "Environment", submenu: environmentMenu(actions) },
    { label: "View", submenu: viewMenu(inDevelopment) },
    { role: "windowMenu" },
    { role: "help", submenu: helpMenu(actions) },
  ];
}

function fileMenu(
  platform: NodeJS.Platform,
  recents: readonly string[],
  { navigate, showChooser, openRecent, revealDataFolder }: MenuActions,
): MenuItemConstructorOptions[] {
  return [
    { label: "New Tribe…", accelerator: "CmdOrCtrl+N", click: () => navigate(page("tribes", "new")) },
    { label: "Export Code…", accelerator: "CmdOrCtrl+E", click: () => navigate(page("code")) },
    separator,
    { label: "Open Workspace…", accelerator: "CmdOrCtrl+O", click: showChooser },
    {
      label: "Recent Workspaces",
      enabled: recents.length > 0,
      submenu: recents.map((path) => ({ label: path, click: () => openRecent(path) })),
    },
    { label: revealWords(platform), click: revealDataFolder },
    separator,
    ...(platform === "darwin" ? [{ role: "close" } as const] : [{ role: "quit" } as const]),
  ];
}

const revealWords = (platform: NodeJS.Platform): string =>
  platform === "darwin" ? "Show Data Folder in Finder" : "Show Data Folder";

const goMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] => [
  // The page hears its own keys first; where the system allows it, the menu only shows them.
  {
    label: "Search or Run…",
    accelerator: "CmdOrCtrl+K",
    registerAccelerator: false,
    click: () => navigate({ to: "dialog", dialog: "palette" }),
  },
  separator,
  ...pages.map((name, index) => ({
    label: pageTitles[name],
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => navigate(page(name)),
  })),
];

const environmentMenu = ({ navigate }: MenuActions): MenuItemConstructorOptions[] =>
  environmentKeys.map((environment, index) => ({
    label: environmentNames[environment],
    accelerator: `Alt+${index + 1}`,
    registerAccelerator: false,
    click: () => navigate({ to: "environment", environment }),
  }));

const viewMenu = (inDevelopment: boolean): MenuItemConstructorOptions[] => [
  { role: "reload" },
  ...(inDevelopment ? [{ role: "toggleDevTools" } as const] : []),
  separator,
  { role: "resetZoom" },
  { role: "zoomIn" },
  { role: "zoomOut" },
  separator,
  { role: "togglefullscreen" },
];

const helpMenu = ({ navigate, openLogs }: MenuActions): MenuItemConstructorOptions[] => [
  {
    label: "Keyboard Map",
    accelerator: "CmdOrCtrl+/",
    click: () => navigate({ to: "dialog", dialog: "keys" }),
  },
  { label: "Open Logs", click: openLogs },
];

export function installMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
