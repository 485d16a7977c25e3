import type { Schedule } from "../../core/scenario.ts";
import { zonedWords } from "./zoned-time.ts";

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
