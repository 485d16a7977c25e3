import { app, Notification, nativeImage } from "electron";
import type { DesktopState } from "../core/ipc.ts";
import type { RunningServer } from "../server/start-server.ts";
import type { ConsoleWindow } from "./console-window.ts";
import { installMenu, type MenuActions } from "./menu.ts";
import { RejectedWatch } from "./rejected-watch.ts";
import { DesktopTray, type TrayActions, trayIcon } from "./tray.ts";

interface PresenceOptions {
  readonly iconPath: string;
  readonly console: ConsoleWindow;
  readonly tray: TrayActions;
  readonly menu: MenuActions;
}

/** What the system shows of the app besides its window: tray, menu, badge, notifications. */
export class Presence {
  private readonly options: PresenceOptions;
  private readonly tray: DesktopTray;
  private readonly rejected = new RejectedWatch();
  private shownRecents: string | null = null;
  private shownState: string | null = null;

  constructor(options: PresenceOptions) {
    this.options = options;
    this.tray = new DesktopTray(trayIcon(options.iconPath), options.tray);
  }

  /** Shows the state wherever it is shown, where it has changed. */
  update(state: DesktopState, server: RunningServer | null): void {
    this.tray.update(server);
    this.updateMenu(state.recents);
    const text = JSON.stringify(state);
    if (text !== this.shownState) this.options.console.send("desktopChanged", state);
    this.shownState = text;
  }

  /** Follows the count of refused events of this run. */
  follow(refused: number, { preferences: { badge, notifications } }: DesktopState): void {
    const noted = this.rejected.note(refused, Date.now());
    this.showBadge(badge ? noted.badge : 0);
    if (notifications && noted.burst !== null)
      this.notify("Events are refused", `${noted.burst} within a minute. The Events page says why.`);
  }

  /** The person is looking: what was refused so far needs no number any more. */
  looked(): void {
    this.rejected.look();
    this.showBadge(0);
  }

  notify(title: string, body: string): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on("click", this.options.tray.open);
    notification.show();
  }

  /** Only where it would read otherwise: a menu that is replaced while it is open closes. */
  private updateMenu(recents: readonly string[]): void {
    const text = recents.join("\n");
    if (text === this.shownRecents) return;
    this.shownRecents = text;
    const { menu: actions } = this.options;
    installMenu({ platform: process.platform, inDevelopment: !app.isPackaged, recents, actions });
  }

  /** Windows has no number for an icon, but a small picture over it, with words for it. */
  private showBadge(count: number): void {
    if (process.platform !== "win32") return void app.setBadgeCount(count);
    const icon = count === 0 ? null : nativeImage.createFromPath(this.options.iconPath);
    this.options.console.window?.setOverlayIcon(icon, count === 0 ? "" : `${count} refused events`);
  }
}
