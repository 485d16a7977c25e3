import { dirname, join } from "node:path";
import { app, type BrowserWindow } from "electron";

/** The one that the installers carry (electron-builder.config.mjs). */
const appId = "dev.understudy.desktop";
/** This bundle is `out/main/index.js`. */
const iconPath = join(dirname(dirname(import.meta.dirname)), "resources", "icons", "understudy-512.png");

/**
 * Tells the system whose windows and notifications ours are; before Electron is ready. Windows goes by the installer's id;
 * Linux has the icon from each window where no installed file names it: an AppImage's and a checkout's.
 */
export function introduceApp(platform: NodeJS.Platform): void {
  if (platform === "win32") app.setAppUserModelId(appId);
  if (platform === "linux")
    app.on("browser-window-created", (_event: unknown, window: BrowserWindow) => window.setIcon(iconPath));
}
