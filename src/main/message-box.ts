import { type BrowserWindow, dialog, type MessageBoxOptions } from "electron";

/** A box over the window where there is one: on macOS one of no window would hold up the server while it is open. */
export async function messageBox(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const given = { noLink: true, ...options };
  const { response } = await (window === null
    ? dialog.showMessageBox(given)
    : dialog.showMessageBox(window, given));
  return response;
}

/** Says what could not be done, to who asked for it. */
export async function tellProblem(
  window: BrowserWindow | null,
  message: string,
  detail: string,
): Promise<void> {
  await messageBox(window, { type: "warning", message, detail, buttons: ["OK"] });
}
