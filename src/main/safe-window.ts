import { join } from "node:path";
import { BrowserWindow, type BrowserWindowConstructorOptions, dialog, shell } from "electron";
import { showContextMenu } from "./context-menu.ts";
import { guardNavigation } from "./guards.ts";

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
  readonly options: BrowserWindowConstructorOptions;
  /** The folder that holds `preload/` beside this bundle's own. */
  readonly outDir: string;
  readonly isOwn: (address: string) => boolean;
  readonly log: (line: string) => void;
}

/** A window that shows pages of our own only, shown once there is something to see. */
export function safeWindow({ options, outDir, isOwn, log }: SafeWindow): BrowserWindow {
  const window = new BrowserWindow({
    show: false,
    title: "Understudy",
    ...options,
    webPreferences: { ...webPreferences, preload: join(outDir, "preload", "index.cjs") },
  });
  const { webContents } = window;
  guardNavigation(webContents, { isOwn, openExternal: (url) => shell.openExternal(url) });
  webContents.on("context-menu", (_event, params) => showContextMenu(window, params));
  webContents.on("render-process-gone", (_event, { reason }) => {
    log(`The window's process is gone: ${reason}.`);
    // Ended in the ordinary way: the window is being closed.
    if (reason !== "clean-exit") void offerReload(window, "The window stopped working.");
  });
  window.on("unresponsive", () => {
    log("The window does not answer.");
    void offerReload(window, "The window does not answer.");
  });
  window.once("ready-to-show", () => window.show());
  return window;
}

/** Events go on being stored meanwhile; what is typed and not yet sent waits in the page's own storage. */
async function offerReload(window: BrowserWindow, what: string): Promise<void> {
  if (window.isDestroyed()) return;
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    message: what,
    detail: "The server goes on and loses nothing. Reloading brings the page back.",
    buttons: ["Reload", "Wait"],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0 && !window.isDestroyed()) window.reload();
}
