import type { Event } from "../../../src/core/event.ts";
import type { EventSourceLike } from "../../../src/renderer/live/event-stream.ts";

/** The page's EventSource: open at once, and silent until the test sends. */
export class FakeStream implements EventSourceLike {
  /** Those that the page has opened, oldest first. */
  static readonly all: FakeStream[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  #listener: (message: { readonly data: string }) => void = () => {};

  constructor(readonly address: string) {
    FakeStream.all.push(this);
    queueMicrotask(() => this.onopen?.());
  }

  addEventListener(type: "event" | "reset", listener: (message: { readonly data: string }) => void): void {
    if (type === "event") this.#listener = listener;
  }

  close(): void {
    this.closed = true;
  }

  /** Sends events to every page that listens. */
  static send(...events: readonly Event[]): void {
    for (const stream of FakeStream.all.filter(({ closed }) => !closed))
      for (const event of events) stream.#listener({ data: JSON.stringify(event) });
  }
}
