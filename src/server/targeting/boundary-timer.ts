/** The longest that a timer waits, in ms: longer ones would fire at once (2^31 − 1 ms). */
const longestTimer = 2_000_000_000;

interface BoundaryOptions {
  /** How long until the next boundary, in ms; null where none comes. */
  readonly wait: () => number | null;
  readonly onReached: () => void;
}

/** Calls back at each boundary in turn. */
export class BoundaryTimer {
  private readonly options: BoundaryOptions;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: BoundaryOptions) {
    this.options = options;
  }

  /** Waits for what is the next boundary now. */
  arm(): void {
    clearTimeout(this.timer);
    const wait = this.options.wait();
    if (wait === null) return;
    this.timer = setTimeout(() => this.fire(wait <= longestTimer), Math.min(Math.max(wait, 1), longestTimer));
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private fire(reached: boolean): void {
    this.arm();
    if (reached) this.options.onReached();
  }
}
