import { dirname, join } from "node:path";
import { app, type BrowserWindow } from "electron";

/** The one that the installers carry (electron-builder.config.mjs). */
const appId = "dev.understudy.desktop";
/** This bundle is `out/main/index.js`. */
const appDir = dirname(dirname(import.meta.dirname));
const iconPath = join(appDir, "resources", "icons", "understudy-512.png");

/**
 * Tells the system whose windows and notifications ours are; before Electron is ready. Windows goes by the installer's id;
 * Linux has the icon from each window where no installed file names it: an AppImage's and a checkout's.
 */
export function introduceApp(platform: NodeJS.Platform): void {
  app.setAboutPanelOptions({
    applicationName: "Understudy",
    applicationVersion: app.getVersion(),
    // macOS shows it in brackets behind the version.
    version: `Electron ${process.versions.electron ?? ""}`.trim(),
    copyright: "Copyright © The Understudy founders. MIT licence.",
    credits: "Help, Licences lists the software of others that is in it.",
    iconPath,
  });
  if (platform === "win32") app.setAppUserModelId(appId);
  if (platform === "linux")
    app.on("browser-window-created", (_event: unknown, window: BrowserWindow) => window.setIcon(iconPath));
}

/** The licences of all that is in the app: beside its archive where it is installed; a checkout has its own alone. */
export const licencesPath = (): string =>
  app.isPackaged ? join(process.resourcesPath, "THIRD-PARTY-NOTICES.txt") : join(appDir, "LICENSE");
