/** How much a clock may run faster or slower than another, as a share. */
const drift = 1e-4;
/** By how many ms machines that are kept together may be apart. */
const together = 5;

/**
 * The database's time, as far as its answers tell: by the quickest one. A slower one counts where the two can't both be right, as
 * after a sleep, or where the database is another machine's now. All in ms.
 */
export class DatabaseTime {
  /** How far the database's clock is ahead of `performance.now()`, by how much that may be wrong, and when it was found. */
  private ahead = performance.timeOrigin;
  private error = Number.POSITIVE_INFINITY;
  private at = 0;

  /** The database said that it was `told`, at some moment between `asked` and `answered` by `performance.now()`. */
  heard(told: number, asked: number, answered: number): void {
    const ahead = told - (asked + answered) / 2;
    const error = (answered - asked) / 2 + 1;
    const grown = this.error + (answered - this.at) * drift;
    if (error > grown && Math.abs(ahead - this.ahead) <= error + grown) return;
    this.ahead = ahead;
    this.error = error;
    this.at = answered;
  }

  /** In ms since 1970 UTC, whatever becomes of this machine's clock. */
  now(): number {
    return Math.round(performance.now() + this.ahead);
  }

  /** This machine's clock, which others may share, unless the database's shows that it is wrong: then that one. */
  agreed(): number {
    const [own, told] = [Date.now(), this.now()];
    return Math.abs(own - told) <= this.error + together ? own : told;
  }
}
