import { environmentName } from "../../core/refs.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import type { LogFollower, LogPage } from "../log/log-follower.ts";
import { eventMatches } from "../store/event-matches.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
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
 * A page's bytes, made once for all readers that have the same filter and the same place; the text of an event is made once for
 * all.
 */
interface Made {
  readonly bytes: Map<string, Uint8Array>;
  readonly texts: Map<StoredEvent, string>;
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
  private readonly readers = new Map<string, Set<Reader>>();
  /** By environment, where something was handed on just now: what came since. */
  private readonly gathered = new Map<string, LogPage[]>();

  constructor(store: Pick<Store, "log" | "epoch">, log: Pick<LogFollower, "epoch" | "through" | "watch">) {
    this.store = store;
    this.log = log;
  }

  onPage(page: LogPage): void {
    const name = environmentName(page.environment);
    const waiting = this.gathered.get(name);
    if (waiting !== undefined) waiting.push(page);
    else if ((this.readers.get(name)?.size ?? 0) > 0) this.handOn(name, [page]);
  }

  /** Hands pages on as one, and what comes next after a while. */
  private handOn(name: string, pages: readonly [LogPage, ...LogPage[]]): void {
    const range = { after: pages[0].after, through: pages.at(-1)?.through ?? 0 };
    const events = pages.flatMap((page) => page.stored());
    const made: Made = { bytes: new Map(), texts: new Map() };
    for (const reader of this.readers.get(name) ?? []) this.hand(reader, range, events, made);
    this.gathered.set(name, []);
    setTimeout(() => {
      const [next, ...others] = this.gathered.get(name) ?? [];
      this.gathered.delete(name);
      if (next !== undefined) this.handOn(name, [next, ...others]);
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
    const readers = this.readers.get(environmentName(environment)) ?? new Set();
    this.readers.set(environmentName(environment), readers.add(reader));
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
    this.gathered.clear();
    for (const readers of this.readers.values())
      for (const reader of readers) {
        const last = this.log.through(reader.filter.environment);
        reader.cursor = last;
        reader.epoch = this.log.epoch;
        reader.stream.write(message("reset", { through: last }, this.positionText(last)));
      }
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, readers] of this.readers) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.readers.delete(name);
      for (const reader of readers) reader.stream.end();
    }
  }

  private hand(
    reader: Reader,
    { after, through }: Pick<LogPage, "after" | "through">,
    events: readonly StoredEvent[],
    made: Made,
  ): void {
    // One of another history waits for `restart`.
    if (reader.catchingUp || reader.epoch !== this.log.epoch || through <= reader.cursor) return;
    if (!reader.stream.writable || after > reader.cursor) {
      void this.catchUp(reader);
      return;
    }
    const name = `${reader.cursor} ${reader.filterText}`;
    const bytes = made.bytes.get(name) ?? this.bytes(reader, events, made.texts);
    made.bytes.set(name, bytes);
    reader.cursor = through;
    if (bytes.length > 0) reader.stream.write(bytes);
  }

  /** What of the events is news to the reader, as it is sent. */
  private bytes(
    { cursor, filter }: Reader,
    events: readonly StoredEvent[],
    texts: Map<StoredEvent, string>,
  ): Uint8Array {
    let all = "";
    for (const event of events) {
      if (event.sequence <= cursor || !eventMatches(filter, event)) continue;
      const text = texts.get(event) ?? this.text(event);
      texts.set(event, text);
      all += text;
    }
    return Buffer.from(all);
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
        if (page.events.length > 0)
          reader.stream.write(page.events.map((event) => this.text(event)).join(""));
        // The environment was dropped in the meantime.
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
