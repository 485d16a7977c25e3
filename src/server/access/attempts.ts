/** How many tries a key has in a span of time. Bounded: the keys that were not tried for longest are forgotten. */
export class Attempts {
  private readonly most: number;
  private readonly spanMs: number;
  private readonly times = new Map<string, readonly number[]>();

  constructor(most: number, spanMs: number) {
    this.most = most;
    this.spanMs = spanMs;
  }

  /** Counts a try; gives 0 where it is allowed, else in how many seconds the next one is. */
  waitFor(key: string, now: number): number {
    // A clock that was set back shuts nobody out for as long.
    const recent = (this.times.get(key) ?? []).filter((time) => time > now - this.spanMs && time <= now);
    const oldest = recent[recent.length - this.most];
    if (oldest !== undefined) return Math.ceil((oldest + this.spanMs - now) / 1000);
    this.times.delete(key);
    this.times.set(key, [...recent, now]);
    const [first] = this.times.keys();
    if (first !== undefined && this.times.size > 1000) this.times.delete(first);
    return 0;
  }

  /** Forgets the tries of a key after a success: they were the person's own. */
  forget(key: string): void {
    this.times.delete(key);
  }
}
