import type { Event } from "../../core/event.ts";
import { ownAddress } from "../api/page-secret.ts";

/** `lost` is followed by a retry on its own; nothing that arrived meanwhile is missed. */
export type ConnectionState = "connecting" | "live" | "lost";

/** The part of the browser's EventSource that is used here; a test gives its own. */
export interface EventSourceLike {
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  addEventListener(type: "event", listener: (message: { readonly data: string }) => void): void;
  close(): void;
}

export interface StreamOptions {
  /** The stream's address for everything after a sequence. */
  readonly address: (after: number) => string;
  /** The last sequence that is known; a connection starts right behind it. */
  readonly after: number;
  /** Events in order of arrival, each once. Called at most every `gatherTime` ms. */
  readonly onEvents: (events: readonly Event[]) => void;
  readonly onState: (state: ConnectionState) => void;
  readonly open?: (address: string) => EventSourceLike;
}

/** How long events gather before they are told, in ms: one render for many events, and no visible delay. */
export const gatherTime = 100;
const firstRetry = 400;
const longestRetry = 4000;

/**
 * Follows the events of an environment until closed, over any number of lost connections. Each connection asks for what
 * is behind the last sequence received, and what came before it is refused: no gap, no duplicate, no reordering.
 */
export function followEvents(options: StreamOptions): { readonly close: () => void } {
  const open = options.open ?? ((address) => new EventSource(ownAddress(address)) as EventSourceLike);
  let last = options.after;
  let gathered: Event[] = [];
  let retry = firstRetry;
  let source: EventSourceLike | null = null;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    flushTimer = undefined;
    const events = gathered;
    gathered = [];
    if (events.length > 0) options.onEvents(events);
  };

  const take = (data: string) => {
    const event = JSON.parse(data) as Event;
    if (event.sequence <= last) return;
    last = event.sequence;
    gathered.push(event);
    flushTimer ??= setTimeout(flush, gatherTime);
  };

  const connect = () => {
    options.onState("connecting");
    source = open(options.address(last));
    source.onopen = () => {
      retry = firstRetry;
      options.onState("live");
    };
    // The browser would retry too, but gives up on some answers; one way of coming back is enough.
    source.onerror = () => {
      source?.close();
      options.onState("lost");
      retryTimer = setTimeout(connect, retry);
      retry = Math.min(retry * 2, longestRetry);
    };
    source.addEventListener("event", ({ data }) => take(data));
  };

  connect();
  return {
    close: () => {
      source?.close();
      clearTimeout(retryTimer);
      clearTimeout(flushTimer);
    },
  };
}
