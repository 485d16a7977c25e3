import { EventEmitter } from "node:events";
import type { CustomScheme, MenuItemConstructorOptions, Rectangle, SafeStorage } from "electron";
import { dialog, Notification, shell } from "./fake-dialogs.ts";
import { app, BrowserWindow, session } from "./fake-windows.ts";

/**
 * The part of Electron that src/main uses, without a screen. Stands in for the `electron` module in unit tests, and
 * (its types stripped) under the built main bundle. What was done with it is there to be looked at.
 */
export { dialog, Notification, shell } from "./fake-dialogs.ts";
export { app, BrowserWindow, sentMessages, session } from "./fake-windows.ts";

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

type Template = MenuItemConstructorOptions[];

export class Tray extends EventEmitter {
  static readonly all: Tray[] = [];
  static fails = false;
  menu: Template = [];
  readonly icon: string;
  constructor(icon: string) {
    super();
    this.icon = icon;
    if (Tray.fails) throw new Error("this desktop has no tray");
    Tray.all.push(this);
  }
  setToolTip = (_text: string) => {};
  setContextMenu = ({ template }: { readonly template: Template }) => {
    this.menu = template;
  };
}

type Served = (request: { readonly url: string; readonly method: string }) => Promise<Response>;

export const ipcMain = new FakeIpcMain();
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
  refusal: null as string | null,
  writeText: async (text: string) => {
    if (clipboard.refusal !== null) throw new Error(clipboard.refusal);
    clipboard.texts.push(text);
  },
};
/** A keychain that turns the bytes round. `owner` stands for the system's user: another one's it does not open. */
export const safeStorage = {
  owner: "ana",
  isThere: true,
  backend: "gnome_libsecret" as ReturnType<SafeStorage["getSelectedStorageBackend"]>,
  /** What a sealed text begins with: v10 where the password is the one that everybody knows. */
  mark: "v11",
  isAsyncEncryptionAvailable: async () => safeStorage.isThere,
  getSelectedStorageBackend: () => safeStorage.backend,
  encryptStringAsync: async (text: string) => {
    if (!safeStorage.isThere) throw new Error("the keychain is locked");
    return Buffer.concat([
      Buffer.from(safeStorage.mark),
      Buffer.from(`${safeStorage.owner}:${text}`).reverse(),
    ]);
  },
  decryptStringAsync: async (sealed: Buffer) => {
    const [owner, ...text] = Buffer.from(sealed.subarray(safeStorage.mark.length))
      .reverse()
      .toString()
      .split(":");
    if (!safeStorage.isThere || owner !== safeStorage.owner) throw new Error("could not be decrypted");
    return { result: text.join(":"), shouldReEncrypt: false };
  },
};
export const nativeImage = {
  createFromBitmap: (bitmap: Buffer, size: { readonly width: number; readonly height: number }) => ({
    bitmap,
    isEmpty: () => bitmap.length === 0,
    ...size,
  }),
};
/** What the system's owner prefers. */
export const nativeTheme = { shouldUseDarkColors: false, themeSource: "system" };
export const crashReporter = {
  started: null as object | null,
  start: (options: object) => {
    crashReporter.started = options;
  },
};
export const protocol = {
  schemes: [] as CustomScheme[],
  served: new Map<string, Served>(),
  registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
    protocol.schemes = schemes;
  },
  handle: (scheme: string, handler: Served) => protocol.served.set(scheme, handler),
};

/** As on the first launch: for a test's beginning. `base`: what the system's folders are in. */
export function resetFakeElectron(base: string): void {
  app.removeAllListeners();
  Object.assign(app, { hasLock: true, isPackaged: false, base, userData: null, quitting: false, quits: 0 });
  Object.assign(app, { switches: [], lockData: null, userModelId: null });
  Object.assign(app, { focuses: 0 });
  Object.assign(dialog, { answers: [], waits: false });
  shell.refusal = null;
  clipboard.refusal = null;
  Object.assign(nativeTheme, { shouldUseDarkColors: false, themeSource: "system" });
  crashReporter.started = null;
  Object.assign(app, { about: null, dockMenu: [], jumpLists: [] });
  app.recentDocuments.length = 0;
  app.loginItem = { openAtLogin: false, executableWillLaunchAtLogin: false, wasOpenedAtLogin: false };
  const lists = [
    app.exitCodes,
    app.relaunches,
    app.badges,
    app.loginItems,
    app.protocols,
    BrowserWindow.all,
    Tray.all,
  ];
  const more = [shell.opened, shell.revealed, dialog.errors, dialog.asked, dialog.picks, dialog.pickers];
  for (const list of [
    ...lists,
    ...more,
    dialog.open,
    Notification.shown,
    Notification.made,
    Menu.popped,
    clipboard.texts,
  ])
    list.length = 0;
  screen.workAreas = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  Object.assign(safeStorage, { owner: "ana", isThere: true, backend: "gnome_libsecret", mark: "v11" });
  Object.assign(session.defaultSession, { request: null, check: null, device: null, refuses: null });
  ipcMain.handlers.clear();
  protocol.served.clear();
  protocol.schemes = [];
  Menu.installed = null;
  Tray.fails = false;
}
