import { type BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from "electron";

/**
 * A box over the window where there is one; gives the number of the button that was pressed. On macOS one of no window is modal
 * to the whole process (electron/shell/browser/ui/message_box_mac.mm, `runModal`): the server in it would answer nobody until
 * the box is closed. So whoever asks there names a window (`Desktop.askedOver`), and the box waits until that is on the screen.
 */
export async function messageBox(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const given = { noLink: true, ...options };
  if (process.platform === "darwin" && window !== null && !(await comesUp(window)))
    return options.cancelId ?? 0;
  const { response } = await (window === null
    ? dialog.showMessageBox(given)
    : dialog.showMessageBox(window, given));
  return response;
}

/** Waits until a window is on the screen. False where it is closed instead. */
function comesUp(window: BrowserWindow): Promise<boolean> | boolean {
  if (window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  if (window.isVisible()) return true;
  return new Promise((resolve) => {
    window.once("show", () => resolve(true));
    window.once("closed", () => resolve(false));
  });
}

/** Says what could not be done, to who asked for it. */
export async function tellProblem(
  window: BrowserWindow | null,
  message: string,
  detail: string,
): Promise<void> {
  await messageBox(window, { type: "warning", message, detail, buttons: ["OK"] });
}

/** The folder that a person picks by the system's own dialog, over the window that asks for it; null for none. */
export async function pickFolder(
  window: BrowserWindow | null,
  options: OpenDialogOptions,
): Promise<string | null> {
  const given: OpenDialogOptions = { ...options, properties: ["openDirectory", "createDirectory"] };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(given)
    : dialog.showOpenDialog(window, given));
  return canceled ? null : (filePaths[0] ?? null);
}
