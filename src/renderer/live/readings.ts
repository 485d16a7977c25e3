/** Requests by what they are for, one at a time of each: to begin anew, or to end one, aborts the one before, answered or not. */
export class Readings<What extends string> {
  readonly #underWay = new Map<What, AbortController>();

  isUnderWay(what: What): boolean {
    return this.#underWay.has(what);
  }

  /** The signal tells whoever waits for the answer whether it is still wanted. */
  begin(what: What): AbortSignal {
    this.end(what);
    const controller = new AbortController();
    this.#underWay.set(what, controller);
    return controller.signal;
  }

  end(...all: readonly What[]): void {
    for (const what of all) {
      this.#underWay.get(what)?.abort();
      this.#underWay.delete(what);
    }
  }
}
