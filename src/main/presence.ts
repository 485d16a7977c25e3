import { app, type BrowserWindow, Menu, Notification } from "electron";
import type { DesktopState } from "../core/ipc.ts";
import type { ConsoleWindow } from "./console-window.ts";
import { type MenuActions, menuTemplate } from "./menu.ts";
import { overlayDot } from "./overlay-dot.ts";
import { RejectedWatch } from "./rejected-watch.ts";
import type { SeenServer } from "./server-host.ts";
import { showRecents } from "./system-lists.ts";
import { SystemMenu } from "./system-menu.ts";
import { DesktopTray, type TrayActions } from "./tray.ts";

interface PresenceOptions {
  readonly console: ConsoleWindow;
  /** Whether the desktop has a place for it. */
  readonly hasTray: boolean;
  readonly tray: TrayActions;
  readonly menu: MenuActions;
  readonly log: (line: string) => void;
}

/** What the system shows of the app besides its window: tray, menu, badge, notifications. */
export class Presence {
  private readonly options: PresenceOptions;
  private readonly tray: DesktopTray | null;
  private readonly rejected = new RejectedWatch();
  private readonly menu = new SystemMenu((menu) => Menu.setApplicationMenu(menu));
  /** Notifications that may still be clicked: one without a reference would be collected, and its click lost. */
  private readonly told = new Set<Notification>();
  private badge = 0;
  private badged: BrowserWindow | null = null;
  private shownState: string | null = null;

  constructor(options: PresenceOptions) {
    this.options = options;
    this.tray = options.hasTray ? new DesktopTray(options.tray) : null;
  }

  get hasTray(): boolean {
    return this.tray?.isThere === true;
  }

  /** Shows the state wherever it is shown, where it has changed. */
  update(state: DesktopState, server: SeenServer | null): void {
    this.tray?.update(server);
    this.menu.show(this.menuBar(state.recents, server));
    const text = JSON.stringify(state);
    if (text === this.shownState) return;
    this.shownState = text;
    this.options.console.send("desktopChanged", state);
    showRecents({ recents: state.recents, openRecent: this.options.menu.openRecent });
  }

  /** Follows the count of refused events of this run. */
  follow(refused: number, { preferences: { badge, notifications } }: DesktopState): void {
    const noted = this.rejected.note(refused, performance.now());
    const isLooking = this.options.console.window?.isFocused() === true;
    if (isLooking) this.rejected.look();
    this.showBadge(badge && !isLooking ? noted.badge : 0);
    if (notifications && noted.burst !== null)
      this.notify("Events are refused", `${noted.burst} within a minute. The Events page says why.`);
  }

  /** The person is looking: the count begins at 0 again. */
  looked(): void {
    this.rejected.look();
    this.showBadge(0);
  }

  notify(title: string, body: string): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const forget = () => this.told.delete(notification);
    this.told.add(notification);
    notification.on("close", forget);
    notification.on("failed", (_event, reason) => {
      forget();
      this.options.log(`The system did not show “${title}”: ${reason}`);
    });
    notification.on("click", () => {
      forget();
      this.options.tray.open();
    });
    notification.show();
  }

  private menuBar(recents: readonly string[], server: SeenServer | null) {
    const { menu: actions } = this.options;
    const { platform } = process;
    return menuTemplate({ platform, inDevelopment: !app.isPackaged, recents, server, actions });
  }

  /** Only where it changes. Windows has no number for an icon, but a small picture over a window's, with words for it. */
  private showBadge(count: number): void {
    const { window } = this.options.console;
    const isSame = count === this.badge && (count === 0 || window === this.badged);
    if (isSame) return;
    this.badge = count;
    this.badged = window;
    if (process.platform !== "win32") app.setBadgeCount(count);
    else
      window?.setOverlayIcon(count === 0 ? null : overlayDot(), count === 0 ? "" : `${count} refused events`);
  }
}
