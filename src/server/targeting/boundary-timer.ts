/**
 * The longest wait without a look at the time, in ms. Timers stop while a machine sleeps, so sleep, or a clock that was set, is
 * noticed by then.
 */
const longestWait = 60_000;

/** By how much the system may slow its clock down meanwhile, to set it right, in ms. */
const tolerance = 1000;

interface BoundaryOptions {
  /** How long until the next boundary, in ms; null where none comes. */
  readonly wait: () => number | null;
  readonly onReached: () => void;
}

/** Calls back at each boundary in turn, and within a minute of a clock that was set back. */
export class BoundaryTimer {
  private readonly options: BoundaryOptions;
  private timer: NodeJS.Timeout | undefined;
  /** When the next boundary is, in ms UTC of the system's clock. */
  private due = 0;
  /** How far that clock was ahead of one that nobody sets: it is less once it was set back. */
  private ahead = 0;
  private stopped = false;

  constructor(options: BoundaryOptions) {
    this.options = options;
  }

  /** Waits for the boundary that is next now. */
  arm(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    const wait = this.options.wait();
    // One that has passed may be ahead again, once the clock is set back.
    this.due = wait === null ? Number.POSITIVE_INFINITY : Date.now() + Math.max(wait, 1);
    this.sleep();
  }

  /** For good. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private sleep(): void {
    this.ahead = Date.now() - performance.now();
    this.timer = setTimeout(() => this.look(), Math.min(this.due - Date.now(), longestWait));
    this.timer.unref();
  }

  private look(): void {
    const wasSetBack = Date.now() - performance.now() < this.ahead - tolerance;
    if (Date.now() < this.due && !wasSetBack) {
      this.sleep();
      return;
    }
    this.arm();
    this.options.onReached();
  }
}
