import { version } from "../../package.json";
import type { RunningServer, ServerOptions } from "../server/start-server.ts";
import { exitCodes } from "./cli-error.ts";
import { print, printAside, printJson } from "./output.ts";
import { listenForStop } from "./stop-signals.ts";

interface RunOptions {
  readonly json: boolean;
  /** Called once it is ready, e.g. to open a browser. */
  readonly onReady?: (server: RunningServer) => void;
}

/**
 * Starts the server, says where it is, and stops it on a signal.
 *
 * @returns the exit code, once it has stopped
 * @throws StartError when it could not start
 */
export async function runServer(options: ServerOptions, { json, onReady }: RunOptions): Promise<number> {
  const stop = listenForStop();
  try {
    const { startServer } = await import("../server/start-server.ts");
    const server = await startServer(options);
    if (!stop.came()) {
      announce(server, json);
      onReady?.(server);
    }
    await stop.first;
    await server.stop();
    return exitCodes.done;
  } finally {
    stop.release();
  }
}

function announce(server: RunningServer, json: boolean): void {
  if (json) {
    const { platformUrl, sdkUrl, consoleUrl, dataDir } = server;
    printJson({ event: "ready", platformUrl, sdkUrl, consoleUrl, pid: process.pid, dataDir });
    for (const notice of server.notices) printAside(notice);
    return;
  }
  for (const line of readyLines(server)) print(line);
}

function readyLines(server: RunningServer): string[] {
  return [
    ...server.notices,
    `Understudy ${version} is ready.`,
    `  Console       ${server.consoleUrl}`,
    `  Platform API  ${server.platformUrl}`,
    `  SDKs          ${server.sdkUrl}`,
    ...server.lanUrls.map((url) => `  SDKs on LAN   ${url}`),
    `  Data          ${server.dataDir}`,
    "The console's address works once. Ctrl-C stops the server.",
  ];
}
