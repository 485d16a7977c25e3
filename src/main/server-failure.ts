import { app, type BrowserWindow } from "electron";
import { messageBox } from "./message-box.ts";

const choices = {
  restart: "Restart",
  logs: "Open Logs",
  data: "Open Data Folder",
  choose: "Choose Another Workspace…",
  quit: "Quit",
} as const;
type Choice = keyof typeof choices;
const order = Object.keys(choices) as Choice[];
/** What was decided: any choice but to open a folder. */
export type FailureDecision = Exclude<Choice, "logs" | "data">;

interface Told {
  readonly title: string;
  readonly reason: string;
}

interface FailureOptions {
  readonly log: (line: string) => void;
  /** The window that it is asked over on macOS. Elsewhere of none: it outlives every window. */
  readonly askedOver: () => BrowserWindow | null;
  readonly openFolder: (which: "logs" | "data") => Promise<unknown>;
  readonly decide: (decision: FailureDecision) => void;
}

/** Asks what to do when there is no server: one dialog at a time, and none that is out of date. */
export class ServerFailure {
  private readonly options: FailureOptions;
  private told: Told | null = null;
  private asking: AbortController | null = null;

  constructor(options: FailureOptions) {
    this.options = options;
  }

  /** Whether the person has not decided yet. */
  get isOpen(): boolean {
    return this.asking !== null;
  }

  /** Says why, in place of what was asked before. */
  tell(told: Told): void {
    this.options.log(`${told.title}: ${told.reason}`);
    process.stderr.write(`${told.title}: ${told.reason}\n`);
    this.told = told;
    void this.ask(told);
  }

  /** Brings the question to the front. A box of no window can't be: it is asked again, or on macOS the app comes. */
  again(): void {
    if (process.platform === "darwin") {
      this.options.askedOver()?.focus();
      app.focus({ steal: true });
    } else if (this.told !== null) void this.ask(this.told);
  }

  /** A server runs: the question is taken back. */
  over(): void {
    this.asking?.abort();
    this.asking = null;
    this.told = null;
  }

  private async ask(told: Told): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const decision = await this.decided(told, asking.signal);
    // An answer that comes too late must not end a server that runs by now.
    if (asking.signal.aborted) return;
    this.over();
    this.options.decide(decision);
  }

  /** Opens folders until something is decided. */
  private async decided({ title, reason }: Told, signal: AbortSignal): Promise<FailureDecision> {
    const { askedOver, openFolder } = this.options;
    const response = await messageBox(process.platform === "darwin" ? askedOver() : null, {
      type: "error",
      title: "Understudy",
      message: title,
      detail: reason,
      buttons: order.map((choice) => choices[choice]),
      defaultId: order.indexOf("restart"),
      cancelId: order.indexOf("quit"),
      signal,
    });
    const choice = order[response] ?? "quit";
    if (choice !== "logs" && choice !== "data") return choice;
    if (signal.aborted) return "quit";
    await openFolder(choice);
    return this.decided({ title, reason }, signal);
  }
}
