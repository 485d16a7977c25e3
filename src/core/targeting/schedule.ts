import type { Schedule } from "../scenario.ts";
import { weekdays } from "../weekdays.ts";
import { formatTime } from "./time.ts";
import { weekPattern } from "./week-pattern.ts";
import { type ZoneOffset, zoneOffset } from "./zone-offset.ts";

const day = 86_400_000;
/** No pattern waits longer for its next edge: a week, and another where clocks skip the hours or the day. */
const horizon = 15 * day;
/** Clocks are not set twice within it. */
const step = day / 4;

interface CompiledSchedule {
  /** `at` in ms UTC. */
  readonly isOpen: (at: number) => boolean;
  /** The first time after `after` at which it opens or closes, in ms UTC; null where it stays as it is then. */
  readonly nextBoundary: (after: number) => number | null;
  /** What clocks show then: a weekday, and a time with its zone's offset. */
  readonly localTime: (at: number) => string;
}

/**
 * A schedule: open from `from` to before `until`, on its days and in its hours as the clocks of its zone show them. Where
 * clocks are set forward the hours left out never are; where they are set back they are twice.
 */
export function compileSchedule(schedule: Schedule): CompiledSchedule {
  const from = instant(schedule.from) ?? Number.NEGATIVE_INFINITY;
  const until = instant(schedule.until) ?? Number.POSITIVE_INFINITY;
  const offset = zoneOffset(schedule.timeZone);
  const wall = wallTimes(schedule, offset);
  return {
    isOpen: (at) => at >= from && at < until && wall.isOpen(at),
    nextBoundary: (after) => {
      const start = Math.max(after, from);
      if (start >= until) return null;
      const open = wall.isOpen(start);
      if (after < from && open) return from;
      const flip = wall.nextFlip(start);
      if (flip !== null && flip < until) return flip;
      return open && until !== Number.POSITIVE_INFINITY ? until : null;
    },
    localTime: (at) => localTime(at, offset(at)),
  };
}

const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The days and hours of a schedule, on clocks that are ahead of UTC by an offset; all of them where it names none. */
function wallTimes(schedule: Schedule, offset: ZoneOffset) {
  if (schedule.days.length === 0 && schedule.hours === null)
    return { isOpen: () => true, nextFlip: () => null };
  const pattern = weekPattern(schedule);
  const isOpen = (at: number) => pattern.isOpen(at + offset(at));
  const nextFlip = (start: number): number | null => {
    const open = isOpen(start);
    for (let at = start; at < start + horizon; ) {
      const edge = at + pattern.untilEdge(at + offset(at));
      at = Math.min(edge, nextClockChange(offset, at, at + step));
      if (isOpen(at) !== open) return at;
    }
    return null;
  };
  return { isOpen, nextFlip };
}

/** When, after `at` and up to `end`, the zone's clocks are set anew; `end` where they are not. */
function nextClockChange(offset: ZoneOffset, at: number, end: number): number {
  const ahead = offset(at);
  if (offset(end) === ahead) return end;
  let [before, after] = [at, end];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === ahead) before = middle;
    else after = middle;
  }
  return after;
}

function localTime(at: number, offset: number): string {
  const local = formatTime(at + offset);
  const day = weekdays[(new Date(local).getUTCDay() + 6) % 7];
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${day} ${local.slice(0, 19)}${zone}`;
}
