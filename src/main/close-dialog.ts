import { basename } from "node:path";
import { type BrowserWindow, dialog } from "electron";

/** Whether the server goes on without a window; null where the window is to stay open after all. */
export async function askWhetherToKeep(window: BrowserWindow): Promise<boolean | null> {
  const { response } = await dialog.showMessageBox(window, {
    type: "question",
    message: "Keep Understudy running?",
    detail:
      "SDKs that talk to this computer need the server. It can go on in the tray, where you also find Quit. Settings can change this later.",
    buttons: ["Keep Running in the Tray", "Quit", "Cancel"],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return response === 0 ? true : response === 1 ? false : null;
}

/** A second launch named another workspace: whether to change to it. */
export async function askWhetherToSwitch(dataDir: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: `Open the workspace “${basename(dataDir)}” instead?`,
    detail: `${dataDir}\n\nThe server stops on the workspace that is open now, and starts on this one.`,
    buttons: ["Open It", "Stay Here"],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
