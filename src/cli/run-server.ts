import { version } from "../../package.json";
import type { RunningServer, ServerOptions } from "../server/start-server.ts";
import { exitCodes } from "./cli-error.ts";
import { print, printAside, printJson } from "./output.ts";
import { listenForStop } from "./stop-signals.ts";

interface RunOptions {
  readonly json: boolean;
  /** Called once it is ready, e.g. to open a browser. */
  readonly onReady?: (server: RunningServer) => void;
  readonly start?: (options: ServerOptions) => Promise<RunningServer>;
}

const startServer = async (options: ServerOptions) =>
  (await import("../server/start-server.ts")).startServer(options);

/**
 * Starts the server, says where it is, and stops it on a signal.
 *
 * @returns the exit code, once it has stopped: 1 where it could go on no longer
 * @throws StartError when it could not start
 */
export async function runServer(
  options: ServerOptions,
  { json, onReady, start = startServer }: RunOptions,
): Promise<number> {
  const stop = listenForStop();
  try {
    const server = await start(options);
    if (!stop.came()) {
      announce(server, json);
      onReady?.(server);
    }
    const failure = await Promise.race([stop.first.then(() => null), server.failed]);
    if (failure === null) {
      await server.stop();
      return exitCodes.done;
    }
    printAside(
      options.store === undefined
        ? `Nothing can be stored any more: ${failure}. What was acknowledged is on disk. Free disk space or check the folder's rights, then start again.`
        : `This server ends. ${failure}`,
    );
    await server.stop().catch(() => undefined);
    return exitCodes.failed;
  } finally {
    stop.release();
  }
}

function announce(server: RunningServer, json: boolean): void {
  if (json) {
    const { platformUrl, sdkUrl, consoleUrl, dataDir } = server;
    const local = isPublic(server) ? { local: server.local } : {};
    printJson({ event: "ready", platformUrl, sdkUrl, consoleUrl, pid: process.pid, dataDir, ...local });
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
    ...(isPublic(server)
      ? [
          `  Here          ${server.local.platformUrl} and ${server.local.sdkUrl}`,
          "`understudy admin invite` makes the operator's way in. Ctrl-C stops the server.",
        ]
      : ["The console's address works once. Ctrl-C stops the server."]),
  ];
}

const isPublic = ({ platformUrl, sdkUrl, local }: RunningServer): boolean =>
  platformUrl !== local.platformUrl || sdkUrl !== local.sdkUrl;
