import { app, dialog } from "electron";
import { messageOf } from "./message-of.ts";
import type { ServerHost } from "./server-host.ts";

/** A launch as it was sent: its arguments, and the folder that their paths are relative to. */
export interface SentLaunch {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** How long the end may take, in ms: of what is acknowledged nothing is lost without it, and a drive that is away never answers. */
const patience = 60_000;

/** The end of the app: whatever is under way is waited for, and the server drains; for a minute at most. */
export class Quit {
  private readonly host: ServerHost;
  private readonly log: (line: string) => void;
  private asked = false;
  /** The last launch since. */
  private next: SentLaunch | null = null;
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

  /** A launch while the app ends: it is launched once more, for that. */
  launchAfter(sent: SentLaunch): void {
    this.next = sent;
  }

  /** Holds the quit back, however often it is asked for, until all has stopped, or the minute is over; then ends for good. */
  hold(event: { preventDefault: () => void }): void {
    event.preventDefault();
    this.draining ??= this.drain();
  }

  /** After a failure: stops what can still be stopped, and ends with 1. */
  async giveUp(): Promise<void> {
    this.asked = true;
    await inTime(this.host.abandon()).catch(() => undefined);
    this.exit(1);
  }

  private async drain(): Promise<void> {
    try {
      await inTime(this.host.end());
      this.exit(0);
    } catch (error) {
      this.log(`It did not stop cleanly: ${messageOf(error)}`);
      dialog.showErrorBox("Understudy did not stop cleanly", messageOf(error));
      this.exit(1);
    }
  }

  private exit(code: number): void {
    if (this.next !== null) {
      const { args, cwd } = this.next;
      try {
        process.chdir(cwd);
      } catch {
        // The folder is gone: the arguments' paths, if any, are told as missing.
      }
      // It was meant for the launch that it came with.
      delete process.env.UNDERSTUDY_TOKEN;
      // An AppImage's own program is gone with the app.
      const execPath = process.env.APPIMAGE;
      app.relaunch({
        args: [...process.argv.slice(1, app.isPackaged ? 1 : 2), ...args],
        ...(execPath !== undefined && { execPath }),
      });
    }
    app.exit(code);
  }
}

async function inTime(ending: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const why = `It took longer than ${patience / 1000} seconds. Nothing that was saved is lost.`;
    timer = setTimeout(() => reject(new Error(why)), patience);
  });
  await Promise.race([ending, late]).finally(() => clearTimeout(timer));
}
