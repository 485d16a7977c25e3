import { EventSourceParserStream } from "eventsource-parser/stream";
import { patience } from "./patience.ts";
import type { TestServer } from "./server.ts";

export interface StatesMessage {
  readonly revision: number;
  readonly changed: readonly string[];
}

export interface LiveStates {
  /** All that has arrived. */
  readonly messages: StatesMessage[];
  /** The next message that was not given yet; rejects after `within` ms, by default what a hang takes. */
  next(within?: number): Promise<StatesMessage>;
  /** Resolves once no more comes. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** A session's stream of states, followed with fetch. */
export async function liveStates(
  server: Pick<TestServer, "sdkUrl" | "keys">,
  sessionId: string,
  key: string = server.keys.development,
): Promise<LiveStates> {
  const stop = new AbortController();
  const response = await fetch(new URL(`/sdk/v1/sessions/${sessionId}/stream`, server.sdkUrl), {
    headers: { "x-api-key": key },
    signal: stop.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`stream answered ${response.status}`);
  const messages: StatesMessage[] = [];
  const ended = readInto(messages, response.body);
  let given = 0;
  return {
    messages,
    ended,
    stop: () => stop.abort(),
    async next(within = patience) {
      const deadline = Date.now() + within;
      for (;;) {
        const message = messages[given];
        if (message !== undefined) {
          given += 1;
          return message;
        }
        if (Date.now() > deadline) throw new Error(`no further message within ${within} ms`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

async function readInto(messages: StatesMessage[], body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    const events = body
      .pipeThrough(new TextDecoderStream() as never)
      .pipeThrough(new EventSourceParserStream());
    for await (const event of events as unknown as AsyncIterable<{ event?: string; data: string }>) {
      if (event.event === "states") messages.push(JSON.parse(event.data) as StatesMessage);
    }
  } catch {
    // The stream ends where the test lets go of it, or the server stops.
  }
}
