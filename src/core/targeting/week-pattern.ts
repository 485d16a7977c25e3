import type { Schedule } from "../scenario.ts";
import { weekdays } from "../weekdays.ts";

const minute = 60_000;
const day = 86_400_000;
const week = 7 * day;
/** 1 January 1970 was a Thursday; the pattern's week begins on Monday. */
const monday = 3 * day;

/** The days and hours of a schedule as a week on a wall clock: stretches of ms since Monday 00:00, `to` not in them. */
interface WeekPattern {
  readonly isOpen: (local: number) => boolean;
  /** How long after a local time the pattern may next open or close; more than 0. ms. */
  readonly untilEdge: (local: number) => number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function weekPattern({ days, hours }: Pick<Schedule, "days" | "hours">): WeekPattern {
  const chosen = days.length === 0 ? weekdays : weekdays.filter((one) => days.includes(one));
  const stretches = chosen.flatMap((one) => stretchesOf(weekdays.indexOf(one), hours));
  const edges = [...new Set(stretches.flatMap(({ from, to }) => [from, to % week]))].sort((a, b) => a - b);
  return {
    isOpen: (local) => {
      const at = sinceMonday(local);
      return stretches.some(({ from, to }) => from <= at && at < to);
    },
    untilEdge: (local) => {
      const at = sinceMonday(local);
      const next = edges.find((edge) => edge > at) ?? week + (edges[0] ?? 0);
      return next - at;
    },
  };
}

/** One day's hours. Those that end past midnight belong to the day that they begin on; Sunday's end on Monday. */
function stretchesOf(index: number, hours: Schedule["hours"]): Stretch[] {
  const start = index * day;
  if (hours === null) return [{ from: start, to: start + day }];
  const from = start + timeOfDay(hours.from);
  const end = start + timeOfDay(hours.to);
  const to = end > from ? end : end + day;
  return to <= week
    ? [{ from, to }]
    : [
        { from, to: week },
        { from: 0, to: to - week },
      ];
}

const timeOfDay = (text: string): number =>
  (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) * minute;

const sinceMonday = (local: number): number => (((local + monday) % week) + week) % week;
