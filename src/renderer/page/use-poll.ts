import { useEffect, useRef } from "react";

/** Calls `ask` at once and then every `every` ms, one at a time, while the page is visible; again when `key` changes. */
export function usePoll(ask: () => Promise<void>, every: number, key: string): void {
  const latest = useRef(ask);
  latest.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new subject, to be asked about at once.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const round = async () => {
      clearTimeout(timer);
      if (!document.hidden) await latest.current();
      if (!over) timer = setTimeout(round, every);
    };
    const onVisible = () => {
      if (!document.hidden) void round();
    };
    void round();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [every, key]);
}
