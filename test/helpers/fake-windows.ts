import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions, Rectangle } from "electron";

/**
 * Windows, their pages and the app itself, for fake-electron.ts: without a screen, in Electron's own order of events. Files and lines
 * are those of Electron's source; docs/desktop-testing.md has their addresses.
 */
type Answer = (granted: boolean) => void;
type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: Answer,
  details: { requestingUrl: string },
) => void;

type Answered = (answer: { readonly cancel: boolean }) => void;

class FakeSession {
  refuses: ((details: { readonly url: string }, answer: Answered) => void) | null = null;
  readonly webRequest = {
    onBeforeRequest: (_filter: object, listener: NonNullable<FakeSession["refuses"]>) => {
      this.refuses = listener;
    },
  };
  /** Whether a request to an address gets no further than the app. */
  cancels(url: string): boolean {
    let cancelled = false;
    this.refuses?.({ url }, ({ cancel }) => {
      cancelled = cancel;
    });
    return cancelled;
  }
  request: RequestHandler | null = null;
  check: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;
  device: (() => boolean) | null = null;
  setPermissionRequestHandler(handler: RequestHandler): void {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: FakeSession["check"]): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: FakeSession["device"]): void {
    this.device = handler;
  }
}

/** Every window's, as in Electron where none names a partition. */
export const session = { defaultSession: new FakeSession() };

type OpenHandler = (details: { url: string }) => { action: "allow" | "deny" };

class FakeWebContents extends EventEmitter {
  readonly session = session.defaultSession;
  readonly sent: [channel: string, payload: unknown][] = [];
  readonly inspected: [x: number, y: number][] = [];
  readonly window: BrowserWindow;
  openHandler: OpenHandler | null = null;
  /** Chromium's code of why nothing can be loaded, e.g. -102 while no server listens; null where it can. */
  failsWith: number | null = null;
  /** The process that runs the page: one that hangs does so until another one takes over. */
  process = 1;
  private url = "";
  /** The addresses of this window, and at which of them it is. */
  private readonly entries: string[] = [];
  private at = -1;
  readonly navigationHistory = {
    canGoBack: () => this.at > 0,
    canGoForward: () => this.at < this.entries.length - 1,
    goBack: () => this.moves(-1),
    goForward: () => this.moves(1),
    clear: () => {
      this.entries.splice(0, this.entries.length, this.url);
      this.at = 0;
    },
  };
  private moves(by: number): void {
    this.at += by;
    this.url = this.entries[this.at] ?? "";
    this.emit("did-navigate-in-page", {}, this.url, true);
  }
  private enters(url: string): void {
    this.url = url;
    this.at += 1;
    this.entries.splice(this.at, this.entries.length, url);
  }
  constructor(window: BrowserWindow) {
    super();
    this.window = window;
  }
  getURL = (): string => this.url;
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  send(channel: string, payload: unknown): void {
    this.sent.push([channel, payload]);
    sentMessages.emit("message", channel, payload);
  }
  inspectElement(x: number, y: number): void {
    this.inspected.push([x, y]);
  }
  /** The page changes its own address (pushState, replaceState, a hash): Chromium says that it "loads" then, too. */
  changesAddress(url: string): void {
    this.starts(url, true);
    this.enters(url);
    this.emit("did-navigate-in-page", {}, url, true);
    this.emit("did-stop-loading");
  }
  /**
   * The page leads elsewhere, e.g. by a link: it has started to before anybody is asked. Gives whether it may.
   * electron_navigation_throttle.cc, `WillStartRequest` (54-61): what is prevented first is asked nothing more about.
   */
  leadsTo(url: string): boolean {
    this.starts(url, false);
    if (isPrevented(this, "will-frame-navigate", { url }) || isPrevented(this, "will-navigate", { url }))
      return false;
    this.arrives(url);
    return true;
  }
  /** As `BrowserWindow.loadURL`: what was loaded is there, or has failed, some time later. */
  async load(url: string): Promise<void> {
    this.starts(url, false);
    await null;
    this.arrives(url);
  }
  reload(): void {
    this.window.calls.push("reload");
    void this.load(this.url);
  }
  /** electron_api_web_contents.cc, `PrimaryMainFrameRenderProcessGone`: told later, once the process is gone; what loads then gets another one. */
  forcefullyCrashRenderer(): void {
    this.window.calls.push("crash");
    this.process += 1;
    queueMicrotask(() => this.emit("render-process-gone", {}, { reason: "killed" }));
  }
  private starts(url: string, isSameDocument: boolean): void {
    this.emit("did-start-loading");
    this.emit("did-start-navigation", { url, isSameDocument, isMainFrame: true });
  }
  private arrives(url: string): void {
    if (url === this.url) this.url = url;
    else this.enters(url);
    // net_error_list.h, ERR_BLOCKED_BY_CLIENT (-20): a request that `onBeforeRequest` cancels.
    const failsWith = this.session.cancels(url) ? -20 : this.failsWith;
    if (failsWith === null) this.emit("did-navigate", {}, url, 200, "OK");
    else this.emit("did-fail-load", {}, failsWith, "ERR", url, true, 1, 1);
    this.emit("did-stop-loading");
  }
}

/** Every message to any page: what a real page listens to in tests that have one. */
export const sentMessages = new EventEmitter();

interface Preventable {
  readonly preventDefault: () => void;
}

