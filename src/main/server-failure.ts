import { app } from "electron";
import { askAfterFailure, type FailureDecision } from "./failure-dialog.ts";

interface Told {
  readonly title: string;
  readonly reason: string;
}

interface FailureOptions {
  readonly log: (line: string) => void;
  readonly openFolder: (which: "logs" | "data") => Promise<unknown>;
  readonly decide: (decision: FailureDecision) => void;
}

/** A server that is not there, from the failure to what its owner wants done: one dialog at a time, and none that is out of date. */
export class ServerFailure {
  private readonly options: FailureOptions;
  private told: Told | null = null;
  private asking: AbortController | null = null;

  constructor(options: FailureOptions) {
    this.options = options;
  }

  /** Whether it is still to be decided what is done. */
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
    if (process.platform === "darwin") app.focus({ steal: true });
    else if (this.told !== null) void this.ask(this.told);
  }

  /** A server runs: nothing is left to be asked. */
  over(): void {
    this.asking?.abort();
    this.asking = null;
    this.told = null;
  }

  private async ask(told: Told): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const { openFolder, decide } = this.options;
    const decision = await askAfterFailure({ ...told, openFolder, signal: asking.signal });
    // Closed or not (macOS closes none), an answer to what is over must not end a server that runs by now.
    if (asking.signal.aborted) return;
    this.over();
    decide(decision);
  }
}
