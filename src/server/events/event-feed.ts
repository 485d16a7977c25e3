import { environmentName } from "../../core/refs.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import type { LogFollower, LogPage } from "../log/log-follower.ts";
import { eventMatcher } from "../store/event-matches.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import { eventView } from "./event-view.ts";

/** What a reader that is behind is given at a time: as much as waits in memory for each that does not read. */
const catchUpPage = { limit: 500, size: 64 * 1024 };

/** How long events wait for others, in ms, where some were handed on just before: a write costs more than what is in it. */
const gatherFor = 50;

/** Where a stream goes on: after a sequence, which is one of the store's epoch. Null: of whatever is stored now. */
export interface Position {
  readonly sequence: number;
  readonly epoch: string | null;
}

/** Reads what `positionText` makes: the sequence, and behind it the epoch where there is one. */
export function readPosition(text: string): Position | null {
  const [, sequence, epoch = ""] = /^(\d{1,15})(?:-([0-9a-f]{1,32}))?$/.exec(text) ?? [];
  return sequence === undefined ? null : { sequence: Number(sequence), epoch };
}

/**
 * A page as it is sent, by the filter of whoever reads it. While it waits for the next write nothing else of it is kept: its events
 * would be old memory by then, which is collected at a price (ADR 55).
 */
interface SentPage {
  readonly after: number;
  readonly through: number;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** An environment's readers. */
interface Channel {
  readonly readers: Set<Reader>;
  /** What came since something was handed on just now; null where that is longer ago. */
  gathered: SentPage[] | null;
}

/** One reader of an environment's events. `cursor` is the last sequence that it has been given or spared by its filter. */
interface Reader {
  readonly filter: EventQuery;
  /** The same for all readers of one filter. */
  readonly filterText: string;
  readonly stream: EventStream;
  /** Of the history that its cursor is a place in. */
  epoch: string;
  cursor: number;
  /** Reads from the store until it has caught up; only then live events are handed to it directly. */
  catchingUp: boolean;
}

/**
 * Hands each event to every reader once, in order of arrival, whatever the reader's speed: one that is slow, or that
 * resumes, reads from the store at its own pace, so nothing waits in memory for it and nothing is dropped.
 */
export class EventFeed {
  private readonly store: Pick<Store, "log" | "epoch">;
  private readonly log: Pick<LogFollower, "epoch" | "through" | "watch">;
  private readonly channels = new Map<string, Channel>();

  constructor(store: Pick<Store, "log" | "epoch">, log: Pick<LogFollower, "epoch" | "through" | "watch">) {
    this.store = store;
    this.log = log;
  }

  onPage(page: LogPage): void {
    const channel = this.channels.get(environmentName(page.environment));
    if (channel === undefined) return;
    const sent = this.sentPage(page, channel.readers);
    if (channel.gathered === null) this.handOn(channel, [sent]);
    else channel.gathered.push(sent);
  }

  /** Hands pages on as one, and what comes next after a while. */
  private handOn(channel: Channel, pages: readonly SentPage[]): void {
    if (channel.readers.size === 0) return;
    const joined = new Map<string, Uint8Array>();
    for (const reader of channel.readers) this.hand(reader, pages, joined);
    channel.gathered = [];
    setTimeout(() => {
      const { gathered } = channel;
      channel.gathered = null;
      if (gathered !== null && gathered.length > 0) this.handOn(channel, gathered);
    }, gatherFor).unref();
  }

  /**
   * Starts a reader after a position, or at the present where it names none. A position that is not one of this log, since an
   * older copy of it was restored, is told by a `reset`: the reader begins at the present, and reads anew what was before.
   */
  async read(filter: EventQuery, after: Position | null, stream: EventStream): Promise<void> {
    const { environment } = filter;
    const unwatch = await this.log.watch(environment);
    const last = this.log.through(environment);
    const isKnown = after !== null && this.isOfThisLog(after, last);
    const cursor = isKnown ? after.sequence : last;
    const reader: Reader = {
      filter,
      filterText: JSON.stringify(filter),
      stream,
      epoch: this.log.epoch,
      cursor,
      catchingUp: true,
    };
    const { readers } = this.channel(environmentName(environment));
    readers.add(reader);
    stream.onEnd(() => {
      unwatch();
      readers.delete(reader);
    });
    // Where it begins, for a reader that is cut off before its first event.
    stream.write(`: connected after ${this.positionText(cursor)}\n\n`);
    if (after !== null && !isKnown)
      stream.write(message("reset", { through: last }, this.positionText(last)));
    await this.catchUp(reader);
  }

