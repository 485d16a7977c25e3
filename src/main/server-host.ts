import {
  type RunningServer,
  type ServerNow,
  type ServerOptions,
  startServer,
} from "../server/start-server.ts";
import { isWorkspaceThere } from "./first-workspace.ts";
import { messageOf } from "./message-of.ts";
import { inServer } from "./server-scope.ts";
import { Turns } from "./turns.ts";

/** How long a server that failed may take to let go of its folder and ports, in ms. */
const patience = 5_000;

type Ports = Pick<ServerOptions, "port" | "sdkPort">;

interface HostOptions {
  /** A server has started, for whatever reason. */
  readonly onRunning: (server: RunningServer) => void;
  /** The server that runs can no longer store anything. */
  readonly onFailed: (reason: string) => void;
}

/** A server, and what it said of itself last: what menus and tray show at once. */
export type SeenServer = Pick<RunningServer, "platformUrl" | "sdkUrl"> & ServerNow;

/** The one server that the app runs, through starts, failures and changes of workspace: each waits for the one before. */
export class ServerHost {
  private readonly told: HostOptions;
  private readonly turns = new Turns();
  private running: RunningServer | null = null;
  private lastSeen: ServerNow | null = null;
  /** The server that is being stopped. */
  private leaving: RunningServer | null = null;
  private options: ServerOptions | null = null;
  /** The folder of the last server that ran: what starts again there must find it. */
  private ranOn: string | null = null;
  /** Where the console was last: its page is still there while the server is not. */
  private lastUrls: Pick<RunningServer, "platformUrl" | "sdkUrl"> | null = null;

  /** Where the consoles of this run were. */
  private readonly origins = new Set<string>();

  constructor(told: HostOptions) {
    this.told = told;
  }

  /** The server that answers; null while it is being stopped, too. */
  get server(): RunningServer | null {
    return this.running === this.leaving ? null : this.running;
  }

  /** The same, as it was when it was looked at last. */
  get seen(): SeenServer | null {
    const { server, lastSeen } = this;
    if (server === null || lastSeen === null) return null;
    return { platformUrl: server.platformUrl, sdkUrl: server.sdkUrl, ...lastSeen };
  }

  /** Asks it how it is. */
  async look(): Promise<SeenServer | null> {
    const { server } = this;
    const now = await server?.now().catch(() => null);
    if (now && this.server === server) this.lastSeen = now;
    return this.seen;
  }

  /** Whether a server is being started or stopped. */
  get isBusy(): boolean {
    return this.turns.isBusy;
  }

  get platformUrl(): string | null {
    return this.lastUrls?.platformUrl ?? null;
  }

  /**
   * Whether a server of this run was at an address and none is there now: whoever answers there is somebody else, who must get neither
   * the console's cookie nor its window.
   */
  isLeft(address: string): boolean {
    const { origin } = new URL(address);
    return this.origins.has(origin) && origin !== this.server?.platformUrl;
  }

  /** The folder that is open, or that was tried last. */
  get dataDir(): string | null {
    return this.running?.dataDir ?? this.options?.dataDir ?? null;
  }

  /**
   * Stops what runs and starts this one. Gives null, or why it can't be: what ran before then runs again.
   *
   * @throws Error where nothing runs afterwards
   */
  change(options: ServerOptions): Promise<string | null> {
    return this.turns.take(async () => {
      const before = this.running === null ? null : this.options;
      try {
        await this.stopNow();
        await this.start(options);
        return null;
      } catch (error) {
        if (before === null) throw error;
        await this.goBack(before, messageOf(error));
        return messageOf(error);
      }
    });
  }

  /** Starts again what ran last, at the same addresses where they are free: the console's page then just goes on. */
  restart(): Promise<void> {
    return this.turns.take(async () => {
      await this.abandonNow();
      if (this.options === null) throw new Error("No workspace was open.");
      await this.startAgain(this.options);
    });
  }

  /** Stops a server that failed, as far as it still can be. */
  abandon(): Promise<void> {
    return this.turns.take(() => this.abandonNow());
  }

  /** Waits for what is under way, and drains what runs then; the locator and the ports are free afterwards. Nothing starts any more. */
  end(): Promise<void> {
    return this.turns.end(() => this.stopNow());
  }

  private async start(options: ServerOptions, ports: Ports = {}): Promise<void> {
    this.options = options;
    const server = await inServer(() => startServer({ ...options, ...ports, host: "desktop" }));
    // A seed is laid once, not again by each start.
    this.options = { ...options, seed: undefined };
    this.lastSeen = await server.now();
    this.running = server;
    this.ranOn = options.dataDir;
    this.lastUrls = server;
    this.origins.add(server.platformUrl);
    void server.failed.then((reason) => {
      if (this.server === server) this.told.onFailed(reason);
    });
    this.told.onRunning(server);
  }

  private async startAgain(options: ServerOptions): Promise<void> {
    if (options.dataDir === this.ranOn) await assertThere(options.dataDir);
    if (this.lastUrls === null) return this.start(options);
    const ports = { port: portOf(this.lastUrls.platformUrl), sdkPort: portOf(this.lastUrls.sdkUrl) };
    try {
      await this.start(options, ports);
    } catch {
      await this.start(options);
    }
  }

  private async goBack(before: ServerOptions, reason: string): Promise<void> {
    try {
      await this.startAgain(before);
    } catch (error) {
      throw new Error(`${reason}\n\n${before.dataDir} could not be opened again either: ${messageOf(error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    this.leaving = running;
    try {
      await inServer(() => running.stop());
    } finally {
      this.forget(running);
    }
  }

  private async abandonNow(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([this.stopNow().catch(() => undefined), late]);
    clearTimeout(timer);
    this.forget(running);
  }

  /** A server that was given up may end while another one runs. */
  private forget(server: RunningServer): void {
    if (this.running === server) this.running = null;
    if (this.leaving === server) this.leaving = null;
  }
}

/** An empty workspace in the place of one that was moved away would look like lost work. What a restore has moved aside comes back. */
async function assertThere(dataDir: string): Promise<void> {
  if (!(await isWorkspaceThere(dataDir)))
    throw new Error(
      `There is no workspace in ${dataDir} any more. Put the folder back, or choose another workspace.`,
    );
}

/** The port of a plane's address, which names it. */
export const portOf = (url: string): number => Number(new URL(url).port);
