import { type ChildProcess, type IOType, type SpawnOptions, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import crossSpawn from "cross-spawn";

/** A program with all that it starts, which ends with us whatever happens. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Asks the program to end, and ends the whole group by force where it has not within `graceMs`. Windows needs `order`. */
  readonly stop: (graceMs: number) => void;
  /** Ends the whole group by force, at once. */
  readonly kill: () => void;
}

interface GroupOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: readonly (IOType | "ipc")[];
  /** The message that asks a program with a channel (`ipc` in `stdio`) to end. */
  readonly order?: string;
}

const onWindows = process.platform === "win32";
const shell = "/bin/sh";

/**
 * Starts a program in a group of its own. The group ends when this process does, also by `kill -9`: on Windows Node's job
 * object sees to that; elsewhere a shell that waits for the end of a pipe which only we hold open. The program runs once that
 * shell is there, so that no moment is left in which it could outlive us.
 */
export function startGroup(
  command: string,
  args: readonly string[],
  { order, stdio, env }: GroupOptions,
): ProcessGroup {
  const isHeld = !onWindows && isProgram(shell) && isProgram(command, env.PATH);
  const options: SpawnOptions = {
    env,
    stdio: [...stdio, ...(isHeld ? ["pipe" as const] : [])],
    detached: !onWindows,
  };
  const child = isHeld
    ? spawn(shell, ["-c", heldScript(stdio.length), "understudy-start", command, ...args], options)
    : // On Windows a command such as `npm` is a script, which only a shell runs.
      crossSpawn(command, [...args], options);
  const { pid } = child;
  if (pid === undefined) return { child, stop: () => {}, kill: () => {} };
  const keeper = onWindows ? null : startKeeper(pid);
  if (isHeld) letGo(child.stdio[stdio.length] as Duplex);
  const kill = () => endGroup(child, pid);
  let grace: NodeJS.Timeout | undefined;
  process.on("exit", kill);
  child.once("exit", () => {
    clearTimeout(grace);
    process.removeListener("exit", kill);
    kill();
    keeper?.kill("SIGKILL");
  });
  const stop = (graceMs: number) => {
    askToEnd(child, order);
    grace ??= setTimeout(kill, graceMs);
  };
  return { child, stop, kill };
}

/**
 * On Windows a signal of Node's ends a program at once, by force (Node's documentation, "Signal events"): one that understands
 * the order is left to obey it. Elsewhere it gets both, so that one which does not listen yet ends too.
 */
export function askToEnd(child: ChildProcess, order: string | undefined, platform = process.platform): void {
  const isAsked = order !== undefined && child.connected;
  if (isAsked) child.send(order, () => {});
  if (!isAsked || platform !== "win32") child.kill("SIGTERM");
}

/** Whether it can be run, by a path or by a name in the folders of `path`. Of what cannot, Node's own start says why. */
function isProgram(command: string, path?: string): boolean {
  const folders = command.includes("/") ? [""] : (path?.split(":") ?? []);
  return folders.some((folder) => {
    const file = join(folder, command);
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** Becomes the program once a line comes by the pipe `gate`; where that ends without one, the launcher is gone. */
const heldScript = (gate: number): string => `read -r _ <&${gate} && exec "$@" ${gate}<&-`;

function letGo(gate: Duplex): void {
  // It may have been killed by now.
  gate.on("error", () => {});
  gate.end("\n", () => gate.destroy());
}

/** Once the launcher is gone: asks the group to end, and kills it ten seconds later. */
const keeperScript =
  'read -r _; kill -TERM "$1"; i=0; while kill -0 "$1" && [ $i -lt 10 ]; do sleep 1; i=$((i+1)); done; kill -KILL -"$1"';

function startKeeper(pid: number): ChildProcess {
  const keeper = spawn(shell, ["-c", keeperScript, "understudy-keeper", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in the terminal must not reach it.
    detached: true,
  });
  // Without a shell the signals that we pass on must be enough.
  keeper.on("error", () => {});
  keeper.stdin?.on("error", () => {});
  return keeper;
}

function endGroup(child: ChildProcess, pid: number): void {
  try {
    if (onWindows) child.kill("SIGKILL");
    else process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}
