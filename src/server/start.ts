import type { RunningServer, ServerOptions } from "./start-server.ts";
import { startEarly } from "./store/sqlite/writer-thread.ts";

/** `startServer`, whose code is loaded now; the thread that writes into a folder loads its own beside it. */
export async function start(options: ServerOptions): Promise<RunningServer> {
  if (options.store === undefined) startEarly();
  return (await import("./start-server.ts")).startServer(options);
}
