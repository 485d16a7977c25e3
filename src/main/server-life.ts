import type { BrowserWindow } from "electron";
import type { ServerOptions } from "../server/start-server.ts";
import type { ChooserWindow } from "./chooser-window.ts";
import type { ConsoleWindow } from "./console-window.ts";
import { messageOf } from "./message-of.ts";
import { Quit } from "./quit.ts";
import { type FailureDecision, ServerFailure } from "./server-failure.ts";
import { portOf, ServerHost } from "./server-host.ts";
import type { ShellMemory } from "./shell-memory.ts";
import { noteRecent } from "./system-lists.ts";
import { Workspaces } from "./workspaces.ts";

interface LifeOptions {
  readonly console: ConsoleWindow;
  readonly chooser: ChooserWindow;
  readonly memory: ShellMemory;
  /** What this run's server is started with, but for its folder. */
  readonly server: (dataDir: string) => Omit<ServerOptions, "dataDir">;
  readonly log: (line: string) => void;
  /** Whether the first server of a run opens no window. */
  readonly startsHidden: () => boolean;
  /** The window that questions are asked over. */
  readonly askedOver: () => BrowserWindow | null;
  readonly openFolder: (which: "data" | "logs") => Promise<void>;
  /** What is shown of the server may have changed. */
  readonly onChange: () => void;
  readonly onFailed: (reason: string) => void;
}

/** Opens, changes, restarts and ends the app's server, and shows each of it. */
export class ServerLife {
  readonly host: ServerHost;
  readonly quit: Quit;
  readonly failure: ServerFailure;
  readonly workspaces: Workspaces;
  private readonly options: LifeOptions;
  /** From a failure until the person is asked: what fails meanwhile belongs to it. */
  private isFailing = false;

  constructor(options: LifeOptions) {
    this.options = options;
    const { log, memory, server } = options;
    const onFailed = (reason: string) => this.couldNotStart(reason);
    this.host = new ServerHost({
      onRunning: (running) => {
        const { dataDir, platformUrl, sdkUrl } = running;
        memory.noteWorkspace(dataDir);
        noteRecent(dataDir);
        memory.notePorts(dataDir, portOf(platformUrl), portOf(sdkUrl));
        for (const notice of [...memory.takeNotices(), ...running.notices]) log(notice);
        log(`Started on ${running.platformUrl} and ${running.sdkUrl}.`);
        this.failure.over();
        options.onChange();
      },
      onFailed: (reason) => void this.failed(reason),
    });
    this.quit = new Quit(this.host, log);
    const openFolder = (which: "data" | "logs") =>
      options.openFolder(which).catch((error: unknown) => log(messageOf(error)));
    const { askedOver: window } = options;
    const decide = (decision: FailureDecision) => this.decide(decision);
    this.failure = new ServerFailure({ log, askedOver: window, openFolder, decide });
    const onOpen = (isOther: boolean, before: string | null) => this.show(isOther, before);
    this.workspaces = new Workspaces({ host: this.host, memory, window, log, server, onOpen, onFailed });
  }

  /** Starts the server again; the page goes on where it was, unless its address is another one now. */
  async restart(): Promise<void> {
    const before = this.host.platformUrl;
    try {
      await this.host.restart();
      await this.show(false, before);
    } catch (error) {
      this.couldNotStart(messageOf(error));
    }
  }

  /** The chooser goes away, too: on macOS the question was asked over it. */
  private async restartInstead(): Promise<void> {
    await this.restart();
    if (this.host.server !== null) this.options.chooser.close();
  }

  /** The server failed, or an exception may have damaged it: it is stopped and not trusted any further. */
  async failed(reason: string): Promise<void> {
    if (this.isFailing || this.failure.isOpen || this.quit.isUnderWay)
      return this.options.log(`Another failure: ${reason}`);
    this.isFailing = true;
    this.options.onFailed(reason);
    await this.host.abandon().catch(() => undefined);
    this.isFailing = false;
    this.tell("Understudy's server stopped", reason);
  }

  private couldNotStart(reason: string): void {
    this.tell("Understudy could not start", reason);
  }

  private tell(title: string, reason: string): void {
    this.options.onChange();
    if (!this.quit.isUnderWay) this.failure.tell({ title, reason });
  }

  private decide(decision: FailureDecision): void {
    if (decision === "restart") void this.restartInstead();
    else if (decision === "choose") this.options.chooser.show();
    else void this.quit.giveUp();
  }

  /** The console of what runs now: another workspace's, or the same at the address before, whose page goes on by itself. */
  private async show(isOther: boolean, before: string | null): Promise<void> {
    const { server } = this.host;
    if (server === null || this.quit.isUnderWay) return;
    const { console, chooser, startsHidden } = this.options;
    if (startsHidden()) return;
    if (isOther || server.platformUrl !== before) await console.load(server.launchUrl);
    else await console.goOn(server.launchUrl);
    if (isOther) chooser.close();
  }
}
