import { countUntil } from "./sorted-times.ts";
import type { EventCounts } from "./subject.ts";

const none: readonly number[] = [];

/** When a person did what rules ask about: for each selector the times of its events, sorted upwards. */
export class EventHistory implements EventCounts {
  private readonly bySelector: Map<string, number[]>;

  /** From times that are known already, in any order. */
  constructor(times: Iterable<readonly [selector: string, times: readonly number[]]> = []) {
    this.bySelector = new Map();
    for (const [selector, known] of times) {
      this.bySelector.set(
        selector,
        [...known].sort((a, b) => a - b),
      );
    }
  }

  /** An event that came in; one that came late finds its place. */
  add(selector: string, time: number): void {
    const times = this.bySelector.get(selector);
    if (times === undefined) this.bySelector.set(selector, [time]);
    else times.splice(countUntil(times, time), 0, time);
  }

  count(selector: string, after: number, until: number): number {
    const times = this.times(selector);
    return Math.max(0, countUntil(times, until) - countUntil(times, after));
  }

  /** The times of a selector's events in ms, sorted upwards. */
  times(selector: string): readonly number[] {
    return this.bySelector.get(selector) ?? none;
  }
}
