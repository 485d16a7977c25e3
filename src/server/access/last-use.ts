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

/**
 * Which uses are to be written: requests that come together need one write, and one that was just noted is not worth another. One
 * that could not be written waits as long for the next try: on a full disk each request would try, and say so in the log.
 */
export class NotedUses {
  private readonly step: number;
  /** By what is used: when its use was last handed to be written, in ms UTC. */
  private readonly at = new Map<string, number>();

  /** `step`: how far behind a last use may be, in ms. */
  constructor(step: number) {
    this.step = step;
  }

  /** Whether a use `now` (ms UTC) is to be written; then it counts as noted. `last`: the one that is written (ISO 8601). */
  isNews(id: string, last: string | null | undefined, now: number): boolean {
    const noted = this.at.get(id) ?? (Date.parse(last ?? "") || 0);
    // Either way: a clock that was ahead may have been set right.
    if (Math.abs(now - noted) < this.step) return false;
    this.at.set(id, now);
    return true;
  }

  forget(id: string): void {
    this.at.delete(id);
  }
}