  private channel(name: string): Channel {
    const found = this.channels.get(name);
    if (found !== undefined) return found;
    const channel: Channel = { readers: new Set(), gathered: null };
    this.channels.set(name, channel);
    return channel;
  }

  private isOfThisLog({ sequence, epoch }: Position, last: number): boolean {
    return sequence === 0 || (sequence <= last && (epoch ?? this.log.epoch) === this.log.epoch);
  }

  private positionText(sequence: number): string {
    return this.log.epoch === "" ? String(sequence) : `${sequence}-${this.log.epoch}`;
  }

  private text(event: StoredEvent): string {
    return message("event", eventView(event), this.positionText(event.sequence));
  }

  /** Another history was put in place: each reader begins at its end, and reads anew what was before. */
  restart(): void {
    for (const channel of this.channels.values()) {
      if (channel.gathered !== null) channel.gathered = [];
      for (const reader of channel.readers) {
        const last = this.log.through(reader.filter.environment);
        reader.cursor = last;
        reader.epoch = this.log.epoch;
        reader.stream.write(message("reset", { through: last }, this.positionText(last)));
      }
    }
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, { readers }] of this.channels) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.channels.delete(name);
      for (const reader of readers) reader.stream.end();
    }
  }

  /** `joined`: what was joined for others of the same filter and place. */
  private hand(reader: Reader, pages: readonly SentPage[], joined: Map<string, Uint8Array>): void {
    const through = pages.at(-1)?.through ?? 0;
    // One of another history waits for `restart`.
    if (reader.catchingUp || reader.epoch !== this.log.epoch || through <= reader.cursor) return;
    const place = `${reader.cursor} ${reader.filterText}`;
    const bytes = reader.stream.writable ? (joined.get(place) ?? newsOf(pages, reader)) : null;
    if (bytes === null) {
      void this.catchUp(reader);
      return;
    }
    joined.set(place, bytes);
    reader.cursor = through;
    if (bytes.length > 0) reader.stream.write(bytes);
  }

  /** What each filter of readers that keep up is sent of a page; an event's text is made once for all. */
  private sentPage(page: LogPage, readers: ReadonlySet<Reader>): SentPage {
    const texts = new Map<StoredEvent, string>();
    const bytes = new Map<string, Uint8Array>();
    let events: readonly StoredEvent[] | null = null;
    for (const { filter, filterText, catchingUp } of readers) {
      // Who is behind reads from the store: those who do not read cost nothing, however many filters they have.
      if (catchingUp || bytes.has(filterText)) continue;
      events ??= page.stored();
      const isWanted = eventMatcher(filter);
      let all = "";
      for (const event of events) {
        if (!isWanted(event)) continue;
        const text = texts.get(event) ?? this.text(event);
        texts.set(event, text);
        all += text;
      }
      bytes.set(filterText, all === "" ? nothing : Buffer.from(all));
    }
    return { after: page.after, through: page.through, bytes };
  }

  private async catchUp(reader: Reader): Promise<void> {
    reader.catchingUp = true;
    try {
      while (!reader.stream.ended && reader.cursor < this.log.through(reader.filter.environment)) {
        await reader.stream.ready();
        const { epoch } = reader;
        if (epoch !== this.store.epoch) break;
        const page = await this.store.log.after({
          filter: reader.filter,
          after: reader.cursor,
          ...catchUpPage,
        });
        // Read of another history than the reader's: `restart` tells it where to go on, or has told it by now.
        if (epoch !== this.store.epoch || epoch !== reader.epoch) continue;
        // What is stored but not handed on yet comes with its page: so a reader's place is always the end of one.
        const through = Math.min(page.through, this.log.through(reader.filter.environment));
        const events = page.events.filter(({ sequence }) => sequence <= through);
        if (events.length > 0) reader.stream.write(events.map((event) => this.text(event)).join(""));
        // The environment was dropped in the meantime.
        if (through <= reader.cursor) return reader.stream.end();
        reader.cursor = through;
      }
    } catch (error) {
      sayFault(error);
      // The reader's connection ends, and its next one resumes where this one stopped.
      reader.stream.end();
    }
    reader.catchingUp = false;
  }
}

const nothing = new Uint8Array(0);

/** What of the pages is news to a reader; null where they have to read it, since pages do not go on from their place. */
function newsOf(pages: readonly SentPage[], { cursor, filterText }: Reader): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let at = cursor;
  for (const { after, through, bytes } of pages) {
    if (through <= cursor) continue;
    const those = bytes.get(filterText);
    if (after !== at || those === undefined) return null;
    if (those.length > 0) parts.push(those);
    at = through;
  }
  return parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts);
}
