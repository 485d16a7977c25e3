import type { BrowserWindow } from "electron";
import type { ServerOptions } from "../server/start-server.ts";
import { examineFolder } from "./examine-folder.ts";
import { keychain } from "./keychain.ts";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";
import type { ServerHost } from "./server-host.ts";
import type { ShellMemory } from "./shell-memory.ts";
import { recentWorkspace } from "./workspace-chooser.ts";
import { askWhetherToForget, askWhetherToSwitch, tellWentBack } from "./workspace-dialogs.ts";

interface WorkspacesOptions {
  readonly host: ServerHost;
  readonly memory: ShellMemory;
  readonly window: () => BrowserWindow | null;
  readonly log: (line: string) => void;
  /** What this run's server is started with, but for its folder. */
  readonly server: (dataDir: string) => Omit<ServerOptions, "dataDir">;
  /** A server runs, on another workspace or again on the one before, which was at this address. */
  readonly onOpen: (isOther: boolean, before: string | null) => Promise<void>;
  /** None runs. */
  readonly onFailed: (reason: string) => void;
}

/** What a later launch asks for beside a workspace. */
interface Asked {
  readonly seed: string | undefined;
  /** Called once it is certain that it will be opened: then the launch's other flags apply too. */
  readonly agreed: () => void;
}

/** How a workspace is opened, from wherever it is asked for. */
export class Workspaces {
  private readonly options: WorkspacesOptions;

  constructor(options: WorkspacesOptions) {
    this.options = options;
  }

  /** Opens it, and where it can't be, says why. */
  async open(path: string, seed?: string): Promise<void> {
    const problem = await this.change(path, seed);
    if (problem === null) return;
    const { host, window, onFailed } = this.options;
    if (host.server === null) onFailed(problem);
    else await tellWentBack(window(), { path, problem, before: host.server.dataDir });
  }

  /** The chooser's choice. Gives why it could not be opened, for its page to say. */
  async choose(path: string, seed: string | undefined): Promise<string | null> {
    const { host, onFailed } = this.options;
    const hadServer = host.server !== null;
    const problem = await this.change(path, seed);
    if (problem !== null && hadServer && host.server === null) onFailed(problem);
    return problem;
  }

  /** One of the list. Where it is gone, nothing is made in its place: it can be taken off the list instead. */
  async openRecent(path: string): Promise<void> {
    const { kind, problem } = await recentWorkspace(path);
    if (kind === "workspace") return this.open(path);
    const { memory, window } = this.options;
    if (await askWhetherToForget(window(), path, problem ?? "It can't be used."))
      memory.change({ recents: memory.data.recents.filter((recent) => recent !== path) });
  }

  /** The one that a second launch named: not without a question where another one is open. */
  async openAsked(path: string, { seed, agreed }: Asked): Promise<void> {
    const { host, memory, window } = this.options;
    if (memory.data.recents.includes(path) && (await recentWorkspace(path)).kind !== "workspace")
      return this.openRecent(path);
    const { kind, problem } = await examineFolder(path);
    if (kind === "unusable")
      return tellProblem(window(), "This workspace can't be opened.", `${path}\n\n${problem ?? ""}`);
    const isNew = kind !== "workspace";
    const stops = host.server !== null;
    if ((!isNew && !stops) || (await askWhetherToSwitch(window(), { path, isNew, stops }))) {
      agreed();
      await this.open(path, seed);
    }
  }

  /** Every change goes this way. Gives why it failed, or null; after a failure the one before runs again, where it still opens. */
  private async change(dataDir: string, seed: string | undefined): Promise<string | null> {
    const { host, server, memory, log, onOpen } = this.options;
    const before = host.platformUrl;
    const usual = memory.portsOf(dataDir);
    try {
      const problem = await host.change({ ...server(dataDir), usual, keychain, dataDir, seed, log });
      if (problem !== null) log(`${dataDir} could not be opened: ${problem}`);
      await onOpen(problem === null, before);
      return problem;
    } catch (error) {
      return messageOf(error);
    }
  }
}
