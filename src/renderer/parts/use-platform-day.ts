import { useSyncExternalStore } from "react";
import { platformNow } from "../text/platform-clock.ts";

/** The platform's day, as a text. It becomes another at midnight, and by a clock that is moved: what is of today is written without its date. */
export const usePlatformDay = (): string =>
  useSyncExternalStore(everySecond, () => platformNow().toDateString());

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, 1000);
  return () => clearInterval(timer);
}