/** Emits an event that can be prevented, and says whether it was. */
function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const event: Preventable = {
    ...details,
    preventDefault: () => {
      prevented = true;
    },
  };
  emitter.emit(name, event);
  return prevented;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new FakeWebContents(this);
  readonly options: BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  readonly icons: string[] = [];
  setIcon = (path: string) => this.icons.push(path);
  minimized = false;
  destroyed = false;
  visible: boolean;
  focused = false;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.visible = options.show !== false;
    BrowserWindow.all.push(this);
    app.emit("browser-window-created", {}, this);
  }
  static open = (): BrowserWindow[] => BrowserWindow.all.filter((window) => !window.destroyed);
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    await this.webContents.load(url);
  }
  isMinimized = () => this.minimized;
  isMaximized = () => this.calls.includes("maximize");
  isDestroyed = () => this.destroyed;
  isVisible = () => this.visible;
  isFocused = () => this.focused;
  getNormalBounds = (): Rectangle => ({ x: 40, y: 50, width: 1000, height: 700 });
  show = () => this.appear("show");
  focus = () => this.calls.push("focus");
  restore = () => this.calls.push("restore");
  /** Shows a window that is hidden, as Electron does. */
  maximize = () => this.appear("maximize");
  reload = () => this.webContents.reload();
  setOverlayIcon = (icon: unknown, words: string) => {
    this.overlay = icon;
    this.calls.push(`overlay ${words}`);
  };
  overlay: unknown = null;
  hasMenu = true;
  removeMenu = () => {
    this.hasMenu = false;
  };
  private appear(call: string): void {
    this.calls.push(call);
    if (this.visible) return;
    this.visible = true;
    this.emit("show");
  }
  /**
   * native_window.cc, `NotifyWindowCloseButtonClicked`: `close` may be prevented, which also ends the quitting (browser.cc,
   * `OnWindowCloseCancelled`, 270-275); after the last window the app is told (window_list.cc, `RemoveWindow`, 63-75). Gives whether
   * it is closed.
   */
  close = (): boolean => {
    if (this.destroyed) return true;
    if (isPrevented(this, "close")) {
      app.quitting = false;
      return false;
    }
    this.destroyed = true;
    this.emit("closed");
    if (BrowserWindow.open().length === 0) app.lastWindowClosed();
    return true;
  };
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  hasLock = true;
  /** What the system's folders are in. */
  base = "";
  userData: string | null = null;
  quitting = false;
  switches: string[] = [];
  lockData: unknown = null;
  readonly exitCodes: number[] = [];
  /** Of the launches that come after the end. */
  readonly relaunches: (readonly string[])[] = [];
  readonly badges: number[] = [];
  readonly loginItems: object[] = [];
  readonly protocols: string[] = [];
  quits = 0;
  focuses = 0;
  focus = () => {
    this.focuses += 1;
  };
  readonly commandLine = { hasSwitch: (name: string) => this.switches.includes(name) };
  requestSingleInstanceLock(data?: unknown): boolean {
    this.lockData = data;
    return this.hasLock;
  }
  whenReady = async () => {};
  getPath = (name: string) =>
    name === "userData" ? (this.userData ?? `${this.base}/Understudy`) : `${this.base}/${name}`;
  setPath = (_name: "userData", path: string) => {
    this.userData = path;
  };
  getVersion = () => "1.2.3";
  about: object | null = null;
  setAboutPanelOptions = (options: object) => {
    this.about = options;
  };
  jumpLists: unknown[] = [];
  setJumpList = (list: unknown) => {
    this.jumpLists.push(list);
    return "ok" as const;
  };
  readonly recentDocuments: string[] = [];
  addRecentDocument = (path: string) => this.recentDocuments.push(path);
  dockMenu: MenuItemConstructorOptions[] = [];
  readonly dock = {
    setMenu: ({ template }: { readonly template: MenuItemConstructorOptions[] }) => {
      this.dockMenu = template;
    },
  };
  userModelId: string | null = null;
  setAppUserModelId = (id: string) => {
    this.userModelId = id;
  };
  setBadgeCount = (count: number) => this.badges.push(count) > 0;
  setLoginItemSettings = (settings: object) => this.loginItems.push(settings);
  /** The system's own word, which its settings can change too. */
  loginItem = { openAtLogin: false, executableWillLaunchAtLogin: false, wasOpenedAtLogin: false };
  getLoginItemSettings = (_options?: object) => this.loginItem;
  setAsDefaultProtocolClient = (scheme: string) => this.protocols.push(scheme) > 0;
  /**
   * browser.cc, `Quit` (80-92), and window_list.cc, `CloseAllWindows` (94-104): asks by `before-quit`, then closes every window, also
   * after one that stays. Asked before `ready` it does not keep that from coming (`DidFinishLaunching`, 194-210).
   */
  quit(): void {
    this.quits += 1;
    if (this.quitting || isPrevented(this, "before-quit")) return;
    this.quitting = true;
    const windows = BrowserWindow.open();
    if (windows.length === 0) this.lastWindowClosed();
    for (const window of windows) window.close();
  }
  /** browser.cc, `OnWindowAllClosed` (277-286) and `NotifyAndShutdown` (246-260): a `will-quit` that is prevented ends the quitting. */
  lastWindowClosed(): void {
    if (!this.quitting) this.emit("window-all-closed");
    else if (isPrevented(this, "will-quit")) this.quitting = false;
    else this.exit(0);
  }
  relaunch = ({ args }: { readonly args: string[] }) => void this.relaunches.push(args);
  exit(code: number): void {
    this.exitCodes.push(code);
    this.emit("exited", code);
  }
}

export const app = new FakeApp();
