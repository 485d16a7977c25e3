import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export const root = resolve(import.meta.dirname, "../..");
export const program = join(root, "bin/understudy.mjs");

/** A script that runs, with what it has printed so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: string[];
  readonly stderr: string[];
  /** Resolves with the next line on standard output that is not read yet; rejects when the program ends without one. */
  readonly nextLine: () => Promise<string>;
  /** Sends a signal, and resolves with the exit code. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
  readonly ended: Promise<number | null>;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly cwd?: string;
  /** Standard input; left out: there is none. */
  readonly stdin?: "pipe";
  /** Another Node than the tests' own. */
  readonly node?: string;
}

const running = new Set<Running>();

/** This process's, with more, without a display and without a token that somebody set for other things. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _w, UNDERSTUDY_TOKEN: _t, ...inherited } = process.env;
  return { ...inherited, ...more };
}

/** Runs `node SCRIPT ARGS` without a terminal and without a display. */
export function run(
  script: string,
  args: readonly string[],
  { env = {}, uid, cwd, stdin, node = process.execPath }: RunOptions = {},
): Running {
  const child = spawn(node, [script, ...args], {
    stdio: [stdin ?? "ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
    env: environment(env),
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  let read = 0;
  createInterface({ input: child.stdout }).on("line", (line) => stdout.push(line));
  createInterface({ input: child.stderr }).on("line", (line) => stderr.push(line));
  const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  // Its last lines may be read after its end is known: it is over once its output is closed.
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const nextLine = async () => {
    while (stdout.length <= read && !over) await pause();
    const line = stdout[read];
    if (line === undefined) throw new Error(`it ended without another line:\n${stderr.join("\n")}`);
    read += 1;
    return line;
  };
  const started: Running = {
    child,
    pid: child.pid ?? -1,
    stdout,
    stderr,
    nextLine,
    ended,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

/** For afterEach: nothing that a test started outlives it. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.end("SIGKILL")));
}

const pause = () => new Promise((resolvePause) => setTimeout(resolvePause, 5));

/** What a program said on standard error, without what it is busy with: that is said only where it takes long. */
export const complaintsOf = ({ stderr }: Pick<Running, "stderr">): string =>
  stderr.filter((line) => !/^[A-Z][a-z ]+ …$/i.test(line)).join("\n");
