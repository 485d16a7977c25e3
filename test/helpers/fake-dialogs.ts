import { EventEmitter } from "node:events";
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from "electron";

/** What asks and tells the person, for fake-electron.ts. */
class FakeShell {
  readonly opened: string[] = [];
  readonly revealed: string[] = [];
  /** Why the system opens nothing, e.g. that there is no browser; null where it does. */
  refusal: string | null = null;
  async openExternal(url: string): Promise<void> {
    if (this.refusal !== null) throw new Error(this.refusal);
    this.opened.push(url);
  }
  showItemInFolder = (path: string) => void this.revealed.push(path);
  async openPath(path: string): Promise<string> {
    this.revealed.push(path);
    return this.refusal ?? "";
  }
}

/** A box on the screen: it is pressed by a button's label. */
interface OpenBox {
  readonly options: MessageBoxOptions;
  readonly press: (label: string) => void;
}

/** A dialog is answered by the label of the button that the next of `answers` names; else it is dismissed, or waits. */
class FakeDialog {
  readonly errors: [title: string, message: string][] = [];
  readonly asked: MessageBoxOptions[] = [];
  readonly picks: (string | null)[] = [];
  readonly pickers: (OpenDialogOptions & { readonly over: unknown })[] = [];
  readonly open: OpenBox[] = [];
  answers: string[] = [];
  /** Whether a box without an answer stays open, until it is pressed or closed by its signal. */
  waits = false;
  showErrorBox = (title: string, message: string) => this.errors.push([title, message]);
  async showMessageBox(
    ...given: [MessageBoxOptions] | [unknown, MessageBoxOptions]
  ): Promise<{ response: number }> {
    const options = given.length === 1 ? given[0] : given[1];
    // message_box_mac.mm, `ShowMessageBox` (143-148): `[alert runModal]` where no window is named.
    if (process.platform === "darwin" && given.length === 1)
      throw new Error("It holds up the whole process.");
    this.asked.push(options);
    const answer = this.answers.shift();
    if (answer !== undefined || !this.waits) return { response: responseOf(options, answer) };
    return this.waitFor(options);
  }
  private waitFor(options: MessageBoxOptions): Promise<{ response: number }> {
    return new Promise((resolve) => {
      const end = (response: number) => {
        this.open.splice(this.open.indexOf(box), 1);
        resolve({ response });
      };
      const box = { options, press: (label: string) => end(responseOf(options, label)) };
      this.open.push(box);
      options.signal?.addEventListener("abort", () => end(responseOf(options, undefined)), { once: true });
    });
  }
  /** Where the person saves; null where they think better of it. */
  async showSaveDialog(
    ..._given: [SaveDialogOptions] | [unknown, SaveDialogOptions]
  ): Promise<{ canceled: boolean; filePath: string }> {
    const pick = this.picks.shift() ?? null;
    return { canceled: pick === null, filePath: pick ?? "" };
  }
  async showOpenDialog(
    ...given: [OpenDialogOptions] | [unknown, OpenDialogOptions]
  ): Promise<{ canceled: boolean; filePaths: string[] }> {
    const [over, options] = given.length === 1 ? [null, given[0]] : given;
    this.pickers.push({ ...options, over });
    const pick = this.picks.shift() ?? null;
    return { canceled: pick === null, filePaths: pick === null ? [] : [pick] };
  }
}

interface Told {
  readonly title: string;
  readonly body: string;
}

export class Notification extends EventEmitter {
  static readonly shown: Told[] = [];
  /** Held by nobody, as in Electron: a notification that its maker lets go of is gone, with its click. */
  static readonly made: WeakRef<Notification>[] = [];
  static isSupported = () => true;
  readonly told: Told;
  constructor(told: Told) {
    super();
    this.told = told;
    Notification.made.push(new WeakRef(this));
  }
  show = () => Notification.shown.push(this.told);
}

function responseOf({ buttons = [], cancelId = 0 }: MessageBoxOptions, label: string | undefined): number {
  const at = label === undefined ? -1 : buttons.indexOf(label);
  return at === -1 ? cancelId : at;
}

export const shell = new FakeShell();
export const dialog = new FakeDialog();
