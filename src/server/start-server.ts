/** What the desktop app, the CLI and the tests start: both planes over one workspace. */
export interface ServerOptions {
  /** The workspace folder; made where it does not exist. */
  readonly dataDir: string;
  /** A port asked for must be free (0: any free one). Left out: 4747, or the next free one. */
  readonly port?: number | undefined;
  /** Likewise for the SDK plane: 4748, or the next free one. */
  readonly sdkPort?: number | undefined;
  /** Opens the SDK plane, and it alone, to the local network. */
  readonly lan?: boolean | undefined;
  /** `demo`, or the path of a seed file; laid only where the workspace does not hold it yet. */
  readonly seed?: string | undefined;
  /** An RFC 3339 time at which the platform clock stands still. */
  readonly clock?: string | undefined;
  /** An owner's token for this run (UNDERSTUDY_TOKEN), 16 characters or more. */
  readonly token?: string | undefined;
}

/** A running copy. `notices` are lines for the person who started it, e.g. that another port was taken. */
export interface RunningServer {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  /** Opens the console signed in; works once. */
  readonly consoleUrl: string;
  readonly lanUrls: readonly string[];
  readonly dataDir: string;
  readonly notices: readonly string[];
  /** Another one-time console address. */
  readonly launchUrl: () => string;
  /** Drains requests and streams, checkpoints the store, removes the locator. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts both planes and resolves once they answer.
 *
 * @throws StartError with a message for the operator: a port taken, a folder not writable, a document that is corrupt or newer.
 */
export async function startServer(_options: ServerOptions): Promise<RunningServer> {
  throw new StartError("start-server is being written");
}

/** Why the server could not start, in words for the operator. Nothing was changed on disk. */
export class StartError extends Error {
  override readonly name = "StartError";
}
