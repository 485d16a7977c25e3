import { setTimeout as pause } from "node:timers/promises";

/** Does something again and again, `ms` after it ended last, until the answer is called; that one waits for what is under way. @throws what it threw */
export function repeat(act: () => Promise<unknown>, ms: number): () => Promise<void> {
  const stop = new AbortController();
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await act();
      await pause(ms, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  // It is told to whoever stops it, and is nobody's until then.
  ended.catch(() => {});
  return () => {
    stop.abort();
    return ended;
  };
}
