import { isWritableTime, timestamp } from "../../core/primitives.ts";

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/i;

/**
 * An ISO 8601 time in ms since 1970 UTC, or null where it is none. Libraries write it in several ways: a date alone, a
 * blank for the T, micro- or nanoseconds, an offset without its colon; without an offset it is UTC.
 */
export function parseTime(value: unknown): number | null {
  const found = typeof value === "string" && value.length <= 64 ? isoTime.exec(value.trim()) : null;
  if (found === null) return null;
  const [, date, clock = "00:00:00", , hours, minutes] = found;
  const seconds = clock.length === 5 ? `${clock}:00` : clock.replace(",", ".");
  const text = `${date}T${seconds}${hours === undefined ? "Z" : `${hours}:${minutes}`}`;
  // The schema knows the days of each month; Date.parse would take 30 February.
  return timestamp.safeParse(text).success ? Date.parse(text) : null;
}

interface Clocks {
  /** When the request came in, in ms since 1970 UTC. */
  readonly receivedAt: number;
  /** What the sender's clock said then, as received; anything that is no time counts as absent. */
  readonly sentAt: unknown;
}

/**
 * When it happened, in ms since 1970 UTC, by this server's clock: `timestamp` + (`receivedAt` − `sentAt`), as the published
 * tracking API documents it. Without a timestamp it is `receivedAt`.
 *
 * @returns null where there is a timestamp that is no time, or one that RFC 3339 cannot write
 */
export function eventTime(value: unknown, { receivedAt, sentAt }: Clocks): number | null {
  if (value === undefined || value === null) return receivedAt;
  const stated = parseTime(value);
  if (stated === null) return null;
  const time = stated + receivedAt - (parseTime(sentAt) ?? receivedAt);
  return isWritableTime(time) ? time : null;
}
