import { app, type BrowserWindow } from "electron";
import { messageBox } from "./message-box.ts";

interface CloseQuestionOptions {
  /** Whether nobody has decided yet if the server goes on without a window. */
  readonly isOpen: () => boolean;
  readonly window: () => BrowserWindow | null;
  /** Whether there is a tray that it could go on in. */
  readonly hasTray: () => boolean;
  readonly decide: (keepInTray: boolean) => void;
}

/** Asks once whether the server goes on without a window; after that the window closes without a question. */
export class CloseQuestion {
  private readonly options: CloseQuestionOptions;
  private asking = false;

  constructor(options: CloseQuestionOptions) {
    this.options = options;
  }

  /** Whether the window may close at once. If not, the person is asked and it is closed afterwards. */
  mayClose(): boolean {
    if (!this.options.isOpen()) return true;
    if (!this.asking) void this.ask();
    return false;
  }

  private async ask(): Promise<void> {
    const window = this.options.window();
    if (window === null) return;
    this.asking = true;
    const keepInTray = await askWhetherToKeep(window, this.options.hasTray());
    this.asking = false;
    if (keepInTray === null) return;
    this.options.decide(keepInTray);
    // Another window may be open, such as the chooser: closing this one would not end the app.
    if (keepInTray) this.options.window()?.close();
    else app.quit();
  }
}

const inTray = "It can go on in the tray, where you also find Quit.";
const withoutTray = "It can go on without a window; start Understudy again to see it, and to quit.";

/** Whether the server goes on without a window; null where the window is to stay open after all. */
async function askWhetherToKeep(window: BrowserWindow, hasTray: boolean): Promise<boolean | null> {
  const response = await messageBox(window, {
    type: "question",
    message: "Keep Understudy running?",
    detail: `SDKs that talk to this computer need the server. ${hasTray ? inTray : withoutTray} Settings can change this later.`,
    buttons: [hasTray ? "Keep Running in the Tray" : "Keep Running", "Quit", "Cancel"],
    defaultId: 0,
    cancelId: 2,
  });
  return response === 0 ? true : response === 1 ? false : null;
}
