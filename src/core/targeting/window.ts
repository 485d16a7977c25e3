import { eventDays, lengthMs, type Window } from "../rule.ts";
import { parseTime } from "./time.ts";

const day = 86_400_000;
/** How long an event counts at all, in ms. */
export const eventLifetime = eventDays * day;

/** The events with `after < time <= until` count. ms since 1970 UTC. */
interface WindowEnds {
  readonly after: number;
  readonly until: number;
}

/** A window's ends at each time: apart, so that asking for them makes no object. */
interface CompiledWindow {
  readonly after: (now: number) => number;
  readonly until: (now: number) => number;
}

/** Reads a window once. Its ends always lie within the last 30 days; an empty window begins where it ends. */
export function compileWindow(window: Window): CompiledWindow {
  const asked = askedFor(window);
  const after = (now: number) => Math.max(asked.after(now), now - eventLifetime);
  const until = (now: number) => Math.max(Math.min(asked.until(now), now), after(now));
  return { after, until };
}

/** The ends of a window at a time. */
export function windowEnds(window: Window, now: number): WindowEnds {
  const { after, until } = compileWindow(window);
  return { after: after(now), until: until(now) };
}

const always = () => Number.POSITIVE_INFINITY;
const never = () => Number.NEGATIVE_INFINITY;

/** What the rule says, whatever the 30 days. Times are whole ms, so that "before t" is "until t - 1". */
function askedFor(window: Window): CompiledWindow {
  if ("last" in window) {
    const length = lengthMs(window.last);
    return { after: (now) => now - length, until: always };
  }
  if ("moreThanAgo" in window) {
    const length = lengthMs(window.moreThanAgo);
    return { after: never, until: (now) => now - length };
  }
  if ("on" in window) {
    const start = parseTime(window.on) ?? Number.NaN;
    return { after: () => start - 1, until: () => start + day - 1 };
  }
  if ("before" in window) {
    const end = parseTime(window.before) ?? Number.NaN;
    return { after: never, until: () => end - 1 };
  }
  if ("after" in window) {
    const start = parseTime(window.after) ?? Number.NaN;
    return { after: () => start, until: always };
  }
  return { after: never, until: always };
}

/** A length in ms after which an event may start or stop to count in the window, or null where there is none. */
export function windowLength(window: Window): number | null {
  if ("last" in window) return lengthMs(window.last);
  if ("moreThanAgo" in window) return lengthMs(window.moreThanAgo);
  return null;
}
