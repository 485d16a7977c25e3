import { type RunningServer, type ServerOptions, startServer } from "../server/start-server.ts";

/** How long a server that failed may take to let go of its folder and ports, in ms. */
const patience = 5_000;

/** The one server that the app runs, through starts, failures and changes of workspace. */
export class ServerHost {
  private running: RunningServer | null = null;
  private options: ServerOptions | null = null;
  /** Where the console was last: its page is still there while the server is not. */
  private lastUrls: Pick<RunningServer, "platformUrl" | "sdkUrl"> | null = null;
  private readonly onFailed: (reason: string) => void;

  /** `onFailed`: the server that runs can no longer store anything. */
  constructor(onFailed: (reason: string) => void) {
    this.onFailed = onFailed;
  }

  get server(): RunningServer | null {
    return this.running;
  }

  get platformUrl(): string | null {
    return this.lastUrls?.platformUrl ?? null;
  }

  get dataDir(): string | null {
    return this.running?.dataDir ?? this.options?.dataDir ?? null;
  }

  /** @throws StartError */
  async start(options: ServerOptions): Promise<RunningServer> {
    this.options = options;
    const server = await startServer(options);
    this.running = server;
    this.lastUrls = server;
    void server.failed.then((reason) => {
      if (this.running === server) this.onFailed(reason);
    });
    return server;
  }

  /** Starts again what ran last, at the same addresses where they are free: the console's page then just goes on. */
  async restart(): Promise<RunningServer> {
    const { options } = this;
    if (options === null) throw new Error("No workspace was open.");
    await this.abandon();
    if (this.lastUrls === null) return this.start(options);
    const ports = { port: portOf(this.lastUrls.platformUrl), sdkPort: portOf(this.lastUrls.sdkUrl) };
    const again = { ...options, seed: undefined };
    return this.start({ ...again, ...ports }).catch(() => this.start(again));
  }

  /** Drains it. The locator and the ports are free afterwards. */
  async stop(): Promise<void> {
    const { running } = this;
    this.running = null;
    await running?.stop();
  }

  /** Stops a server that failed, as far as it still can be. */
  async abandon(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([this.stop().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

const portOf = (url: string): number => Number(new URL(url).port);
