import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";
import writeFileAtomic from "write-file-atomic";

/** What the system starts the app with: the server is there for SDKs, and no window comes up by itself. */
const args = ["--hidden"];

/** Whether the app can be started at login: one that is installed, not a checkout's Electron. */
export const canOpenAtLogin = (): boolean => app.isPackaged;

/** Whether the system starts the app at login, by its own word: its settings can change that too. */
export function opensAtLogin(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (!canOpenAtLogin()) return false;
  if (platform === "linux") return startsBy(autostartPath(env));
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args });
  // On Windows the first stays true where its owner has switched the app off in the task manager.
  return platform === "win32" ? executableWillLaunchAtLogin : openAtLogin;
}

/** Has the system start the app at login, or no longer. @throws where the system does not let it */
export function openAtLogin(on: boolean, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  if (!canOpenAtLogin()) return;
  if (platform !== "linux") app.setLoginItemSettings({ openAtLogin: on, args });
  else if (on) writeAutostart(env);
  else rmSync(autostartPath(env), { force: true });
}

/** Linux desktops have no call for it but a file (freedesktop.org, Desktop Application Autostart Specification). */
function autostartPath(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME || join(app.getPath("home"), ".config");
  return join(config, "autostart", "understudy.desktop");
}

function writeAutostart(env: NodeJS.ProcessEnv): void {
  const path = autostartPath(env);
  mkdirSync(dirname(path), { recursive: true });
  // An AppImage's own path is where it is mounted for this run; the file's is in APPIMAGE.
  writeFileAtomic.sync(path, autostartEntry(env.APPIMAGE || process.execPath));
}

/** Desktops switch an entry off in two ways: the specification's `Hidden`, and GNOME's own key. */
function startsBy(path: string): boolean {
  try {
    return !/^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(
      readFileSync(path, "utf8"),
    );
  } catch {
    return false;
  }
}

/** The quoting of the Desktop Entry Specification, "The Exec key". */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%");
  return `[Desktop Entry]\nType=Application\nName=Understudy\nExec="${quoted}" ${args.join(" ")}\nTerminal=false\n`;
}

/** Whether the system started this run by itself. macOS passes no arguments, but says so. */
export const startedAtLogin = (platform: NodeJS.Platform): boolean =>
  platform === "darwin" && canOpenAtLogin() && app.getLoginItemSettings().wasOpenedAtLogin;
