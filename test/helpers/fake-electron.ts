import { EventEmitter } from "node:events";
import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
} from "electron";

/**
 * The part of Electron that src/main uses, without a screen. Stands in for the `electron` module in unit tests, and
 * (its types stripped) under the built main bundle. What was done with it is there to be looked at.
 */
type Answer = (granted: boolean) => void;
type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: Answer,
  details: { requestingUrl: string },
) => void;

class FakeSession {
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
  openHandler: OpenHandler | null = null;
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
}

/** Every message to any page: what a real page listens to in tests that have one. */
export const sentMessages = new EventEmitter();

interface Preventable {
  readonly preventDefault: () => void;
}

/** Emits an event that can be prevented, and says whether it was. */
function isPrevented(emitter: EventEmitter, name: string): boolean {
  let prevented = false;
  const event: Preventable = {
    preventDefault: () => {
      prevented = true;
    },
  };
  emitter.emit(name, event);
  return prevented;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new FakeWebContents();
  readonly options: BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  minimized = false;
  destroyed = false;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
  }
  static open = (): BrowserWindow[] => BrowserWindow.all.filter((window) => !window.destroyed);
  async loadURL(url: string): Promise<void> {
    this.webContents.emit("did-start-loading");
    this.loaded.push(url);
  }
  isMinimized = () => this.minimized;
  isMaximized = () => this.calls.includes("maximize");
  isDestroyed = () => this.destroyed;
  getNormalBounds = (): Rectangle => ({ x: 40, y: 50, width: 1000, height: 700 });
  show = () => this.calls.push("show");
  focus = () => this.calls.push("focus");
  restore = () => this.calls.push("restore");
  maximize = () => this.calls.push("maximize");
  reload = () => this.calls.push("reload");
  setOverlayIcon = (_icon: unknown, words: string) => this.calls.push(`overlay ${words}`);
  /** As by a person: `close` may be prevented; after the last one the app is told. Gives whether it is closed. */
  close = (): boolean => {
    if (this.destroyed) return true;
    if (isPrevented(this, "close")) return false;
    this.destroyed = true;
    if (BrowserWindow.open().length === 0 && !app.quitting) app.emit("window-all-closed");
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
  readonly badges: number[] = [];
  readonly loginItems: object[] = [];
  readonly protocols: string[] = [];
  quits = 0;
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
  setBadgeCount = (count: number) => this.badges.push(count) > 0;
  setLoginItemSettings = (settings: object) => this.loginItems.push(settings);
  setAsDefaultProtocolClient = (scheme: string) => this.protocols.push(scheme) > 0;
  /** As Electron: says so, closes the windows, asks by `will-quit`, and ends unless one of them was prevented. */
  quit(): void {
    this.quits += 1;
    this.quitting = true;
    this.emit("before-quit");
    for (const window of BrowserWindow.open())
      if (!window.close()) {
        this.quitting = false;
        return;
      }
    if (!isPrevented(this, "will-quit")) this.exit(0);
  }
  exit(code: number): void {
    this.exitCodes.push(code);
    this.emit("exited", code);
  }
}

export interface FakeEvent {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}
type Invoked = (event: FakeEvent, argument: unknown) => unknown;

class FakeIpcMain {
  readonly handlers = new Map<string, Invoked>();
  handle(channel: string, handler: Invoked): void {
    this.handlers.set(channel, handler);
  }
}

class FakeShell {
  readonly opened: string[] = [];
  readonly revealed: string[] = [];
  async openExternal(url: string): Promise<void> {
    this.opened.push(url);
  }
  async openPath(path: string): Promise<string> {
    this.revealed.push(path);
    return "";
  }
}

