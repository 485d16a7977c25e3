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
    const byName = groupedByName(newestFirst);
    this.bySelector = new Map(
      selectors.map((selector) => [selector.key, selected(byName.get(selector.name) ?? [], selector)]),
    );
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

function groupedByName(events: readonly PastEvent[]): ReadonlyMap<string, readonly PastEvent[]> {
  const groups = new Map<string, PastEvent[]>();
  for (const event of events) {
    const group = groups.get(event.name);
    if (group === undefined) groups.set(event.name, [event]);
    else group.push(event);
  }
  return groups;
}

/** Of the events of the selector's name. */
function selected(events: readonly PastEvent[], { where }: Selector): readonly PastEvent[] {
  const matches = eventMatcher(where);
  return events.filter((event) => matches(event.pairs));
}
