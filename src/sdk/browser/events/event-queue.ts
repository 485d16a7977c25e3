import type { Log } from "../platform/log.ts";
import type { PageStorage } from "../platform/page-storage.ts";
import { readEvent, type TrackedEvent } from "./tracked-event.ts";

/** The most that waits to be sent. Bytes are those of the events' JSON. */
export const queueLimits = { events: 1000, bytes: 256 * 1024 } as const;

/** The most that the server takes of one event; a test holds it to core's. What is larger was not left by us. */
export const eventBytes = 32 * 1024;

interface Entry {
  readonly event: TrackedEvent;
  readonly bytes: number;
  /** Left by an earlier page, or by another one that is still open: then it may be sent by now. */
  readonly isAdopted: boolean;
}

/** As UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Events that are not confirmed yet, oldest first, each in the page's storage under a name of its own: pages that are open
 * side by side never overwrite each other's, and what a page leaves behind the next one takes over, ids and all.
 */
export class EventQueue {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  private readonly storage: PageStorage;
  private readonly prefix: string;
  private readonly log: Log;

  constructor(storage: PageStorage, prefix: string, log: Log) {
    this.storage = storage;
    this.prefix = prefix;
    this.log = log;
  }

  get size(): number {
    return this.entries.size;
  }

  add(event: TrackedEvent): void {
    const text = JSON.stringify(event);
    this.storage.set(this.prefix + event.id, text);
    this.insert(event, bytesOf(text), false);
  }

  /** Takes over what earlier pages have left. */
  adopt(): void {
    const left = this.storage
      .names()
      .filter((name) => name.startsWith(this.prefix))
      .flatMap((name) => this.readLeft(name))
      .sort((a, b) => (a.event.time < b.event.time ? -1 : 1));
    for (const { event, bytes } of left) this.insert(event, bytes, true);
  }

  /** The oldest events that are not in `busy`: at most so many, and so many bytes of JSON. */
  next(most: number, mostBytes: number, busy: ReadonlySet<string>): TrackedEvent[] {
    const chosen: TrackedEvent[] = [];
    let bytes = 0;
    for (const [id, entry] of [...this.entries]) {
      if (busy.has(id) || this.forgetSent(entry)) continue;
      bytes += entry.bytes + 1;
      if (chosen.length === most || bytes > mostBytes) break;
      chosen.push(entry.event);
    }
    return chosen;
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      const entry = this.entries.get(id);
      if (entry === undefined) continue;
      this.entries.delete(id);
      this.bytes -= entry.bytes;
      this.storage.remove(this.prefix + id);
    }
  }

  /** Puts an event behind all others. */
  putLast(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.entries.delete(id);
    this.entries.set(id, entry);
  }

  private insert(event: TrackedEvent, bytes: number, isAdopted: boolean): void {
    if (this.entries.has(event.id)) return;
    this.entries.set(event.id, { event, bytes, isAdopted });
    this.bytes += bytes;
    while (this.entries.size > queueLimits.events || this.bytes > queueLimits.bytes) this.dropOldest();
  }

  private dropOldest(): void {
    this.log.warnOnce(
      `More than ${queueLimits.events} events or ${queueLimits.bytes / 1024} KiB wait to be sent; the oldest are dropped.`,
    );
    for (const id of this.entries.keys()) {
      this.remove([id]);
      return;
    }
  }

  private readLeft(name: string): { readonly event: TrackedEvent; readonly bytes: number }[] {
    const text = this.storage.get(name);
    const event = text === null ? null : readEvent(text);
    const bytes = bytesOf(text ?? "");
    if (event !== null && this.prefix + event.id === name && bytes <= eventBytes) return [{ event, bytes }];
    this.storage.remove(name);
    return [];
  }

  /** An adopted event that is no longer stored was confirmed to the page that it came from. */
  private forgetSent({ event, isAdopted }: Entry): boolean {
    if (!isAdopted || this.storage.get(this.prefix + event.id) !== null) return false;
    this.remove([event.id]);
    return true;
  }
}
