import { setImmediate } from "node:timers/promises";

/** How many are worked on at once, so that the store has room for others. */
const width = 16;
/** After so long others get their turn, in ms. */
const slice = 8;

/** Does something for very many, a few at a time, and lets other work in between. `work` must not reject. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => unknown): Promise<void> {
  let started = performance.now();
  for (let from = 0; from < items.length; from += width) {
    await Promise.all(items.slice(from, from + width).map(work));
    if (performance.now() - started < slice) continue;
    await setImmediate();
    started = performance.now();
  }
}
