import { type BrowserWindow, shell } from "electron";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";

/** Opens an address in the system's browser. A computer without one is no fault of the server's: who asked is told. */
export async function openInBrowser(
  url: string,
  askedOver: () => BrowserWindow | null,
  log: (line: string) => void,
): Promise<void> {
  try {
    await shell.openExternal(url);
  } catch (error) {
    log(`${url} could not be opened: ${messageOf(error)}`);
    await tellProblem(askedOver(), "The address could not be opened.", `${url}\n\n${messageOf(error)}`);
  }
}