/** A dialog is answered by the label of the button that the next of `answers` names; else it is dismissed. */
class FakeDialog {
  readonly errors: [title: string, message: string][] = [];
  readonly asked: MessageBoxOptions[] = [];
  readonly picks: (string | null)[] = [];
  readonly pickers: OpenDialogOptions[] = [];
  answers: string[] = [];
  showErrorBox = (title: string, message: string) => this.errors.push([title, message]);
  async showMessageBox(
    ...given: [MessageBoxOptions] | [unknown, MessageBoxOptions]
  ): Promise<{ response: number }> {
    const options = given.length === 1 ? given[0] : given[1];
    this.asked.push(options);
    const answer = this.answers.shift();
    const at = answer === undefined ? -1 : (options.buttons ?? []).indexOf(answer);
    return { response: at === -1 ? (options.cancelId ?? 0) : at };
  }
  async showOpenDialog(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: string[] }> {
    this.pickers.push(options);
    const pick = this.picks.shift() ?? null;
    return { canceled: pick === null, filePaths: pick === null ? [] : [pick] };
  }
}

type Template = MenuItemConstructorOptions[];

export class Tray extends EventEmitter {
  static readonly all: Tray[] = [];
  static fails = false;
  menu: Template = [];
  constructor() {
    super();
    if (Tray.fails) throw new Error("this desktop has no tray");
    Tray.all.push(this);
  }
  setToolTip = (_text: string) => {};
  setContextMenu = ({ template }: { readonly template: Template }) => {
    this.menu = template;
  };
}

interface Told {
  readonly title: string;
  readonly body: string;
}

export class Notification extends EventEmitter {
  static readonly shown: Told[] = [];
  static isSupported = () => true;
  readonly told: Told;
  constructor(told: Told) {
    super();
    this.told = told;
  }
  show = () => Notification.shown.push(this.told);
}

type Served = (request: { readonly url: string; readonly method: string }) => Promise<Response>;

export const app = new FakeApp();
export const ipcMain = new FakeIpcMain();
export const shell = new FakeShell();
export const dialog = new FakeDialog();
export const screen = {
  workAreas: [{ x: 0, y: 0, width: 1920, height: 1080 }] as Rectangle[],
  getAllDisplays: () => screen.workAreas.map((workArea) => ({ workArea })),
};
export const Menu = {
  installed: null as Template | null,
  popped: [] as Template[],
  buildFromTemplate: (template: Template) => ({
    template,
    popup: () => Menu.popped.push(template),
  }),
  setApplicationMenu: ({ template }: { readonly template: Template }) => {
    Menu.installed = template;
  },
};
export const clipboard = {
  texts: [] as string[],
  writeText: (text: string) => clipboard.texts.push(text),
};
export const nativeImage = {
  createFromPath: (path: string) => ({ path, resize: () => ({ path }) }),
};
type Schemes = readonly { readonly scheme: string; readonly privileges: object }[];
export const protocol = {
  schemes: [] as Schemes,
  served: new Map<string, Served>(),
  registerSchemesAsPrivileged: (schemes: Schemes) => {
    protocol.schemes = schemes;
  },
  handle: (scheme: string, handler: Served) => protocol.served.set(scheme, handler),
};

/** As on the first launch: for a test's beginning. `base`: what the system's folders are in. */
export function resetFakeElectron(base: string): void {
  app.removeAllListeners();
  Object.assign(app, { hasLock: true, isPackaged: false, base, userData: null, quitting: false, quits: 0 });
  Object.assign(app, { switches: [], lockData: null });
  Object.assign(dialog, { answers: [] });
  const lists = [app.exitCodes, app.badges, app.loginItems, app.protocols, BrowserWindow.all, Tray.all];
  const more = [shell.opened, shell.revealed, dialog.errors, dialog.asked, dialog.picks, dialog.pickers];
  for (const list of [...lists, ...more, Notification.shown, Menu.popped, clipboard.texts]) list.length = 0;
  screen.workAreas = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  Object.assign(session.defaultSession, { request: null, check: null, device: null });
  ipcMain.handlers.clear();
  protocol.served.clear();
  protocol.schemes = [];
  Menu.installed = null;
  Tray.fails = false;
}
