import type { BrowserWindow } from "electron";
import { focusWindow } from "./console-window.ts";
import { chooserUrl, isChooserPage } from "./own-pages.ts";
import { safeWindow } from "./safe-window.ts";

/** The window of the workspace chooser: a page of the app's own, for when no server runs or another is wanted. */
export class ChooserWindow {
  private readonly options: { readonly outDir: string; readonly log: (line: string) => void };
  private current: BrowserWindow | null = null;

  constructor(options: ChooserWindow["options"]) {
    this.options = options;
  }

  get window(): BrowserWindow | null {
    return this.current === null || this.current.isDestroyed() ? null : this.current;
  }

  show(): void {
    if (this.window !== null) {
      focusWindow(this.window);
      return;
    }
    const size = { width: 680, height: 640, minWidth: 560, minHeight: 520 };
    this.current = safeWindow({
      ...this.options,
      options: { ...size, title: "Workspace", fullscreenable: false },
      isOwn: isChooserPage,
    });
    // Where each window has its own menu bar, most of the menu is about a console, which this window does not show.
    if (process.platform !== "darwin") this.current.removeMenu();
    void this.current.loadURL(chooserUrl);
  }

  close(): void {
    this.window?.close();
    this.current = null;
  }
}
