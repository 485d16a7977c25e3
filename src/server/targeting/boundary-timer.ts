/**
 * The longest wait without a look at the time, in ms. Timers stop while a machine sleeps, so sleep, or a clock that was set, is
 * noticed by then.
 */
const longestWait = 60_000;

interface BoundaryOptions {
  /** How long until the next boundary, in ms; null where none comes. */
  readonly wait: () => number | null;
  readonly onReached: () => void;
}

/** Calls back at each boundary in turn. */
export class BoundaryTimer {
  private readonly options: BoundaryOptions;
  private timer: NodeJS.Timeout | undefined;
  /** When the next boundary is, in ms UTC of the system's clock. */
  private due = 0;
  /** When it last looked, by the same clock: it is earlier only once that was set back. */
  private looked = 0;

  constructor(options: BoundaryOptions) {
    this.options = options;
  }

  /** Waits for the boundary that is next now. */
  arm(): void {
    clearTimeout(this.timer);
    const wait = this.options.wait();
    if (wait === null) return;
    this.due = Date.now() + Math.max(wait, 1);
    this.sleep();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private sleep(): void {
    this.looked = Date.now();
    this.timer = setTimeout(() => this.look(), Math.min(this.due - this.looked, longestWait));
    this.timer.unref();
  }

  private look(): void {
    const now = Date.now();
    if (this.looked <= now && now < this.due) {
      this.sleep();
      return;
    }
    this.arm();
    this.options.onReached();
  }
}
