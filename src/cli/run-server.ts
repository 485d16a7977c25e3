import { version } from "../../package.json";
import { Problem } from "../core/problem.ts";
import type { ShowStarted } from "../core/stage.ts";
import { start as startServer } from "../server/start.ts";
import type { RunningServer, ServerOptions } from "../server/start-server.ts";
import { CliError, exitCodes } from "./cli-error.ts";
import { print, printAside, printJson } from "./output.ts";
import { listenForStop } from "./stop-signals.ts";
import { assertHasScene } from "./workspace-to-open.ts";

interface RunOptions {
  readonly json: boolean;
  /** The scene whose show begins. */
  readonly show?: string | undefined;
  /** Called once it is ready, e.g. to open a browser. */
  readonly onReady?: (server: RunningServer, show: ShowStarted | null) => void;
  readonly start?: (options: ServerOptions) => Promise<RunningServer>;
}

/**
 * Starts the server, says where it is, and stops it on a signal.
 *
 * @returns the exit code, once it has stopped: 1 where it could go on no longer
 * @throws StartError when it could not start; CliError where there is no such show
 */
export async function runServer(
  options: ServerOptions,
  { json, show, onReady, start = startServer }: RunOptions,
): Promise<number> {
  if (show !== undefined && options.store === undefined) await assertHasScene(options.dataDir, show);
  const stop = listenForStop();
  try {
    const server = await start({ ...options, signal: stop.signal }).catch((error: unknown) => {
      if (error === stop.signal.reason) return null;
      throw error;
    });
    if (server === null) return exitCodes.done;
    if (!stop.came()) {
      const begun = show === undefined ? null : await begin(server, show);
      await announce(server, json, begun);
      onReady?.(server, begun);
    }
    const failure = await Promise.race([stop.first.then(() => null), server.failed]);
    if (failure === null) {
      await server.stop();
      return exitCodes.done;
    }
    printAside(
      options.store === undefined
        ? `Nothing can be stored any more: ${failure}. What was acknowledged is on disk. If the disk is full or the folder's rights are wrong, mend that; then start again.`
        : `This server ends. ${failure}`,
    );
    await server.stop().catch(() => undefined);
    return exitCodes.failed;
  } finally {
    stop.release();
  }
}

/** Begins the show; a server whose show can't begin is stopped again. */
async function begin(server: RunningServer, show: string): Promise<ShowStarted> {
  try {
    return await server.startShow(show);
  } catch (error) {
    await server.stop();
    throw error instanceof Problem ? new CliError(error.message) : error;
  }
}

async function announce(server: RunningServer, json: boolean, show: ShowStarted | null): Promise<void> {
  if (json) {
    const { platformUrl, sdkUrl, dataDir } = server;
    const consoleUrl = await consoleOf(server, show);
    const more = {
      ...(isPublic(server) && { local: server.local }),
      ...(show !== null && { demoUrl: show.demoUrl }),
    };
    printJson({ event: "ready", platformUrl, sdkUrl, consoleUrl, pid: process.pid, dataDir, ...more });
    for (const notice of server.notices) printAside(notice);
    return;
  }
  for (const line of await readyLines(server, show)) print(line);
}

async function consoleOf(server: RunningServer, show: ShowStarted | null): Promise<string> {
  if (show === null) return server.consoleUrl;
  // A public server prints no address that signs in.
  return isPublic(server)
    ? new URL(show.consolePath, server.platformUrl).href
    : server.launchUrl(show.consolePath);
}

async function readyLines(server: RunningServer, show: ShowStarted | null): Promise<string[]> {
  const { lanUrls } = await server.now();
  return [
    ...server.notices,
    `Understudy ${version} is ready.`,
    `  ${show === null ? "Console" : "Stage  "}       ${await consoleOf(server, show)}`,
    ...(show === null ? [] : [`  Sample app    ${show.demoUrl}`]),
    `  Platform API  ${server.platformUrl}`,
    `  SDKs          ${server.sdkUrl}`,
    ...lanUrls.map((url) => `  SDKs on LAN   ${url}`),
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
