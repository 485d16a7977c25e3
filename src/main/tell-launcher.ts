import { app, type BrowserWindow } from "electron";
import { type DesktopSign, launcherVariable, signLine } from "../core/desktop-sign.ts";

/** Tells the launcher, where one started us, that Electron works and when the first window is on the screen. */
export function tellLauncher(env: NodeJS.ProcessEnv = process.env): void {
  if (env[launcherVariable] !== "1") return;
  void app.whenReady().then(() => tell("started"));
  app.once("browser-window-created", (_event: unknown, window: BrowserWindow) =>
    window.once("show", () => tell("shown")),
  );
}

function tell(sign: DesktopSign): void {
  process.stdout.write(`${signLine(sign)}\n`);
}
