/** Something that is asked for whenever there is news of it. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Asks as often as it is told to, but no flood: one at a time, then once more for all that came meanwhile, and at most once
 * in `every` ms.
 */
export function paced(ask: () => Promise<unknown>, every = 1000): Paced {
  let [wanted, busy] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const round = async () => {
    [wanted, busy] = [false, true];
    const pause = new Promise<void>((done) => {
      timer = setTimeout(done, every);
    });
    await Promise.allSettled([ask(), pause]);
    busy = false;
    if (wanted) void round();
  };
  return {
    ask: () => {
      wanted = true;
      if (!busy) void round();
    },
    stop: () => {
      clearTimeout(timer);
      wanted = false;
    },
  };
}
