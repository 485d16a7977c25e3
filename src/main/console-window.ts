import { join } from "node:path";
import { app, type BrowserWindow, screen } from "electron";
import type { IpcPayload, Navigation } from "../core/ipc.ts";
import { channelOf, type IpcEvent } from "../core/ipc-names.ts";
import { messageOf } from "./message-of.ts";
import { isConsolePage } from "./own-pages.ts";
import { safeWindow } from "./safe-window.ts";
import { readWindowState, visibleBounds, writeWindowState } from "./window-state.ts";

/** Chromium's ERR_ABORTED (net_error_list.h). */
const aborted = -3;

/** Gives an address that opens the console, once. */
type Address = () => Promise<string>;

interface ConsoleWindowOptions {
  readonly outDir: string;
  readonly platformUrl: () => string | null;
  readonly log: (line: string) => void;
  /** The person closes the window: whether it may close now. */
  readonly mayClose: () => boolean;
  readonly onFocus: () => void;
}

/** The window on the console: one at a time, where it was last time. */
export class ConsoleWindow {
  private readonly options: ConsoleWindowOptions;
  private current: BrowserWindow | null = null;
  /** Whether the page listens to where it is asked to go. */
  private ready = false;
  private pending: Navigation | null = null;
  /** The address that did not load: in its place is Chromium's empty page. Null where a page is there. */
  private lost: string | null = null;

  constructor(options: ConsoleWindowOptions) {
    this.options = options;
  }

  get window(): BrowserWindow | null {
    return this.current === null || this.current.isDestroyed() ? null : this.current;
  }

  /** Brings the window to the front, or opens one at this address. */
  async show(address: Address): Promise<void> {
    const { window } = this;
    if (window === null) await this.open(address);
    else if (this.lost !== null) await this.comeBack(address);
    else focusWindow(window);
  }

  /** The same console runs again: its page goes on by itself, unless it could not be loaded meanwhile. */
  async goOn(address: Address): Promise<void> {
    if (this.window === null) await this.open(address);
    else if (this.lost !== null) await this.comeBack(address);
  }

  /** Shows another console in the same window: the workspace was changed. */
  async load(address: Address): Promise<void> {
    const { window } = this;
    if (window === null) await this.open(address);
    else {
      this.lost = null;
      this.ready = false;
      // The way back would lead to another workspace's console, where nobody answers any more.
      window.webContents.once("did-navigate", () => window.webContents.navigationHistory.clear());
      focusWindow(window);
      await this.goTo(window, address);
    }
  }

  /** Where the page was before, or after that: the console's pages of this workspace. */
  go(where: "back" | "forward"): void {
    const history = this.window?.webContents.navigationHistory;
    if (where === "back" && history?.canGoBack() === true) history.goBack();
    if (where === "forward" && history?.canGoForward() === true) history.goForward();
  }

  /** Loads the page that did not load, by an address that signs in anew. */
  private async comeBack(address: Address): Promise<void> {
    const { pathname, search } = new URL(this.lost ?? "about:blank");
    if (pathname.startsWith("/spaces/")) this.pending ??= { to: "address", path: pathname + search };
    await this.load(address);
  }

  /** The server says which address opens the console; by then the window may be gone, or the server. */
  private async goTo(window: BrowserWindow, address: Address): Promise<void> {
    try {
      const url = await address();
      if (!window.isDestroyed()) void window.loadURL(url);
    } catch (error) {
      this.options.log(`The console could not be loaded: ${messageOf(error)}`);
    }
  }

  /** Asks the page to go somewhere; a page that does not listen yet is told once it does. */
  navigate(to: Navigation): void {
    if (this.ready && this.window !== null) this.send("navigate", to);
    else this.pending = to;
  }

  /** The page listens from now on. Gives where it was asked to go before that. */
  pageReady(): Navigation | null {
    const { pending } = this;
    this.ready = true;
    this.pending = null;
    return pending;
  }

  send<Event extends IpcEvent>(event: Event, payload: IpcPayload<Event>): void {
    this.window?.webContents.send(channelOf(event), payload);
  }

  private async open(address: Address): Promise<void> {
    const statePath = join(app.getPath("userData"), "window-state.json");
    const state = readWindowState(statePath);
    const areas = screen.getAllDisplays().map((display) => display.workArea);
    const { outDir, platformUrl, log } = this.options;
    const window = safeWindow({
      options: { ...visibleBounds(state, areas), minWidth: 880, minHeight: 560 },
      maximized: state?.maximized === true,
      outDir,
      log,
      isOwn: (url) => isConsolePage(url, platformUrl()),
    });
    this.current = window;
    this.ready = false;
    this.lost = null;
    // Another page is there, which does not listen yet. Neither an address that a page gives itself nor a link that leads
    // out of the app is that: `did-start-loading` and `did-start-navigation` come for those, too.
    window.webContents.on("did-navigate", () => {
      this.ready = false;
      this.lost = null;
    });
    window.webContents.on("did-fail-load", (_event, code, _words, url, isMainFrame) => {
      // A load that was given up for another one has not failed.
      if (!isMainFrame || code === aborted) return;
      this.ready = false;
      this.lost = url;
    });
    // A mouse's own buttons, on Windows and Linux.
    window.on("app-command", (_event, command) => {
      if (command === "browser-backward") this.go("back");
      if (command === "browser-forward") this.go("forward");
    });
    window.on("focus", this.options.onFocus);
    window.on("close", (event) => {
      writeWindowState(statePath, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
      if (!this.options.mayClose()) event.preventDefault();
    });
    await this.goTo(window, address);
  }
}

/** Brings a window to the front, wherever it was. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
