import { join } from "node:path";
import { app, BrowserWindow, type BrowserWindowConstructorOptions, screen, shell } from "electron";
import { denyPermissions, guardNavigation } from "./guards.ts";
import { readWindowState, visibleBounds, writeWindowState } from "./window-state.ts";

interface WindowOptions {
  readonly platformUrl: string;
  readonly consoleUrl: string;
  /** The folder that holds `preload/` beside this bundle's own. */
  readonly outDir: string;
}

/** The page is the console, and no more than a page: the preload script is its only door. */
const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
} as const;

/** Opens the console's window where it was last time. */
export function openWindow({ platformUrl, consoleUrl, outDir }: WindowOptions): BrowserWindow {
  const statePath = join(app.getPath("userData"), "window-state.json");
  const state = readWindowState(statePath);
  const options: BrowserWindowConstructorOptions = {
    ...visibleBounds(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: 880,
    minHeight: 560,
    show: false,
    title: "Understudy",
    webPreferences: { ...webPreferences, preload: join(outDir, "preload", "index.cjs") },
  };
  const window = new BrowserWindow(options);
  denyPermissions(window.webContents.session, platformUrl);
  guardNavigation(window.webContents, { platformUrl, openExternal: (url) => shell.openExternal(url) });
  if (state?.maximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () =>
    writeWindowState(statePath, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  void window.loadURL(consoleUrl);
  return window;
}

/** Brings the window to the front, wherever it was. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
