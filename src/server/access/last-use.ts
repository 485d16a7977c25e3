/** How far the clocks of servers that share a database may be apart, in ms. */
const apart = 60_000;

/**
 * The latest of some times at which something was used (ISO 8601 or ms UTC, null where it was not), to sort by, in ms UTC. A
 * time that a clock which was ahead has left counts for nothing: until it has come it would push out whatever is used now.
 */
export const lastUse = (times: readonly (string | number | null | undefined)[], now: number): number =>
  Math.max(
    0,
    ...times.map((time) => new Date(time ?? Number.NaN).getTime()).filter((time) => time <= now + apart),
  );
