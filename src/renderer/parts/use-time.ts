import { useEffect, useState, useSyncExternalStore } from "react";
import { platformNow } from "../text/platform-clock.ts";

/** Whether something has gone on for `ms`: what is over at once is not worth a word. */
export function useLong(goesOn: boolean, ms = 300): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [goesOn, ms]);
  return goesOn && isLong;
}

/** What somebody types or changes, once it has rested for `ms`; the first at once. */
export function useRested<T extends string | null>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

/** The platform's day, as a text. It becomes another at midnight, and by a clock that is moved: what is of today is written without its date. */
export const usePlatformDay = (): string =>
  useSyncExternalStore(everySecond, () => platformNow().toDateString());

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, 1000);
  return () => clearInterval(timer);
}
