import { type BrowserWindow, dialog } from "electron";

/** Offers to reload a window whose page crashed or hangs, with one question at a time. */
export function followBreaks(window: BrowserWindow, log: (line: string) => void): void {
  let asking: AbortController | null = null;
  /** Whether the page's process was ended on purpose, to reload it. */
  let ending = false;

  const ask = async (what: string, reload: () => void) => {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    if ((await wantsReload(window, what, mine.signal)) && !window.isDestroyed()) reload();
    if (asking === mine) asking = null;
  };
  /** Another process: the one that hangs would not even begin to load. */
  const replace = () => {
    ending = true;
    window.webContents.forcefullyCrashRenderer();
    window.webContents.reload();
  };

  window.webContents.on("render-process-gone", (_event, { reason }) => {
    log(`The window's process is gone: ${reason}.`);
    // An ordinary end: the window is being closed.
    if (!ending && reason !== "clean-exit")
      void ask("The window stopped working.", () => window.webContents.reload());
  });
  window.webContents.on("did-navigate", () => {
    ending = false;
    asking?.abort();
  });
  window.webContents.on("did-fail-load", () => {
    ending = false;
  });
  window.on("unresponsive", () => {
    log("The window does not answer.");
    if (asking === null && !ending) void ask("The window does not answer.", replace);
  });
  window.on("responsive", () => asking?.abort());
}

/** Events go on being stored meanwhile; what is typed and not yet sent waits in the page's own storage. */
async function wantsReload(window: BrowserWindow, what: string, signal: AbortSignal): Promise<boolean> {
  if (window.isDestroyed()) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    message: what,
    detail: "The server goes on and loses nothing. Reloading brings the page back.",
    buttons: ["Reload", "Wait"],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    signal,
  });
  return response === 0 && !signal.aborted;
}
