import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { environmentKeys } from "../../core/primitives.ts";
import type { RunningServer } from "../../server/start-server.ts";
import { firstSpaceKey } from "../../server/workspace/first-workspace.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { printAside } from "../output.ts";
import { startGroup } from "../process-group.ts";

export interface ExecFlags {
  readonly seed?: string;
  readonly clock?: string;
  readonly space?: string;
  readonly keep?: string;
}

/** Exit codes of a shell, for a command that can't be run (POSIX, 2.8.2). */
const notFound = 127;
const notRunnable = 126;
/** What a command may take to end once it is told to, in ms. */
const grace = 10_000;

/**
 * Runs a command with a platform of its own, on free ports, in a folder that is gone afterwards, however this process ends.
 *
 * @returns the command's exit code; 128 and the signal's number where a signal ended it
 * @throws CliError or StartError where the platform does not start
 */
export async function exec(command: readonly string[], flags: ExecFlags): Promise<number> {
  const { startServer } = await import("../../server/start-server.ts");
  const folder = await openFolder(flags.keep);
  const token = randomBytes(24).toString("hex");
  try {
    const { seed, clock } = flags;
    const server = await startServer({ dataDir: folder.path, port: 0, sdkPort: 0, seed, clock, token });
    try {
      for (const notice of server.notices) printAside(notice);
      return await runCommand(command, { ...process.env, ...variables(server, token, flags) }, server);
    } finally {
      await server.stop();
    }
  } finally {
    await folder.close();
  }
}

interface Folder {
  readonly path: string;
  readonly close: () => Promise<void>;
}

async function openFolder(keep: string | undefined): Promise<Folder> {
  if (keep !== undefined) {
    await mkdir(keep, { recursive: true, mode: 0o700 });
    if ((await readdir(keep)).length > 0)
      throw new CliError(
        `${keep} is not empty, and each run begins with nothing. Name another folder, or empty it.`,
      );
    return { path: keep, close: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), "understudy-exec-"));
  const keeper = startKeeper(path);
  return {
    path,
    close: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      keeper?.kill("SIGKILL");
    },
  };
}

/** Removes the folder where we are killed before we can: a shell that waits for the end of a pipe which only we hold open. */
function startKeeper(folder: string): ChildProcess | null {
  if (process.platform === "win32") return null;
  const keeper = spawn("/bin/sh", ["-c", 'read -r _; rm -rf -- "$1"', "understudy-keeper", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    // A Ctrl-C in our terminal is not for it.
    detached: true,
  });
  keeper.on("error", () => {});
  keeper.stdin?.on("error", () => {});
  return keeper;
}

/** What the command finds the platform by. @throws CliError where there is no such Space */
function variables(
  server: RunningServer,
  token: string,
  { space: wanted, seed }: ExecFlags,
): Record<string, string> {
  const spaces = server.spaceKeys();
  // A seed's own Spaces stand beside the one that every new workspace begins with.
  const those = seed === undefined ? spaces : spaces.filter(({ key }) => key !== firstSpaceKey);
  const space = wanted === undefined ? those[0] : spaces.find(({ key }) => key === wanted);
  if (wanted !== undefined && space === undefined)
    throw new CliError(
      `There is no Space "${wanted}" here. There is: ${spaces.map(({ key }) => key).join(", ")}.`,
    );
  const isPlain = wanted !== undefined || those.length === 1;
  const keys = environmentKeys.map((name) => [
    `UNDERSTUDY_API_KEY_${name.toUpperCase()}`,
    space?.keys[name] ?? "",
  ]);
  return {
    UNDERSTUDY_PLATFORM_URL: server.platformUrl,
    UNDERSTUDY_SDK_URL: server.sdkUrl,
    UNDERSTUDY_TOKEN: token,
    ...(isPlain && Object.fromEntries(keys)),
  };
}

async function runCommand(
  [file = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  server: Pick<RunningServer, "failed">,
): Promise<number> {
  const group = startGroup(file, args, { env, stdio: "inherit" });
  const release = passOnSignals(group.child, group.kill);
  const ended = new Promise<number>((resolve) => {
    group.child.once("error", (error: NodeJS.ErrnoException) => {
      printAside(
        `${file} can't be run: ${error.code === "ENOENT" ? "there is no such command" : error.message}.`,
      );
      resolve(error.code === "ENOENT" ? notFound : notRunnable);
    });
    group.child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
  const failed = server.failed.then((why) => {
    printAside(`Nothing can be stored any more: ${why}. The command is ended.`);
    group.stop(grace);
    return ended.then(() => exitCodes.failed);
  });
  return Promise.race([ended, failed]).finally(release);
}

/** As a terminal does it: to the command and all that it has started. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (process.platform === "win32" || child.pid === undefined) child.kill(signal);
  else process.kill(-child.pid, signal);
}

/** The first signal is the command's to obey; the next one, and a command that does not end, end all of it by force. */
function passOnSignals(child: ChildProcess, kill: () => void): () => void {
  let first: number | undefined;
  let force: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals) => {
    const now = performance.now();
    // npm passes on a Ctrl-C that the terminal has sent us already; so near to the first it is the same key press.
    if (first !== undefined && now - first < 200) return;
    if (first !== undefined) kill();
    first ??= now;
    signalAll(child, signal);
    force ??= setTimeout(kill, grace);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, pass);
  return () => {
    clearTimeout(force);
    for (const signal of signals) process.removeListener(signal, pass);
  };
}
