import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";

/** Whether the app can be started at login: one that is installed, not a checkout's Electron. */
export const canOpenAtLogin = (): boolean => app.isPackaged;

/** Has the system start the app at login, or no longer. */
export function openAtLogin(on: boolean, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  if (!canOpenAtLogin()) return;
  if (platform !== "linux") app.setLoginItemSettings({ openAtLogin: on });
  else writeAutostart(on, env);
}

/** Linux desktops have no call for it but a file (freedesktop.org, Desktop Application Autostart Specification). */
function writeAutostart(on: boolean, env: NodeJS.ProcessEnv): void {
  const config = env.XDG_CONFIG_HOME || join(app.getPath("home"), ".config");
  const path = join(config, "autostart", "understudy.desktop");
  rmSync(path, { force: true });
  if (!on) return;
  mkdirSync(dirname(path), { recursive: true });
  // An AppImage's own path is where it is mounted for this run; the file's is in APPIMAGE.
  writeFileSync(path, autostartEntry(env.APPIMAGE || process.execPath));
}

/** The quoting of the Desktop Entry Specification, "The Exec key". */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%");
  return `[Desktop Entry]\nType=Application\nName=Understudy\nExec="${quoted}"\nTerminal=false\n`;
}
