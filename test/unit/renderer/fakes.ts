import type { Event } from "../../../src/core/event.ts";
import type { EventSourceLike } from "../../../src/renderer/live/event-stream.ts";

/** An accepted event with a sequence; everything else is the same in all of them. */
export const eventNo = (sequence: number): Event => ({
  id: `e${sequence}`,
  sequence,
  name: "movie/watched",
  time: "2026-11-20T14:32:06.240Z",
  receivedAt: "2026-11-20T14:32:06.271Z",
  userId: "u1",
  metadata: {},
  source: "sdk",
  status: "accepted",
});

/** Events from one sequence to another, oldest first. */
export const eventsFrom = (first: number, last: number): Event[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => eventNo(first + i));

/** A stream that a test holds in its hands. */
export class FakeEventSource implements EventSourceLike {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  #listener: (message: { readonly data: string }) => void = () => {};

  constructor(readonly address: string) {}

  addEventListener(_type: "event", listener: (message: { readonly data: string }) => void): void {
    this.#listener = listener;
  }
  close(): void {
    this.closed = true;
  }
  send(...events: readonly Event[]): void {
    for (const event of events) this.#listener({ data: JSON.stringify(event) });
  }
  /** The sequence behind which this connection asked to start. */
  get after(): number {
    return Number(new URL(this.address, "http://x").searchParams.get("lastEventId"));
  }
}

/** Answers as the server's history does, from events that grow as a test adds to them. */
export function fakeHistory(initial: readonly Event[]) {
  const all = [...initial];
  const requests: string[] = [];
  const fetcher = (async (input: string | URL | Request) => {
    const url = new URL(String(input), "http://x");
    requests.push(url.pathname + url.search);
    const limit = Number(url.searchParams.get("limit") ?? 50);
    const below = Number(url.searchParams.get("cursor") ?? Number.POSITIVE_INFINITY);
    const found = all.filter((event) => event.sequence < below).toReversed();
    const data = found.slice(0, limit);
    const next = found.length > limit ? String(data.at(-1)?.sequence) : null;
    return Response.json({ data, next });
  }) as typeof fetch;
  return { all, requests, fetcher };
}
