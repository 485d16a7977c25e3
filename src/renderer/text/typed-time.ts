import { seenOf } from "./typed-number.ts";

/** What a field of time takes: a day, a day with its time of day, or a time of day alone. */
export type TimeKind = "day" | "moment" | "hour";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];
const monthNames = "January February March April May June July August September October November December";
const two = (n: number): string => String(n).padStart(2, "0");

/** What was typed, as the field keeps it ("2026-12-04", "2026-12-04T20:15", "20:15"), or what speaks against it. */
type ReadTime = { readonly value: string } | { readonly problem: string };

/** A value for people: "4 Dec 2026", "4 Dec 2026, 20:15", "20:15". Always 24 hours. */
export function showTime(kind: TimeKind, value: string): string {
  if (value === "") return "";
  const [day = "", clock = ""] = kind === "hour" ? ["", value] : value.split("T");
  const [year, month, date] = day.split("-").map(Number);
  const shown = day === "" ? [] : [`${date} ${months[(month ?? 1) - 1]} ${String(year).padStart(4, "0")}`];
  return [...shown, ...(clock === "" ? [] : [clock.replace(/^(\d\d:\d\d):00(\.0+)?$/, "$1")])].join(", ");
}

/** Whether every part of it was typed, so that it can be taken before the field is left. */
export const isWhole = (kind: TimeKind, typed: string): boolean =>
  (kind === "hour" || /\b\d{4}\b/.test(typed)) && (kind === "day" || /:\d\d\b/.test(typed));

/**
 * Reads a time in any order it can be read: "4 Dec", "Dec 4, 2026", "4.12.2026", "today", "6p", "1800". What names no year is
 * of `today` (local time); what names no time of day begins at midnight.
 */
export function readTime(kind: TimeKind, typed: string, today: Date): ReadTime {
  const text = seenOf(typed).toLowerCase();
  if (text === "") return { value: "" };
  if (kind === "hour") return readHour(text);
  if (kind === "day") return readDay(text, today);
  if (/\d(\.\d+)?z$/.test(text))
    return { problem: "Its Z is UTC. Type it by the clock of this field, without Z." };
  const { date = "", hour = "0:00" } = momentParts.exec(text)?.groups ?? { date: text };
  const day = readDay(date, today);
  if ("problem" in day) return day;
  const clock = readHour(hour);
  return "problem" in clock ? clock : { value: `${day.value}T${clock.value}` };
}

/** A time of day behind a date is told from a year by its colon, by "am" or "pm", or by the comma before it. */
const momentParts =
  /^(?<date>.+?)(?:t|[\s,]+)(?<hour>\d{1,2}(?::\d{1,2}){1,2}(?:\.\d+)?(?:\s*[ap]m?)?|\d{1,2}\s*[ap]m?|(?<=,\s*)\d{1,4})$/;

function readHour(text: string): ReadTime {
  const parts = /^(\d{1,2})(?::?(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*([ap])?m?$/.exec(text);
  if (parts === null) return { problem: "Not a time of day. Type one such as 18:00." };
  const [, hour = "", minute = "00", second = "00", half] = parts;
  const h = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  if (h > 23 || Number(minute) > 59 || Number(second) > 59)
    return { problem: h > 23 ? "The day ends at 23:59." : "An hour has 60 minutes." };
  return { value: `${two(h)}:${minute}${second === "00" ? "" : `:${second}`}` };
}

const dayWords: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

function readDay(text: string, today: Date): ReadTime {
  const shift = dayWords[text];
  if (shift !== undefined)
    return dayOf(today.getFullYear(), today.getMonth() + 1, today.getDate() + shift, true);
  const words = text.split(/[\s.,/-]+/).filter((word) => word !== "");
  const month = words.map(monthOf).find((one) => one !== undefined);
  const numbers = words
    .filter((word) => monthOf(word) === undefined)
    .map((word) => word.replace(/(st|nd|rd|th)$/, ""));
  const year = numbers.find((word) => /^\d{4}$/.test(word));
  const rest = numbers.filter((word) => word !== year).map(Number);
  if (rest.some(Number.isNaN) || rest.length !== (month === undefined ? 2 : 1)) return noDay;
  const [first = 0, second = 0] = rest;
  const y = year === undefined ? today.getFullYear() : Number(year);
  if (month !== undefined) return dayOf(y, month, first);
  // The year first, as machines write it, has the month next; else the day is first, where it can be.
  const monthFirst = numbers[0] === year || second > 12;
  return monthFirst ? dayOf(y, first, second) : dayOf(y, second, first);
}

const noDay: ReadTime = { problem: "Not a day. Type one such as 4 Dec 2026." };

function monthOf(word: string): number | undefined {
  const at = monthNames
    .toLowerCase()
    .split(" ")
    .findIndex((name) => word.length >= 3 && name.startsWith(word));
  return at === -1 ? undefined : at + 1;
}

/** `carry`: a day before the first or after the last of the month is one of the next. */
function dayOf(year: number, month: number, day: number, carry = false): ReadTime {
  if (month < 1 || month > 12) return { problem: "A year has 12 months." };
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  const days = date.getUTCDate();
  if (!carry && (day < 1 || day > days))
    return { problem: `${monthNames.split(" ")[month - 1]} has ${days} days.` };
  date.setUTCFullYear(year, month - 1, day);
  return { value: date.toISOString().slice(0, 10) };
}

/** The same, so many days or hours later. */
export function stepTime(kind: TimeKind, value: string, steps: number): string {
  const at = Date.parse(kind === "hour" ? `2000-01-01T${value}Z` : kind === "day" ? value : `${value}Z`);
  if (Number.isNaN(at)) return value;
  const later = new Date(at + steps * (kind === "hour" ? 3_600_000 : 86_400_000)).toISOString();
  if (kind === "day") return later.slice(0, 10);
  return kind === "hour" ? later.slice(11, 11 + value.length) : later.slice(0, value.length);
}
