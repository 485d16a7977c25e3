import type { Worker } from "node:worker_threads";
import { startThread } from "./worker-entry.ts";

/**
 * The writer's heap, in MB: a transaction and the largest job fit into it several times. With more young memory it is no quicker,
 * and keeps all of it. Its open files stay open where it dies: otherwise the other threads would lose their locks.
 */
const options = {
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  trackUnmanagedFds: false,
};

let early: Worker | null = null;

/** Has the next writer load its code from now on. It opens nothing, and keeps no process alive that ends without it. */
export function startEarly(): void {
  if (early !== null) return;
  // Where none can be started, whoever needs one starts another, and is told what is wrong.
  let thread: Worker;
  try {
    thread = startThread("store-writer", options);
  } catch {
    return;
  }
  thread.unref();
  const forget = () => {
    if (early === thread) early = null;
  };
  thread.on("error", forget).once("exit", forget);
  early = thread;
}

/** A thread that waits for what it is to open. */
export function writerThread(): Worker {
  const thread = early ?? startThread("store-writer", options);
  early = null;
  thread.ref();
  return thread;
}
