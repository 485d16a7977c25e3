import { EventSourceParserStream } from "eventsource-parser/stream";
import type { Event } from "../../src/core/event.ts";
import { patience } from "./patience.ts";

export interface LiveEvents {
  /** What has arrived so far, in order. */
  readonly events: Event[];
  /** Resolves once `count` events have arrived; rejects after `within` ms. */
  until(count: number, within?: number): Promise<Event[]>;
  close(): void;
}

/** The platform's live event stream of one environment, followed with fetch. */
export async function followEvents(streamUrl: string, token: string): Promise<LiveEvents> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const response = await fetch(streamUrl, { headers, signal: stop.signal });
  if (response.status !== 200 || response.body === null)
    throw new Error(`stream answered ${response.status}`);
  const events: Event[] = [];
  void readInto(events, response.body);
  return {
    events,
    close: () => stop.abort(),
    async until(count, within = patience) {
      const deadline = Date.now() + within;
      while (events.length < count) {
        if (Date.now() > deadline)
          throw new Error(`${events.length} of ${count} events arrived within ${within} ms`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return events;
    },
  };
}

async function readInto(events: Event[], body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    const messages = body
      .pipeThrough(new TextDecoderStream() as never)
      .pipeThrough(new EventSourceParserStream());
    for await (const message of messages as unknown as AsyncIterable<{ event?: string; data: string }>) {
      if (message.event === "event") events.push(JSON.parse(message.data) as Event);
    }
  } catch {
    // The stream ends where the test lets go of it, or the server stops.
  }
}
