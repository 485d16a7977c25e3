import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { quitOrder, readSign } from "../core/desktop-sign.ts";
import { appFolder, type DesktopLaunch, desktopArguments, desktopEnvironment } from "./desktop-arguments.ts";
import { type DesktopOutcome, outcomeOf, type Watched } from "./desktop-outcome.ts";
import { print, printAside } from "./output.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";
import { listenForStop } from "./stop-signals.ts";

interface DesktopPatience {
  /** How long Electron may take to its first sign, in ms. */
  readonly start: number;
  /** How long it may take to end once it was told to, in ms; after that it is ended by force. */
  readonly stop: number;
}
// The first start after an installation is slow: Gatekeeper and Defender read all of it before it runs.
const usualPatience: DesktopPatience = { start: 60_000, stop: 15_000 };

interface RunDesktop {
  readonly onShown?: (pid: number) => void;
  readonly patience?: DesktopPatience;
}

/**
 * Runs the desktop app to its end, passing a signal to stop on to it. An app that ends before it shows anything, or gives
 * no sign in time, is a failure; nothing of it is left behind. One that finds the app running hands its arguments to it.
 */
export async function runDesktop(
  electron: string,
  launch: DesktopLaunch,
  { onShown = () => {}, patience = usualPatience }: RunDesktop = {},
): Promise<DesktopOutcome> {
  const stop = listenForStop();
  try {
    const group = startGroup(electron, [appFolder(), ...desktopArguments(launch)], {
      stdio: ["inherit", "pipe", "pipe", "ipc"],
      order: quitOrder,
      env: desktopEnvironment(process.env),
    });
    void stop.first.then(() => group.stop(patience.stop));
    const watched = watch(group, patience.start, () => onShown(group.child.pid ?? 0));
    const outcome = await ending(group.child, watched);
    return stop.came() && outcome.kind !== "ended" ? { kind: "ended", code: 0 } : outcome;
  } finally {
    stop.release();
  }
}

function watch({ child, kill }: ProcessGroup, patience: number, onShown: () => void): Watched {
  const watched: Watched = { sign: null, timedOut: false, ended: false, held: [], patience };
  const timer = setTimeout(() => {
    watched.timedOut = true;
    kill();
  }, patience);
  for (const end of ["exit", "error"]) child.once(end, () => clearTimeout(timer));
  lines(child.stdout, (line) => {
    const sign = readSign(line);
    if (sign === null) return print(line);
    watched.sign = sign;
    clearTimeout(timer);
    for (const held of watched.held.splice(0)) printAside(held);
    if (sign === "shown") onShown();
    else if (sign === "started") setTimeout(() => mentionDelay(watched), slowWindow).unref();
  });
  lines(child.stderr, (line) => {
    if (watched.sign === null) watched.held.push(line);
    else printAside(line);
  });
  return watched;
}

/**
 * How long a window may take before a line says that it has not come, in ms: a large workspace is slow, and the app may ask
 * something.
 */
const slowWindow = 30_000;

function mentionDelay({ sign, ended }: Watched): void {
  if (sign === "started" && !ended)
    printAside("The desktop app has started, but shows no window yet. Ctrl-C ends it.");
}

/** How long after its end its output is still read, in ms. */
const lastWordsWithin = 1_000;

function lines(stream: ChildProcess["stdout"], onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on("line", onLine);
}

function ending(child: ChildProcess, watched: Watched): Promise<DesktopOutcome> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) =>
      resolve({ kind: "failed", why: `Electron could not be run: ${message}` }),
    );
    child.once("exit", (code, signal) => {
      watched.ended = true;
      const settle = () => resolve(outcomeOf(code, signal, watched));
      child.once("close", settle);
      // A crash reporter that lives on by itself may hold the pipes open: then what it says is not waited for.
      setTimeout(settle, lastWordsWithin).unref();
    });
  });
}
