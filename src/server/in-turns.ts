import { setImmediate } from "node:timers/promises";

/** How many are worked on at once, so that the store has room for others. */
const width = 16;
/** After so long others get their turn, in ms. */
const slice = 8;

/** Makes something of each, one after the other, and lets other work in between. */
export async function oneByOne<T, R>(items: Iterable<T>, of: (item: T) => R): Promise<R[]> {
  const turn = turns();
  const made: R[] = [];
  for (const item of items) {
    made.push(of(item));
    await turn();
  }
  return made;
}

/** Gives the way to let other work in between, where one's own has gone on for long. */
export function turns(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < slice) return;
    await setImmediate();
    started = performance.now();
  };
}

/** Does something for very many, a few at a time, and lets other work in between. `work` must not reject. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => unknown): Promise<void> {
  const turn = turns();
  for (let from = 0; from < items.length; from += width) {
    await Promise.all(items.slice(from, from + width).map(work));
    await turn();
  }
}
