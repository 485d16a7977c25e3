import { Problem } from "../core/problem.ts";

/** Says in the log what is a fault of ours. A problem is none: the store is busy, or the Space is gone. */
export function sayFault(error: unknown): void {
  if (!(error instanceof Problem))
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

/** Tells each listener: a fault of one is said in the log, and the others are told all the same. */
export function tellEach<Told extends readonly unknown[]>(
  listeners: Iterable<(...told: Told) => void>,
  ...told: Told
): void {
  for (const listener of listeners) {
    try {
      listener(...told);
    } catch (error) {
      sayFault(error);
    }
  }
}
