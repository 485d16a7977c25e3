import { platformApi } from "../../core/api.ts";
import type { Event } from "../../core/event.ts";
import { routeAddress } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import { ownAddress } from "../stores/page-secret.ts";

/** `lost` is followed by a retry on its own; nothing that arrived meanwhile is missed. */
export type ConnectionState = "connecting" | "live" | "lost";

interface StreamMessage {
  readonly data: string;
  /** Where the stream goes on after this message. */
  readonly lastEventId?: string;
}

/** The part of the browser's EventSource that is used here; a test gives its own. */
export interface EventSourceLike {
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  addEventListener(type: "event" | "reset", listener: (message: StreamMessage) => void): void;
  close(): void;
}

export interface StreamOptions {
  /** The stream's address for everything after a position: a sequence, or what the stream itself has named. */
  readonly address: (after: string) => string;
  /** The last sequence that is known; a connection starts right behind it. */
  readonly after: number;
  /** Events in order of arrival, each once. Called at most every `gatherTime` ms. */
  readonly onEvents: (events: readonly Event[]) => void;
  readonly onState: (state: ConnectionState) => void;
  /** An older copy of the events was restored: what is known is of another history. The stream goes on at the present. */
  readonly onReset?: () => void;
  readonly open?: (address: string) => EventSourceLike;
}

/** The address of the stream of a place's events behind a position; `query` is what of them is wanted. */
export const streamAddress = (place: Place, query: object, lastEventId: string): string =>
  routeAddress(platformApi.streamEvents.path, paramsOf(place), { ...query, lastEventId });

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
  let position = String(last);
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

  const take = ({ data, lastEventId }: StreamMessage) => {
    const event = JSON.parse(data) as Event;
    if (event.sequence <= last) return;
    last = event.sequence;
    position = lastEventId ?? String(last);
    gathered.push(event);
    flushTimer ??= setTimeout(flush, gatherTime);
  };

  const startOver = ({ data, lastEventId }: StreamMessage) => {
    const { through } = JSON.parse(data) as { readonly through: number };
    last = through;
    position = lastEventId ?? String(last);
    options.onReset?.();
  };

  const connect = () => {
    options.onState("connecting");
    source = open(options.address(position));
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
    source.addEventListener("event", take);
    source.addEventListener("reset", startOver);
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

/** Tells when the page is looked at again, or no longer: nobody needs a stream then. Returns the way to stop. */
export function whenSeen(tell: (visible: boolean) => void): () => void {
  const look = () => tell(!document.hidden);
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
