import { app, type BrowserWindow } from "electron";
import { type DesktopSign, launcherVariable, signLine } from "../core/desktop-sign.ts";

/** Tells the launcher, where one started us, that Electron works and when the first window is on the screen. */
export function tellLauncher(env: NodeJS.ProcessEnv): void {
  void app.whenReady().then(() => tell("started", env));
  app.once("browser-window-created", (_event: unknown, window: BrowserWindow) =>
    window.once("show", () => void tell("shown", env)),
  );
}

/** Tells it that another copy runs and does what was asked for. Resolves once that is written. */
export const tellHanded = (env: NodeJS.ProcessEnv): Promise<void> => tell("handed", env);

async function tell(sign: DesktopSign, env: NodeJS.ProcessEnv): Promise<void> {
  if (env[launcherVariable] !== "1") return;
  await new Promise<void>((resolve) => {
    process.stdout.write(`${signLine(sign)}\n`, () => resolve());
  });
}
