import type { Event } from "../../core/event.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { EventFeed } from "../events/event-feed.ts";
import { acceptedRecord, refusedRecord } from "../store/event-record.ts";
import type { EventStore } from "../store/event-store.ts";
import type { IngestItem, NewEvent, RefusedEvent } from "../store/events.ts";
import {
  type EventRecord,
  type EventRow,
  type RejectedRow,
  type StoredItem,
  sourceNumbers,
} from "../store/messages.ts";

/** The most of a refused event that is kept, in characters: it is for looking at, and the ring must stay bounded. */
const keptOfRefused = 4096;

/** When senders of a paused platform may come again, in seconds. */
const retryAfterPause = "5";

/** Who decides by what people do and are. */
export interface Audience {
  /** These items are durable. `sequences` are theirs, 0 for what is no new event. */
  onStored(
    environment: EnvironmentRef,
    items: readonly IngestItem[],
    sequences: readonly number[],
    receivedAt: number,
  ): void;
}

/** Takes events of every protocol into the store, then tells the live feed. */
export class IngestService {
  private readonly store: EventStore;
  private readonly feed: EventFeed;
  private readonly clock: PlatformClock;
  private readonly audience: Audience;
  private paused = false;
  private refusedItems = 0;

  constructor(store: EventStore, feed: EventFeed, clock: PlatformClock, audience: Audience) {
    this.store = store;
    this.feed = feed;
    this.clock = clock;
    this.audience = audience;
  }

  /** Whether the operator has paused ingestion: nothing is taken, and senders are asked to come again. */
  get isPaused(): boolean {
    return this.paused;
  }

  pause(paused: boolean): void {
    this.paused = paused;
  }

  /** How many events of this run were refused. */
  get refused(): number {
    return this.refusedItems;
  }

  /** @throws Problem busy while ingestion is paused, or more waits to be stored than the queue holds */
  async submit(environment: EnvironmentRef, items: readonly IngestItem[]): Promise<void> {
    if (items.length === 0) return;
    if (this.paused) throw pausedProblem();
    const receivedAt = this.clock.now();
    const stored = items.map(storedItem);
    const sequences = await this.store.write(
      "ingest",
      { environment, receivedAt, items: stored },
      stored.length,
    );
    this.refusedItems += items.filter(({ kind }) => kind === "refused").length;
    this.feed.publish(environment, sequences, (index) =>
      recordOf(stored[index], sequences[index] ?? 0, receivedAt),
    );
    this.audience.onStored(environment, items, sequences, receivedAt);
  }
}

/** Nothing is lost by it: every SDK keeps what got a 503 and sends it again. */
const pausedProblem = (): Problem =>
  new Problem("busy", "The operator has paused ingestion. Keep the events, and send them again later.", {
    headers: { "Retry-After": retryAfterPause },
  });

function storedItem(item: IngestItem): StoredItem {
  switch (item.kind) {
    case "event":
      return { kind: "event", row: eventRow(item.event) };
    case "refused":
      return { kind: "refused", row: rejectedRow(item.event) };
    case "identify":
      return item;
  }
}

const sourceNumber = (source: Event["source"]): number => sourceNumbers.indexOf(source);

function eventRow(event: NewEvent): EventRow {
  return [
    event.id,
    event.name,
    event.person.kind === "known" ? 1 : 0,
    event.person.id,
    Math.round(event.time),
    event.sessionId,
    event.experienceId,
    event.pairs.length === 0 ? null : JSON.stringify(event.pairs.map(({ key, value }) => [key, value])),
    sourceNumber(event.source),
    event.sdk?.name ?? null,
    event.sdk?.version ?? null,
    event.original === undefined ? null : JSON.stringify(event.original),
  ];
}

function rejectedRow(event: RefusedEvent): RejectedRow {
  const { person } = event;
  return [
    event.id?.slice(0, 200) ?? null,
    event.name?.slice(0, 200) ?? null,
    person === null ? null : person.kind === "known" ? 1 : 0,
    person?.id.slice(0, 200) ?? null,
    event.code,
    event.detail,
    sourceNumber(event.source),
    event.sdk?.name ?? null,
    event.sdk?.version ?? null,
    originalText(event.original),
  ];
}

/** What was refused, as JSON; where that is long, its beginning as a JSON string. */
function originalText(original: unknown): string | null {
  const text = JSON.stringify(original) ?? "null";
  return text.length <= keptOfRefused ? text : JSON.stringify(`${text.slice(0, keptOfRefused)}…`);
}

function recordOf(item: StoredItem | undefined, sequence: number, receivedAt: number): EventRecord | null {
  if (item === undefined || item.kind === "identify" || sequence === 0) return null;
  return item.kind === "event"
    ? acceptedRecord(sequence, receivedAt, item.row)
    : refusedRecord(sequence, receivedAt, item.row);
}
