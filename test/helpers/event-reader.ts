import http from "node:http";
import { createParser } from "eventsource-parser";
import type { TestServer } from "./server.ts";

export interface ReadEvent {
  readonly sequence: number;
  readonly data: { readonly id: string; readonly name: string };
}

/** Reads an environment's live stream until `stop`, after which no event is handed on; each is handed on as it comes. */
export function readEvents(
  server: Pick<TestServer, "platformUrl" | "token">,
  path: string,
  options: { readonly after?: number; readonly onEvent: (event: ReadEvent) => void },
): { readonly connected: Promise<void>; readonly ended: Promise<void>; readonly stop: () => void } {
  const headers: Record<string, string> = { authorization: `Bearer ${server.token}` };
  if (options.after !== undefined) headers["last-event-id"] = String(options.after);
  const request = http.get(new URL(path, server.platformUrl), { headers });
  let stopped = false;
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (!stopped) options.onEvent({ sequence: Number(id), data: JSON.parse(data) });
    },
  });
  const ended = new Promise<void>((resolve) => {
    request.on("error", () => resolve());
    request.on("close", () => resolve());
  });
  const connected = new Promise<void>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        parser.feed(chunk);
        resolve();
      });
      response.on("error", () => undefined);
    });
  });
  connected.catch(() => undefined);
  const stop = () => {
    stopped = true;
    request.destroy();
  };
  return { connected, ended, stop };
}
