import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import { eventMatches } from "../store/event-matches.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import { eventView } from "./event-view.ts";

/** What a reader that is behind is given at a time: as much as waits in memory for each that does not read. */
const catchUpPage = { limit: 500, size: 64 * 1024 };

const text = (record: StoredEvent): string => message("event", eventView(record), record.sequence);

/** One reader of an environment's events. `cursor` is the last sequence that it has been given or spared by its filter. */
interface Reader {
  readonly filter: EventQuery;
  readonly stream: EventStream;
  cursor: number;
  /** Reads from the store until it has caught up; only then live events are handed to it directly. */
  catchingUp: boolean;
}

interface Channel {
  readonly readers: Set<Reader>;
  /** The last sequence that was announced. */
  last: number;
  /** Accepted events by second, for the last minute. */
  readonly rate: Map<number, number>;
}

/**
 * Hands each event to every reader once, in order of arrival, whatever the reader's speed: one that is slow, or that
 * resumes, reads from the store at its own pace, so nothing waits in memory for it and nothing is dropped.
 */
export class EventFeed {
  private readonly store: Store;
  private readonly channels = new Map<string, Channel>();

  constructor(store: Store) {
    this.store = store;
  }

  /** Announces what has just become durable. Records are made only where somebody reads. */
  publish(
    environment: EnvironmentRef,
    sequences: readonly number[],
    recordAt: (index: number) => StoredEvent | null,
  ): void {
    const channel = this.channel(environment);
    const stored = sequences.filter((sequence) => sequence > 0);
    count(channel, stored.length);
    channel.last = Math.max(channel.last, stored.at(-1) ?? 0);
    if (channel.readers.size === 0 || stored.length === 0) return;
    const records = sequences.flatMap((_, index) => recordAt(index) ?? []);
    const texts = new Map<StoredEvent, string>();
    for (const reader of channel.readers) this.hand(reader, records, texts);
  }

  /** Starts a reader after a sequence, or at the present where it names none. */
  async read(filter: EventQuery, after: number | null, stream: EventStream): Promise<void> {
    const { lastSequence } = await this.store.figures(filter.environment);
    const channel = this.channel(filter.environment);
    channel.last = Math.max(channel.last, lastSequence);
    const reader: Reader = {
      filter,
      stream,
      cursor: after === null ? channel.last : Math.min(after, channel.last),
      catchingUp: true,
    };
    channel.readers.add(reader);
    stream.onEnd(() => channel.readers.delete(reader));
    stream.write(": connected\n\n");
    await this.catchUp(reader, channel);
  }

  /** Ends the streams of a Space that is gone, and forgets what was announced in it. */
  dropSpace(spaceId: string): void {
    for (const [name, channel] of this.channels) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.channels.delete(name);
      for (const reader of channel.readers) reader.stream.end();
    }
  }

  /** Accepted events in each of the last 60 whole seconds, oldest first. */
  rate(environment: EnvironmentRef): number[] {
    const now = Math.floor(Date.now() / 1000);
    const { rate } = this.channel(environment);
    return Array.from({ length: 60 }, (_, index) => rate.get(now - 60 + index) ?? 0);
  }

  private channel(environment: EnvironmentRef): Channel {
    const name = environmentName(environment);
    const found = this.channels.get(name) ?? { readers: new Set(), last: 0, rate: new Map() };
    this.channels.set(name, found);
    return found;
  }

  private hand(reader: Reader, records: readonly StoredEvent[], texts: Map<StoredEvent, string>): void {
    if (reader.catchingUp) return;
    const fresh = records.filter((record) => record.sequence > reader.cursor);
    const [first] = fresh;
    if (first === undefined) return;
    if (!reader.stream.writable || first.sequence !== reader.cursor + 1) {
      void this.catchUp(reader, this.channel(reader.filter.environment));
      return;
    }
    const wanted = fresh.filter((record) => eventMatches(reader.filter, record));
    reader.cursor = fresh.at(-1)?.sequence ?? reader.cursor;
    if (wanted.length > 0) reader.stream.write(wanted.map((record) => textOnce(record, texts)).join(""));
  }

  private async catchUp(reader: Reader, channel: Channel): Promise<void> {
    reader.catchingUp = true;
    try {
      while (!reader.stream.ended && reader.cursor < channel.last) {
        await reader.stream.ready();
        const page = await this.store.log.after({
          filter: reader.filter,
          after: reader.cursor,
          ...catchUpPage,
        });
        if (page.events.length > 0) reader.stream.write(page.events.map(text).join(""));
        // Nothing further: the environment was dropped in the meantime.
        if (page.through <= reader.cursor) return reader.stream.end();
        reader.cursor = page.through;
      }
    } catch {
      // The reader's connection ends, and its next one resumes where this one stopped.
      reader.stream.end();
    }
    reader.catchingUp = false;
  }
}

function textOnce(record: StoredEvent, texts: Map<StoredEvent, string>): string {
  const made = texts.get(record) ?? text(record);
  texts.set(record, made);
  return made;
}

function count(channel: Channel, events: number): void {
  const second = Math.floor(Date.now() / 1000);
  channel.rate.set(second, (channel.rate.get(second) ?? 0) + events);
  if (channel.rate.size > 90)
    for (const old of channel.rate.keys()) if (old < second - 61) channel.rate.delete(old);
}
