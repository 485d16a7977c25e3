import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import crossSpawn from "cross-spawn";

/** A program with all that it starts, which ends with us whatever happens. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Asks the program to end, and ends the whole group by force where it has not within `graceMs`. Windows needs `order`. */
  readonly stop: (graceMs: number) => void;
  /** Ends the whole group by force, at once. */
  readonly kill: () => void;
}

interface GroupOptions extends SpawnOptions {
  /** The message that asks a program with a channel (`ipc` in `stdio`) to end. */
  readonly order?: string;
}

const onWindows = process.platform === "win32";

/**
 * Starts a program in a group of its own. The group ends when this process does, also by `kill -9`: on Windows Node's job
 * object sees to that; elsewhere a shell that waits for the end of a pipe which only we hold open. It is started
 * before the program, and told which one it is right after: killed between these two, we leave the program running.
 */
export function startGroup(
  command: string,
  args: readonly string[],
  { order, ...options }: GroupOptions,
): ProcessGroup {
  // On Windows a command such as `npm` is a script, which only a shell runs.
  const keeper = onWindows ? null : startKeeper();
  const child = crossSpawn(command, [...args], { ...options, detached: !onWindows });
  const { pid } = child;
  if (pid === undefined) {
    keeper?.kill("SIGKILL");
    return { child, stop: () => {}, kill: () => {} };
  }
  keeper?.stdin?.write(`${pid}\n`);
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

/** Reads which program it is. Once the launcher is gone: asks the group to end, and kills it ten seconds later. */
const keeperScript =
  'read -r pid || exit; read -r _; kill -TERM "$pid"; i=0; while kill -0 "$pid" && [ $i -lt 10 ]; do sleep 1; i=$((i+1)); done; kill -KILL -"$pid"';

function startKeeper(): ChildProcess {
  const keeper = spawn("/bin/sh", ["-c", keeperScript, "understudy-keeper"], {
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
