import { zoneOffset } from "../../core/targeting/zone-offset.ts";

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
  new Intl.DateTimeFormat(undefined, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(new Date(instant));
