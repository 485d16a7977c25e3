import type { Schedule } from "../../core/scenario.ts";
import { zoneOffset } from "../../core/targeting/zone-offset.ts";
import { consoleLocale } from "../text/format.ts";

export const dayNames: Readonly<Record<Schedule["days"][number], readonly [short: string, long: string]>> = {
  mon: ["Mo", "Monday"],
  tue: ["Tu", "Tuesday"],
  wed: ["We", "Wednesday"],
  thu: ["Th", "Thursday"],
  fri: ["Fr", "Friday"],
  sat: ["Sa", "Saturday"],
  sun: ["Su", "Sunday"],
};

/** A new schedule: always open, in the person's own zone. */
export const newSchedule = (timeZone: string): Schedule => ({
  from: null,
  until: null,
  days: [],
  hours: null,
  timeZone,
});

/** Hours as they are said: "18:00 to 23:30", "22:00 to 02:00 the next day". */
export const hoursWords = ({ from, to }: NonNullable<Schedule["hours"]>): string =>
  `${from} to ${to}${to <= from ? " the next day" : ""}`;

/** A schedule on one line: "from 4 Dec 2026, 00:00, on Fr and Sa, 18:00 to 23:30, Europe/Berlin". */
export function scheduleWords({ from, until, days, hours, timeZone }: Schedule): string {
  const parts = [
    ...(from === null ? [] : [`from ${zonedWords(from, timeZone)}`]),
    ...(until === null ? [] : [`until ${zonedWords(until, timeZone)}`]),
    ...(days.length === 0 ? [] : [`on ${days.map((day) => dayNames[day][0]).join(", ")}`]),
    ...(hours === null ? [] : [hoursWords(hours)]),
  ];
  return parts.length === 0 ? "at any time" : `${parts.join(", ")} (${timeZone})`;
}

/** Days in the week's order, each once; all seven are the same as none named. */
export function normalDays(days: Iterable<Schedule["days"][number]>): Schedule["days"] {
  const chosen = new Set(days);
  const all = (Object.keys(dayNames) as Schedule["days"]).filter((day) => chosen.has(day));
  return all.length === 7 ? [] : all;
}

const isoMinutes = 16;

/** What the clocks of a zone show at an instant, as a datetime-local field has it: 2026-12-04T18:00. */
export function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  return new Date(at + zoneOffset(timeZone)(at)).toISOString().slice(0, isoMinutes);
}

/**
 * The instant at which the clocks of a zone show a time; null for what is no time. Of a time that is there twice the
 * first, of one that clocks skip the one after the skip.
 */
export function instantOf(wall: string, timeZone: string): string | null {
  const local = Date.parse(`${wall}Z`);
  if (Number.isNaN(local)) return null;
  const offset = zoneOffset(timeZone);
  const day = 86_400_000;
  const candidates = [local - offset(local - day), local - offset(local + day)];
  const shown = candidates.filter((at) => at + offset(at) === local);
  const at = shown.length > 0 ? Math.min(...shown) : Math.max(...candidates);
  return new Date(at).toISOString();
}

/** An instant in a zone, for people: "4 Dec 2026, 18:00". */
export const zonedWords = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(consoleLocale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(new Date(instant));
