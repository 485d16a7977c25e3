import { join } from "node:path";
import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from "electron";
import { followBreaks } from "./broken-window.ts";
import { showContextMenu } from "./context-menu.ts";
import { guardNavigation } from "./guards.ts";
import { openInBrowser } from "./open-in-browser.ts";

/** A page of ours is no more than a page: the preload script is its only door. */
const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  // Chromium would fetch its dictionaries from a server of its makers: nothing leaves this computer.
  spellcheck: false,
} as const;

interface SafeWindow {
  /** Whether it is shown as large as its display: that shows a window, too, so not before there is something to see. */
  readonly maximized?: boolean;
  readonly options: BrowserWindowConstructorOptions;
  /** The folder that holds `preload/` beside this bundle's own. */
  readonly outDir: string;
  readonly isOwn: (address: string) => boolean;
  readonly log: (line: string) => void;
}

/** A window that shows pages of our own only, shown once there is something to see. */
export function safeWindow({ options, outDir, isOwn, log, maximized = false }: SafeWindow): BrowserWindow {
  const window = new BrowserWindow({
    show: false,
    backgroundColor: groundOf(nativeTheme.shouldUseDarkColors),
    title: "Understudy",
    ...options,
    webPreferences: { ...webPreferences, preload: join(outDir, "preload", "index.cjs") },
  });
  const { webContents } = window;
  guardNavigation(webContents, { isOwn, openExternal: (url) => void openInBrowser(url, () => window, log) });
  webContents.on("context-menu", (_event, params) => showContextMenu(window, params));
  followBreaks(window, log);
  showOnce(window, maximized);
  return window;
}

/** When a window is shown all the same, in ms: some Wayland desktops never say that it is ready. */
const patience = 2_000;

/** Shows a window at the first sign that there is something to see, once: closed to the tray, it stays there. */
function showOnce(window: BrowserWindow, maximized: boolean): void {
  let shown = false;
  const show = () => {
    if (shown || window.isDestroyed()) return;
    shown = true;
    if (maximized) window.maximize();
    window.show();
  };
  window.once("ready-to-show", show);
  window.webContents.once("did-finish-load", show);
  window.webContents.once("did-fail-load", show);
  setTimeout(show, patience).unref();
}

/** The console's own ground (`--canvas` of its tokens), by the system's theme: what is seen before there is a page. */
export const groundOf = (isDark: boolean): string => (isDark ? "#0c0a0a" : "#f7f4f4");
