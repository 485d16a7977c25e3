import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { type MenuItemConstructorOptions, Tray } from "electron";
import type { SeenServer } from "./server-host.ts";
import { type CopyKey, keyItems, pauseItem } from "./server-items.ts";
import { SystemMenu } from "./system-menu.ts";

export interface TrayActions {
  readonly open: () => void;
  readonly restart: () => void;
  readonly pause: (paused: boolean) => void;
  readonly quit: () => void;
  readonly copyKey: CopyKey;
  readonly copyAddress: (address: string) => void;
}

/** What the tray shows: the server's state and addresses, the keys to copy, and how to pause it. */
export function trayTemplate(server: SeenServer | null, actions: TrayActions): MenuItemConstructorOptions[] {
  const ends = [
    { type: "separator" } as const,
    { label: "Open Understudy", click: actions.open },
    { label: "Quit", click: actions.quit },
  ];
  if (server === null)
    return [
      { label: "The server is stopped", enabled: false },
      { label: "Restart", click: actions.restart },
      ...ends,
    ];
  const { isPaused } = server.ingestion;
  return [
    { label: isPaused ? "Running, ingestion paused" : "Running", enabled: false },
    addressItem("Platform", server.platformUrl, actions),
    addressItem("SDK", server.sdkUrl, actions),
    ...server.lanUrls.map((url) => addressItem("SDK on LAN", url, actions)),
    { label: "Copy API Key", submenu: keyItems(server.spaces, actions.copyKey) },
    pauseItem(isPaused, actions.pause),
    ...ends,
  ];
}

/** A click copies it. */
const addressItem = (
  name: string,
  url: string,
  { copyAddress }: TrayActions,
): MenuItemConstructorOptions => ({
  label: `${name}  ${url}`,
  click: () => copyAddress(url),
});

/** The icon beside the system's clock. A desktop without such a place goes without it. */
export class DesktopTray {
  private readonly actions: TrayActions;
  private readonly menu: SystemMenu;
  readonly isThere: boolean;

  constructor(actions: TrayActions) {
    this.actions = actions;
    const tray = makeTray();
    this.isThere = tray !== null;
    tray?.setToolTip("Understudy");
    // On macOS a click opens the menu, and is told all the same.
    if (process.platform !== "darwin") tray?.on("click", actions.open);
    this.menu = new SystemMenu((menu) => tray?.setContextMenu(menu));
  }

  /** Shows the server's state. */
  update(server: SeenServer | null): void {
    this.menu.show(trayTemplate(server, this.actions));
  }
}

/** This bundle is `out/main/index.js`. */
const icons = join(dirname(dirname(import.meta.dirname)), "resources", "icons");

/**
 * 16 px, and finer ones beside it (`@2x`), which Electron finds by their names. macOS gets a shape without colours, which it
 * draws to fit a light or dark menu bar: the name's end says so.
 */
const trayIcon = (): string => join(icons, process.platform === "darwin" ? "trayTemplate.png" : "tray.png");

function makeTray(): Tray | null {
  try {
    return new Tray(trayIcon());
  } catch {
    return null;
  }
}

/** How long the desktop may take to say whether it shows trays, in ms. */
const patience = 5_000;

/**
 * Whether this desktop shows a tray. On Linux making one always succeeds, and is seen only where somebody watches for them
 * (freedesktop.org, StatusNotifierItem); where the question can't be asked, the tray is made as ever.
 */
export async function isTrayShown(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const question = ["call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/"];
  const method = ["--method", "org.freedesktop.DBus.NameHasOwner", "org.kde.StatusNotifierWatcher"];
  return new Promise((resolve) => {
    execFile("gdbus", [...question, ...method], { timeout: patience }, (error, answer) =>
      resolve(error !== null || !answer.includes("false")),
    );
  });
}
