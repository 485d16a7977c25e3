import { dirname } from "node:path";
import { app, type BrowserWindow, dialog } from "electron";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { desktopOptions } from "./desktop-options.ts";
import { registerIpc } from "./ipc.ts";
import { installMenu } from "./menu.ts";
import { focusWindow, openWindow } from "./window.ts";

/** `out/`: this bundle is `out/main/index.js`. */
const outDir = dirname(import.meta.dirname);

/** The desktop app, from launch to quit. A second launch brings the first one's window to the front and ends. */
export async function runDesktop(): Promise<void> {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const desktop: Desktop = { server: null, window: null, stopping: null };
  app.on("second-instance", () => showConsole(desktop));
  app.on("activate", () => showConsole(desktop));
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => stopBeforeQuit(desktop, event));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  await app.whenReady();
  await start(desktop);
}

interface Desktop {
  server: RunningServer | null;
  window: BrowserWindow | null;
  /** The drain, once a quit has begun. */
  stopping: Promise<void> | null;
}

async function start(desktop: Desktop): Promise<void> {
  // A packaged app's arguments start right after its own name; in development the app's folder comes between.
  const args = process.argv.slice(app.isPackaged ? 1 : 2);
  try {
    desktop.server = await startServer(desktopOptions(args, process.env));
  } catch (error) {
    dialog.showErrorBox("Understudy could not start", messageOf(error));
    app.exit(1);
    return;
  }
  registerIpc(desktop.server);
  installMenu(process.platform);
  showConsole(desktop);
}

/** Focuses the window, or opens one where all are closed. Before the server is up there is nothing to show. */
function showConsole(desktop: Desktop): void {
  const { server, window } = desktop;
  if (server === null) return;
  if (window !== null && !window.isDestroyed()) {
    focusWindow(window);
    return;
  }
  desktop.window = openWindow({ platformUrl: server.platformUrl, consoleUrl: server.launchUrl(), outDir });
}

/** Holds the quit back, however often it is asked for, until the server has drained; then ends for good. */
function stopBeforeQuit(desktop: Desktop, event: { preventDefault: () => void }): void {
  const { server } = desktop;
  if (server === null) return;
  event.preventDefault();
  desktop.stopping ??= drain(server);
}

async function drain(server: RunningServer): Promise<void> {
  try {
    await server.stop();
    app.exit(0);
  } catch (error) {
    dialog.showErrorBox("Understudy did not stop cleanly", messageOf(error));
    app.exit(1);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
