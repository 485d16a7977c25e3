import { setTimeout as wait } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { platformApi, routePath } from "../../core/api.ts";
import { type Event, event } from "../../core/event.ts";
import { CliError, exitCodes, foreignAnswer, PassingError } from "../cli-error.ts";
import { type EventFlags, place, queryOf } from "../events/event-flags.ts";
import { paint, print, printAside, visible } from "../output.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import { type EndSignals, listenForEnd } from "../stop-signals.ts";

interface TailFlags extends EventFlags {
  readonly limit?: number;
}

/** How long to wait before it connects again where nobody says, in ms. */
const usualPause = 1000;
/** For how long nothing may come, in ms, before the connection counts as lost: a comment comes every 15 s. */
const longestSilence = 45_000;

/** Prints each event as it arrives, without a gap where the connection breaks, until a signal or `limit`. */
export async function tailEvents(flags: TailFlags): Promise<number> {
  const { client, params } = await place(flags);
  const path = `${routePath(platformApi.streamEvents.path, params)}?${queryOf(flags.filters)}`;
  const stop = listenForEnd();
  const tail = new Tail(client, path, {
    json: flags.json === true,
    limit: flags.limit ?? Number.POSITIVE_INFINITY,
  });
  try {
    while (!stop.came() && !tail.done) await tail.follow(stop);
  } finally {
    stop.release();
  }
  return exitCodes.done;
}

/** Of a message, in characters: an event has far fewer, and whoever answers there may go on for ever. */
const mostCharacters = 16 * 1024 ** 2;

class Tail {
  private readonly client: PlatformClient;
  private readonly path: string;
  private readonly options: { readonly json: boolean; readonly limit: number };
  private printed = 0;
  /** The position to go on from: that of the last message, before it the one that the connection begins with. */
  private last: string | null = null;
  private isBroken = false;

  constructor(
    client: PlatformClient,
    path: string,
    options: { readonly json: boolean; readonly limit: number },
  ) {
    this.client = client;
    this.path = path;
    this.options = options;
  }

  get done(): boolean {
    return this.printed >= this.options.limit;
  }

  /** One connection, until it ends. @throws CliError where the platform refuses, or could not be reached at first */
  async follow(stop: EndSignals): Promise<void> {
    const connection = new AbortController();
    void stop.first.then(() => connection.abort());
    const { signal } = connection;
    let pause = usualPause;
    const silence = setTimeout(() => {
      connection.abort(new Error(`nothing came for ${longestSilence / 1000} s`));
      // That was long enough.
      pause = 0;
    }, longestSilence);
    const cut = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    try {
      const headers = this.last === null ? {} : { "last-event-id": this.last };
      const response = await this.client.open(platformApi.streamEvents, this.path, { headers, signal });
      if (this.isBroken) printAside("Connected again.");
      this.isBroken = false;
      // A connection that was cut off may never tell that it ended.
      await Promise.race([this.read(response, connection, silence), cut]);
    } catch (error) {
      if (stop.came() || this.done) return;
      const isPassing = error instanceof PassingError;
      if (this.last === null || (error instanceof CliError && !isPassing)) throw error;
      if (isPassing) pause = error.retryAfter;
    } finally {
      clearTimeout(silence);
    }
    if (stop.came() || this.done) return;
    if (!this.isBroken) printAside("The connection was lost; trying again.");
    this.isBroken = true;
    await Promise.race([wait(pause), stop.first]);
  }

  private async read(
    response: Response,
    connection: AbortController,
    silence: NodeJS.Timeout,
  ): Promise<void> {
    const parser = createParser({
      maxBufferSize: mostCharacters,
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") throw foreignAnswer(this.client.url, response.status);
      },
      onComment: (said) => {
        this.last ??= /^ ?connected after (\S+)$/.exec(said)?.[1] ?? null;
      },
      onEvent: ({ id, event: kind, data }) => {
        if (id === undefined || this.done) return;
        this.last = id;
        if (kind === "reset") {
          printAside("A backup was restored meanwhile; going on with new events.");
          return;
        }
        this.printed += 1;
        this.tell(data);
        if (this.done) connection.abort();
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      silence.refresh();
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }

  private tell(data: string): void {
    if (this.options.json) print(data);
    else print(eventLine(event.parse(JSON.parse(data))));
  }
}

/** One event on one line: when, whether it was taken, what, who, and with which pairs. */
export function eventLine({ time, name, status, problem, metadata, ...who }: Event): string {
  const person = who.userId ?? (who.anonymousId === undefined ? "" : `(${who.anonymousId})`);
  const pairs = Object.values(metadata).map((pair) => `${pair?.key}=${pair?.value}`);
  const sign = status === "accepted" ? paint("✓", "green") : paint("✗", "red");
  const rest = status === "accepted" ? pairs : [problem?.detail ?? ""];
  const said = [name, person, ...rest].filter((part) => part !== "").map(visible);
  return [paint(time, "dim"), sign, ...said].join("  ");
}
