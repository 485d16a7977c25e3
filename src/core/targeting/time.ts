const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** The longest that either can be: with nine digits of a second and an offset. */
const longest = "2026-11-20T14:32:06.123456789+01:00".length;
/** Every month has as many days. */
const sureDay = 28;

/** RFC 3339, or `YYYY-MM-DD` for that day's first instant in UTC, in ms since 1970; null where it is neither. */
export function parseTime(text: string): number | null {
  if (text.length > longest || !(dateOnly.test(text) || rfc3339.test(text))) return null;
  const ms = Date.parse(text.toUpperCase());
  if (Number.isNaN(ms)) return null;
  // Date.parse turns 30 February into 2 March; the calendar has no such day.
  const day = Number(text.slice(8, 10));
  return day <= sureDay || day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7))) ? ms : null;
}

/** How many texts are remembered with their times. */
const most = 2048;
const remembered = new Map<string, number | null>();

/** As `parseTime`, for texts that are read again and again: a person's fields, at every decision. */
export function parseTimeAgain(text: string): number | null {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const time = parseTime(text);
  if (remembered.size >= most) remembered.clear();
  if (text.length <= longest) remembered.set(text, time);
  return time;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** A time in ms as RFC 3339 in UTC; beyond what four digits of a year can say, the nearest that they can. */
export const formatTime = (ms: number): string =>
  new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
