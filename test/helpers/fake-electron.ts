import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions, Rectangle } from "electron";

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

type OpenHandler = (details: { url: string }) => { action: "allow" | "deny" };

class FakeWebContents extends EventEmitter {
  readonly session = new FakeSession();
  openHandler: OpenHandler | null = null;
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
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
  async loadURL(url: string): Promise<void> {
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
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  hasLock = true;
  userData = "";
  readonly exitCodes: number[] = [];
  quits = 0;
  requestSingleInstanceLock = () => this.hasLock;
  whenReady = async () => {};
  getPath = (_name: string) => this.userData;
  /** As Electron: asks by `will-quit`, and ends unless that was prevented. */
  quit(): void {
    this.quits += 1;
    let prevented = false;
    this.emit("will-quit", {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.exit(0);
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

export const app = new FakeApp();
export const ipcMain = new FakeIpcMain();
export const shell = new FakeShell();
export const screen = {
  workAreas: [{ x: 0, y: 0, width: 1920, height: 1080 }] as Rectangle[],
  getAllDisplays: () => screen.workAreas.map((workArea) => ({ workArea })),
};
export const dialog = {
  errors: [] as [title: string, message: string][],
  showErrorBox: (title: string, message: string) => dialog.errors.push([title, message]),
};
export const Menu = {
  installed: null as MenuItemConstructorOptions[] | null,
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: MenuItemConstructorOptions[]) => {
    Menu.installed = menu;
  },
};

/** As on the first launch: for a test's beginning. */
export function resetFakeElectron(userData: string): void {
  app.removeAllListeners();
  Object.assign(app, { hasLock: true, isPackaged: false, userData, quits: 0 });
  for (const list of [app.exitCodes, BrowserWindow.all, shell.opened, shell.revealed, dialog.errors]) {
    list.length = 0;
  }
  screen.workAreas = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  ipcMain.handlers.clear();
  Menu.installed = null;
}
