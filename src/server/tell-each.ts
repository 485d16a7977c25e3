import { Problem } from "../core/problem.ts";

/** What was said lately, and when: a fault that every look finds again is said once a minute. */
const said = new Map<string, number>();
const sayAgainAfter = 60_000;

/**
 * For work in the background, which is tried again or can wait: says in the log what is a fault of ours. A problem is none: the
 * store is busy, the disk is full, the Space is gone.
 */
export function sayFault(error: unknown): void {
  if (error instanceof Problem) return;
  const text = error instanceof Error ? String(error.stack) : String(error);
  const now = performance.now();
  for (const [one, at] of said) if (now - at >= sayAgainAfter) said.delete(one);
  if (said.has(text)) return;
  said.set(text, now);
  process.stderr.write(`${text}\n`);
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
