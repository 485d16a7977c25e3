import { exitCodes } from "./cli-error.ts";
import { readerGone } from "./output.ts";

/** npm repeats a Ctrl-C that the terminal has sent here already. This soon after the first, in ms, it is the same key press. */
export const samePress = 200;

/** Told to stop by the person, the system, or the terminal that went away. */
export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface StopSignals {
  /** Whether one has come. */
  readonly came: () => boolean;
  /** Resolves with the first one. */
  readonly first: Promise<void>;
  /** Aborted by the first one. */
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Listens for signals to stop. The first is for the caller to obey; a second one ends the process at once, with 130. */
export function listenForStop(): StopSignals {
  let firstAt: number | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      stopping.abort();
    } else if (now - firstAt > samePress) process.exit(exitCodes.interrupted);
  };
  for (const name of stopSignals) process.on(name, onSignal);
  return {
    came: () => signal.aborted,
    first,
    signal,
    release: () => {
      for (const name of stopSignals) process.removeListener(name, onSignal);
    },
  };
}

export interface EndSignals extends Omit<StopSignals, "signal"> {
  /** Whether it was the reader that went. */
  readonly isReaderGone: () => boolean;
}

/** The same, and a reader of standard output that has gone counts as a signal. */
export function listenForEnd(): EndSignals {
  const stop = listenForStop();
  let isGone = false;
  void readerGone.then(() => {
    isGone = true;
  });
  return {
    ...stop,
    came: () => isGone || stop.came(),
    isReaderGone: () => isGone,
    first: Promise.race([stop.first, readerGone]),
  };
}
