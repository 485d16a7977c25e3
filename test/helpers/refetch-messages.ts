import { EventSourceParserStream } from "eventsource-parser/stream";
import type { RefetchMessage } from "../../src/core/ofrep.ts";
import { patience } from "./patience.ts";

interface HeardMessage extends RefetchMessage {
  readonly id: string;
  /** Milliseconds by this machine's clock. */
  readonly arrived: number;
}

export interface RefetchMessages {
  /** All that has arrived. */
  readonly messages: HeardMessage[];
  /** Resolves once there are `count`; rejects after `within` ms. */
  until(count: number, within?: number): Promise<void>;
  /** Resolves once the server has ended the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** An OFREP event stream, followed with fetch; open once this resolves. */
export async function refetchMessages(
  url: string,
  headers: Record<string, string> = {},
): Promise<RefetchMessages> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  if (response.status !== 200 || response.body === null)
    throw new Error(`stream answered ${response.status}`);
  const messages: RefetchMessages["messages"] = [];
  const ended = readInto(messages, response.body);
  return {
    messages,
    ended,
    stop: () => stop.abort(),
    async until(count, within = patience) {
      const deadline = Date.now() + within;
      while (messages.length < count) {
        if (Date.now() > deadline)
          throw new Error(`${messages.length} of ${count} messages within ${within} ms`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

async function readInto(
  messages: RefetchMessages["messages"],
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  try {
    const events = body
      .pipeThrough(new TextDecoderStream() as never)
      .pipeThrough(new EventSourceParserStream());
    for await (const { id, event, data } of events as unknown as AsyncIterable<Record<string, string>>) {
      if (event === "message")
        messages.push({ id: id ?? "", arrived: Date.now(), ...(JSON.parse(data ?? "") as RefetchMessage) });
    }
  } catch {
    // The stream ends where the test lets go of it, or the server stops.
  }
}
