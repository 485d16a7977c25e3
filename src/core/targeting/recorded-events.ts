import type { CountedEvent } from "../explanation.ts";
import type { EventLog } from "./decision.ts";
import { EventHistory } from "./event-history.ts";
import { eventMatcher, type Pairs } from "./event-matcher.ts";
import type { Selector } from "./subject.ts";
import { formatTime } from "./time.ts";

/** An event as rules see it. `time` in ms. */
export interface PastEvent {
  readonly id: string;
  readonly name: string;
  readonly time: number;
  readonly pairs: Pairs;
}

/** The events themselves, for explanations and for people who are made up. */
export class RecordedEvents implements EventLog {
  private readonly bySelector: ReadonlyMap<string, readonly PastEvent[]>;
  private readonly history: EventHistory;

  /** From events in any order, and the selectors that will be asked for: those of a `TribeSet`. */
  constructor(events: readonly PastEvent[], selectors: readonly Selector[]) {
    const newestFirst = [...events].sort((a, b) => b.time - a.time);
    this.bySelector = new Map(selectors.map((selector) => [selector.key, selected(newestFirst, selector)]));
    this.history = new EventHistory(
      [...this.bySelector].map(([key, found]) => [key, found.map((event) => event.time)]),
    );
  }

  count(selector: string, after: number, until: number): number {
    return this.history.count(selector, after, until);
  }

  list(selector: string, after: number, until: number, limit: number): readonly CountedEvent[] {
    const found = this.bySelector.get(selector) ?? [];
    return found
      .filter(({ time }) => after < time && time <= until)
      .slice(0, limit)
      .map(({ id, name, time }) => ({ id, name, time: formatTime(time) }));
  }
}

function selected(events: readonly PastEvent[], { name, where }: Selector): readonly PastEvent[] {
  const matches = eventMatcher(where);
  return events.filter((event) => event.name === name && matches(event.pairs));
}
