import { isBlank } from "../../core/characters.ts";
import { platformNow, realNow } from "./platform-clock.ts";

/** Dates and numbers are in the console's English, as inputs take them: "4 Dec 2026", "1,234.5". What the browser prefers has no say in it. */
export const consoleLocale = "en-GB";

const whole = new Intl.NumberFormat(consoleLocale);
const oneDigit = new Intl.NumberFormat(consoleLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A count: "2,200". */
export const count = (n: number): string => whole.format(n);

/** A rate: one digit after the point below 100, none above. */
export const rate = (n: number): string => (n < 100 ? oneDigit.format(n) : whole.format(Math.round(n)));

/** "1 event", "214 events". */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

const clock = new Intl.DateTimeFormat(consoleLocale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const seconds = new Intl.DateTimeFormat(consoleLocale, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(consoleLocale, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(consoleLocale, { day: "numeric", month: "short", year: "numeric" });

/** Whether it is of today, by the platform's clock. */
export const isToday = (iso: string, now = platformNow()): boolean =>
  new Date(iso).toDateString() === now.toDateString();

/** The day without its year: "4 Dec". */
export const shortDay = (at: string | number): string => day.format(new Date(at));

/** The time of day to the minute: "14:32". */
export const shortTime = (at: string | number): string => clock.format(new Date(at));

/** Local time to the millisecond: 14:32:06.240. Cheap: live rows change all at once. */
export function preciseTime(time: string | number): string {
  const at = new Date(time);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

export const timeWithSeconds = (iso: string): string => seconds.format(new Date(iso));

/** A time of the platform's today without its date, another day with it, another year with that too. */
export const moment = (iso: string, ...todays: readonly Date[]): string => dated(iso, shortTime(iso), todays);
export const momentToSecond = (iso: string, ...todays: readonly Date[]): string =>
  dated(iso, timeWithSeconds(iso), todays);
/** What a real time is written by: without its date only where it is of today by both clocks. */
export const bothTodays = (): readonly Date[] => [platformNow(), new Date(realNow())];
export const realMoment = (iso: string): string => moment(iso, ...bothTodays());
/** With its date, whatever today is: "4 Dec 2026, 14:32:06". */
export const exactMoment = (iso: string): string =>
  `${dayOfYear.format(new Date(iso))}, ${timeWithSeconds(iso)}`;
export const preciseMoment = (iso: string): string => dated(iso, preciseTime(iso), []);

/** Where nothing is said, today is the platform's. */
function dated(iso: string, time: string, told: readonly Date[]): string {
  const todays = told.length === 0 ? [platformNow()] : told;
  if (todays.every((now) => isToday(iso, now))) return time;
  const date = new Date(iso);
  return `${todays.every((now) => date.getFullYear() === now.getFullYear()) ? day.format(date) : dayOfYear.format(date)}, ${time}`;
}

const dayLength = 86_400_000;

/** A row's time: to the millisecond if it is of the last day, else with its date to the minute. */
export function rowTime(iso: string, now = platformNow().getTime()): string {
  const ms = Date.parse(iso);
  return Math.abs(now - ms) > dayLength ? moment(iso) : preciseTime(ms);
}

/** Whether a time is more than a minute ahead of the platform's clock: that was set back since. */
export const isAhead = (iso: string, now = platformNow()): boolean =>
  Date.parse(iso) - now.getTime() > 60_000;

/** How long ago, in the largest unit: "2 s ago", "4 min ago". */
export function ago(iso: string, now = platformNow()): string {
  if (isAhead(iso, now)) return "ahead of the clock";
  const s = Math.max(0, Math.round((now.getTime() - Date.parse(iso)) / 1000));
  if (s < 1) return "just now";
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ago`;
  return `${counted(Math.floor(s / 86_400), "day")} ago`;
}

/** With its first letter large, as a sentence begins, or small, as within one. */
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
export const lowered = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1);

/** What a client has made, to be read: what can't be seen, as a space can't, between quotes. */
export const quotedIfBlank = (text: string): string => (isBlank(text) && text !== "" ? `“${text}”` : text);

/** An API key with its middle left out: us_dev_9f…c41. */
export const maskedKey = (key: string): string =>
  key.length <= 14 ? key : `${key.slice(0, 9)}…${key.slice(-3)}`;

/** A server address without its scheme. */
export const bareAddress = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

const two = (n: number): string => String(n).padStart(2, "0");

/** A time as `<input type="datetime-local">` takes it: local, to the second; empty for what is no time. */
export function toLocalInput(iso: string | undefined): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What such a field holds, as RFC 3339 in UTC; undefined where it is empty. */
export function fromLocalInput(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** What the clocks here show at the time that such a field holds: an hour later where they skip it. */
export const shownHere = (text: string): string => toLocalInput(fromLocalInput(text)).slice(0, text.length);

/** The order of names: "Week 2" before "Week 10". One collator for all: making one a comparison is slow, and a list may have thousands. */
export const { compare: inAlphabet } = new Intl.Collator(consoleLocale, { numeric: true });

/** A size in the unit that people read it in: 12 kB, 6.1 MB. */
export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${count(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return bytes < 1e9 ? `${rate(bytes / 1e6)} MB` : `${rate(bytes / 1e9)} GB`;
}
