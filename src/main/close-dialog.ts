import type { BrowserWindow } from "electron";
import { messageBox } from "./message-box.ts";

/** Whether the server goes on without a window; null where the window is to stay open after all. */
export async function askWhetherToKeep(window: BrowserWindow): Promise<boolean | null> {
  const response = await messageBox(window, {
    type: "question",
    message: "Keep Understudy running?",
    detail:
      "SDKs that talk to this computer need the server. It can go on in the tray, where you also find Quit. Settings can change this later.",
    buttons: ["Keep Running in the Tray", "Quit", "Cancel"],
    defaultId: 0,
    cancelId: 2,
  });
  return response === 0 ? true : response === 1 ? false : null;
}
