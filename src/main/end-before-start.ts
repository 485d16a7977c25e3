import { app, dialog } from "electron";
import { launcherVariable } from "../core/desktop-sign.ts";

const title = "Understudy could not start";

/**
 * Ends an app that has not come far enough to ask anything. The launcher takes the code for a crash, says why by the line, and
 * goes on headless; a dialog would keep it waiting, so that is for whoever has started the app otherwise.
 */
export function endBeforeStart(reason: string, env: NodeJS.ProcessEnv): void {
  process.stderr.write(`${title}: ${reason}\n`);
  if (env[launcherVariable] !== "1") dialog.showErrorBox(title, reason);
  app.exit(2);
}
