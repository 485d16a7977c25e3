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
  private readonly selectors: ReadonlyMap<string, Selector>;
  private readonly byName: ReadonlyMap<string, readonly PastEvent[]>;
  private readonly bySelector = new Map<string, readonly PastEvent[]>();
  private readonly history = new EventHistory();

  /** From events in any order, and the selectors that may be asked for: those of a `TribeSet`. */
  constructor(events: readonly PastEvent[], selectors: readonly Selector[]) {
    this.byName = groupedByName([...events].sort((a, b) => b.time - a.time));
    this.selectors = new Map(selectors.map((selector) => [selector.key, selector]));
  }

  count(selector: string, after: number, until: number): number {
    this.found(selector);
    return this.history.count(selector, after, until);
  }

  list(selector: string, after: number, until: number, limit: number): readonly CountedEvent[] {
    return this.found(selector)
      .filter(({ time }) => after < time && time <= until)
      .slice(0, limit)
      .map(({ id, name, time }) => ({ id, name, time: formatTime(time) }));
  }

  /** Looked for when it is first asked for: all of a large Space's selectors at once would hold others up. */
  private found(key: string): readonly PastEvent[] {
    const known = this.bySelector.get(key);
    if (known !== undefined) return known;
    const selector = this.selectors.get(key);
    const found = selector === undefined ? [] : selected(this.byName.get(selector.name) ?? [], selector);
    this.bySelector.set(key, found);
    for (const { time } of found.toReversed()) this.history.add(key, time);
    return found;
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
