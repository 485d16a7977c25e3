/** Work that must not overlap, such as starts and stops of one server: one after the other, in the order of asking. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private ended = false;

  /** Whether one is under way. */
  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /** Works once all that was asked for before is over. @throws Error once the last turn has been taken */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.ended) throw new Error("Understudy is quitting.");
    this.waiting += 1;
    const done = this.last.then(work);
    this.last = done
      .catch(() => undefined)
      .then(() => {
        this.waiting -= 1;
      });
    return done;
  }

  /** The last turn: nothing is taken after it. */
  end(work: () => Promise<void>): Promise<void> {
    const done = this.take(work);
    this.ended = true;
    return done;
  }
}
