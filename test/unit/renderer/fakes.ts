import type { Event } from "../../../src/core/event.ts";
import type { Replay } from "../../../src/core/replay.ts";
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
  readonly #listeners = new Map<
    string,
    (message: { readonly data: string; readonly lastEventId?: string }) => void
  >();

  constructor(readonly address: string) {}

  addEventListener(
    type: "event" | "reset",
    listener: (message: { readonly data: string; readonly lastEventId?: string }) => void,
  ): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  send(...events: readonly Event[]): void {
    for (const event of events) this.#listeners.get("event")?.({ data: JSON.stringify(event) });
  }
  /** An older copy of the log was put back; it ends with `through`. */
  reset(through: number, lastEventId: string): void {
    this.#listeners.get("reset")?.({ data: JSON.stringify({ through }), lastEventId });
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
  const history = { all, requests, breaks: false, fetcher: answer as typeof fetch };
  async function answer(input: string | URL | Request): Promise<Response> {
    if (history.breaks) throw new TypeError("refused");
    const url = new URL(String(input), "http://x");
    requests.push(url.pathname + url.search);
    const limit = Number(url.searchParams.get("limit") ?? 50);
    const isUp = url.searchParams.get("order") === "asc";
    const place = (name: string, absent: number) => Number(url.searchParams.get(name) ?? absent);
    const above = Math.max(place("after", 0), isUp ? place("cursor", 0) : 0);
    const below = Math.min(
      place("before", Number.POSITIVE_INFINITY),
      isUp ? Number.POSITIVE_INFINITY : place("cursor", Number.POSITIVE_INFINITY),
    );
    const inside = all.filter(
      ({ sequence }) => sequence > above && sequence < below && sequence === place("sequence", sequence),
    );
    const found = isUp ? inside : inside.toReversed();
    const data = found.slice(0, limit);
    const next = found.length > limit ? String(data.at(-1)?.sequence) : null;
    return Response.json({ data, next });
  }
  return history;
}

/** A replay half-way through, with whatever a test wants to be otherwise. */
export const replayOf = (some: Partial<Replay> = {}): Replay => ({
  id: "rpl_1",
  state: "running",
  from: "production",
  speed: 10,
  times: "moved",
  total: 134,
  played: 45,
  skipped: 0,
  startedAt: "2026-11-20T14:32:06.000Z",
  endsAt: "2026-11-20T14:32:18.000Z",
  ...some,
});
