const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** RFC 3339, or `YYYY-MM-DD` for that day's first instant in UTC, in ms since 1970; null where it is neither. */
export function parseTime(text: string): number | null {
  if (!dateOnly.test(text) && !rfc3339.test(text)) return null;
  const ms = Date.parse(text.toUpperCase());
  if (Number.isNaN(ms)) return null;
  // Date.parse turns 30 February into 2 March; the calendar has no such day.
  const day = Number(text.slice(8, 10));
  return day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7))) ? ms : null;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** A time in ms as RFC 3339 in UTC; beyond what four digits of a year can say, the nearest that they can. */
export const formatTime = (ms: number): string =>
  new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
