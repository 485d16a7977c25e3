import {
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type NativeImage,
  nativeImage,
  Tray,
} from "electron";
import { environmentKeys, environmentNames } from "../core/primitives.ts";
import type { RunningServer } from "../server/start-server.ts";

export interface TrayActions {
  readonly open: () => void;
  readonly restart: () => void;
  readonly pause: (paused: boolean) => void;
  readonly quit: () => void;
}

type Shown = Pick<RunningServer, "platformUrl" | "sdkUrl" | "spaceKeys" | "ingestion">;

/** What the tray shows: the server's state and addresses, the keys to copy, and how to pause it. */
export function trayTemplate(server: Shown | null, actions: TrayActions): MenuItemConstructorOptions[] {
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
    { label: `Platform  ${server.platformUrl}`, click: () => clipboard.writeText(server.platformUrl) },
    { label: `SDK  ${server.sdkUrl}`, click: () => clipboard.writeText(server.sdkUrl) },
    { label: "Copy API Key", submenu: keysMenu(server) },
    {
      label: isPaused ? "Resume Ingestion" : "Pause Ingestion",
      click: () => actions.pause(!isPaused),
    },
    ...ends,
  ];
}

/** The key is looked up when it is copied: it may have been rotated since the menu was made. */
const keysMenu = ({ spaceKeys }: Shown): MenuItemConstructorOptions[] =>
  spaceKeys().map(({ name }, index) => ({
    label: name,
    submenu: environmentKeys.map((key) => ({
      label: environmentNames[key],
      click: () => clipboard.writeText(spaceKeys()[index]?.keys[key] ?? ""),
    })),
  }));

/** The icon beside the system's clock. A desktop without such a place goes without it. */
export class DesktopTray {
  private readonly tray: Tray | null;
  private readonly actions: TrayActions;
  private shown = "";

  constructor(icon: NativeImage, actions: TrayActions) {
    this.actions = actions;
    this.tray = makeTray(icon);
    this.tray?.setToolTip("Understudy");
    this.tray?.on("click", actions.open);
  }

  /** Shows the server's state; the menu is made anew only where it would read otherwise. */
  update(server: Shown | null): void {
    const template = trayTemplate(server, this.actions);
    const shown = JSON.stringify(template);
    if (shown === this.shown) return;
    this.shown = shown;
    this.tray?.setContextMenu(Menu.buildFromTemplate(template));
  }
}

/** 16 px, and larger where the screen is finer. */
export const trayIcon = (path: string): NativeImage =>
  nativeImage.createFromPath(path).resize({ width: 16, height: 16, quality: "best" });

function makeTray(icon: NativeImage): Tray | null {
  try {
    return new Tray(icon);
  } catch {
    return null;
  }
}
