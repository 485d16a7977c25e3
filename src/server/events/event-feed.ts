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
 * A page as it is sent, by the filter of whoever reads it. While pages wait for others nothing else of them is kept: their events
 * would be old memory by then, which is collected at a price.
 */
interface MadePage {
  readonly after: number;
  readonly through: number;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Who reads an environment's events. */
interface Audience {
  readonly readers: Set<Reader>;
  /** What came since something was handed on just now; null where that is longer ago. */
  gathered: MadePage[] | null;
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
  private readonly audiences = new Map<string, Audience>();

  constructor(store: Pick<Store, "log" | "epoch">, log: Pick<LogFollower, "epoch" | "through" | "watch">) {
    this.store = store;
    this.log = log;
  }

  onPage(page: LogPage): void {
    const audience = this.audiences.get(environmentName(page.environment));
    if (audience === undefined || audience.readers.size === 0) return;
    const made = this.made(page, audience.readers);
    if (audience.gathered === null) this.handOn(audience, [made]);
    else audience.gathered.push(made);
  }

  /** Hands pages on as one, and what comes next after a while. */
  private handOn(audience: Audience, pages: readonly MadePage[]): void {
    const made = new Map<string, Uint8Array | null>();
    for (const reader of audience.readers) this.hand(reader, pages, made);
    audience.gathered = [];
    setTimeout(() => {
      const { gathered } = audience;
      audience.gathered = null;
      if (gathered !== null && gathered.length > 0) this.handOn(audience, gathered);
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
    const audience = this.audience(environmentName(environment));
    audience.readers.add(reader);
    stream.onEnd(() => {
      unwatch();
      audience.readers.delete(reader);
    });
    // Where it begins, for a reader that is cut off before its first event.
    stream.write(`: connected after ${this.positionText(cursor)}\n\n`);
    if (after !== null && !isKnown)
      stream.write(message("reset", { through: last }, this.positionText(last)));
    await this.catchUp(reader);
  }

  private audience(name: string): Audience {
    const found = this.audiences.get(name);
    if (found !== undefined) return found;
    const made: Audience = { readers: new Set(), gathered: null };
    this.audiences.set(name, made);
    return made;
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
    for (const audience of this.audiences.values()) {
      if (audience.gathered !== null) audience.gathered = [];
      for (const reader of audience.readers) {
        const last = this.log.through(reader.filter.environment);
        reader.cursor = last;
        reader.epoch = this.log.epoch;
        reader.stream.write(message("reset", { through: last }, this.positionText(last)));
      }
    }
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, { readers }] of this.audiences) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.audiences.delete(name);
      for (const reader of readers) reader.stream.end();
    }
  }

  /** `made`: what was made for others of the same filter and place; null where they have to read it. */
  private hand(reader: Reader, pages: readonly MadePage[], made: Map<string, Uint8Array | null>): void {
    const through = pages.at(-1)?.through ?? 0;
    // One of another history waits for `restart`.
    if (reader.catchingUp || reader.epoch !== this.log.epoch || through <= reader.cursor) return;
    const name = `${reader.cursor} ${reader.filterText}`;
    const known = made.get(name);
    const bytes = known === undefined ? joined(pages, reader) : known;
    made.set(name, bytes);
    if (!reader.stream.writable || bytes === null) {
      void this.catchUp(reader);
      return;
    }
    reader.cursor = through;
    if (bytes.length > 0) reader.stream.write(bytes);
  }

  /** The text of an event is made once for all filters. */
  private made({ after, through, stored }: LogPage, readers: ReadonlySet<Reader>): MadePage {
    const texts = new Map<StoredEvent, string>();
    const bytes = new Map<string, Uint8Array>();
    const events = stored();
    for (const { filter, filterText, catchingUp } of readers) {
      // Who is behind reads from the store: those who do not read cost nothing, however many filters they have.
      if (catchingUp || bytes.has(filterText)) continue;
      let all = "";
      for (const event of events) {
        if (!eventMatches(filter, event)) continue;
        const text = texts.get(event) ?? this.text(event);
        texts.set(event, text);
        all += text;
      }
      bytes.set(filterText, Buffer.from(all));
    }
    return { after, through, bytes };
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

/** What of the pages is news to a reader; null where they have to read it, since pages do not go on from their place. */
function joined(pages: readonly MadePage[], { cursor, filterText }: Reader): Uint8Array | null {
  const all: Uint8Array[] = [];
  let at = cursor;
  for (const { after, through, bytes } of pages) {
    if (through <= cursor) continue;
    const those = bytes.get(filterText);
    if (after !== at || those === undefined) return null;
    all.push(those);
    at = through;
  }
  return Buffer.concat(all);
}
