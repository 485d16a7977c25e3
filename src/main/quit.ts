import { app, dialog } from "electron";
import { messageOf } from "./message-of.ts";
import type { ServerHost } from "./server-host.ts";

/** The end of the app: whatever is under way is waited for, and the server drains. */
export class Quit {
  private readonly host: ServerHost;
  private readonly log: (line: string) => void;
  private asked = false;
  /** The drain, once the windows are closed. */
  private draining: Promise<void> | null = null;

  constructor(host: ServerHost, log: (line: string) => void) {
    this.host = host;
    this.log = log;
  }

  get isUnderWay(): boolean {
    return this.asked;
  }

  /** Electron is asked to quit: from now on windows close without a question. */
  begin(): void {
    this.asked = true;
  }

  /** Holds the quit back, however often it is asked for, until all has stopped; then ends for good. */
  hold(event: { preventDefault: () => void }): void {
    event.preventDefault();
    this.draining ??= this.drain();
  }

  /** After a failure: stops what can still be stopped, and ends with 1. */
  async giveUp(): Promise<void> {
    this.asked = true;
    await this.host.abandon().catch(() => undefined);
    app.exit(1);
  }

  private async drain(): Promise<void> {
    try {
      await this.host.end();
      app.exit(0);
    } catch (error) {
      this.log(`It did not stop cleanly: ${messageOf(error)}`);
      dialog.showErrorBox("Understudy did not stop cleanly", messageOf(error));
      app.exit(1);
    }
  }
}
