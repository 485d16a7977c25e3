/** So many refused events within a minute are a burst: an app was shipped with a mistake. */
const burst = 20;
const minute = 60_000;
/** How long after a notification no other one comes, in ms. */
const quiet = 10 * minute;

/** Turns the count of refused events into a badge and, for a burst, one notification. */
export class RejectedWatch {
  private seen = 0;
  private samples: { readonly at: number; readonly count: number }[] = [];
  private toldAt = Number.NEGATIVE_INFINITY;
  private last = 0;

  /** Takes the count of this run, at a time in ms that nobody can set back. A smaller count than before is that of another server. */
  note(count: number, at: number): { readonly badge: number; readonly burst: number | null } {
    if (count < this.last) this.restart();
    this.last = count;
    this.samples = [...this.samples.filter((sample) => at - sample.at <= minute), { at, count }];
    const recent = count - (this.samples[0]?.count ?? count);
    const tells = recent >= burst && at - this.toldAt >= quiet;
    if (tells) this.toldAt = at;
    return { badge: count - this.seen, burst: tells ? recent : null };
  }

  /** The person has looked at the app. */
  look(): void {
    this.seen = this.last;
  }

  private restart(): void {
    this.seen = 0;
    this.samples = [];
  }
}
