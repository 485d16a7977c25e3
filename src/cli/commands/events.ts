import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { platformApi, routePath } from "../../core/api.ts";
import { type Event, event } from "../../core/event.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { type Replay, replay as replayShape } from "../../core/replay.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { paint, print, printAside, printJson, readerGone } from "../output.ts";
import { connect, type PlatformClient } from "../platform/platform-client.ts";
import { spaceToUse } from "../project/space-to-use.ts";
import { listenForStop, type StopSignals } from "../stop-signals.ts";

/** Which events: the members that the API's filters have, by their names there. */
export interface EventFlags {
  readonly environment: EnvironmentKey;
  readonly space?: string;
  readonly project?: string;
  readonly data?: string;
  readonly json?: boolean;
  readonly filters: Readonly<Record<string, string | readonly string[]>>;
}

interface TailFlags extends EventFlags {
  readonly limit?: number;
}
interface ExportFlags extends EventFlags {
  readonly out?: string;
}
interface ReplayFlags extends EventFlags {
  readonly file?: string;
  readonly from?: EnvironmentKey;
  readonly speed: string;
  readonly times: string;
  readonly prefix?: string;
  readonly detach?: boolean;
}

/** How long until it tries again after the connection broke, in ms. */
const retryAfter = 1000;

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

class Tail {
  private readonly client: PlatformClient;
  private readonly path: string;
  private readonly options: { readonly json: boolean; readonly limit: number };
  private printed = 0;
  /** Where it goes on: the id of the last message, at first what the connection says. */
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
  async follow(stop: StopSignals): Promise<void> {
    const connection = new AbortController();
    void stop.first.then(() => connection.abort());
    const { signal } = connection;
    const cut = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    try {
      const headers = this.last === null ? {} : { "last-event-id": this.last };
      const response = await this.client.open("GET", this.path, { headers, signal });
      if (this.isBroken) printAside("Connected again.");
      this.isBroken = false;
      // The end of a connection that was cut off may never be told.
      await Promise.race([this.read(response, connection), cut]);
    } catch (error) {
      if (stop.came() || this.done) return;
      if (this.last === null || (error instanceof CliError && error.details.code !== "unreachable"))
        throw error;
    }
    if (stop.came() || this.done) return;
    if (!this.isBroken) printAside("The connection was lost; trying again.");
    this.isBroken = true;
    await Promise.race([wait(retryAfter), stop.first]);
  }

  private async read(response: Response, connection: AbortController): Promise<void> {
    const parser = createParser({
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
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
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
  return [paint(time, "dim"), sign, name, person, ...rest].filter((part) => part !== "").join("  ");
}

/** Ends with a signal, and where nobody reads what is printed any more. */
function listenForEnd(): StopSignals {
  const stop = listenForStop();
  let isGone = false;
  void readerGone.then(() => {
    isGone = true;
  });
  return { ...stop, came: () => isGone || stop.came(), first: Promise.race([stop.first, readerGone]) };
}

/** Writes every kept event that the filters find, the oldest first, one a line. A file is written whole or not at all. */
export async function exportEvents({ out, json, ...flags }: ExportFlags): Promise<number> {
  const { client, params } = await place(flags);
  const path = `${routePath(platformApi.exportEvents.path, params)}?${queryOf(flags.filters)}`;
  const stop = listenForEnd();
  const cut = new AbortController();
  void stop.first.then(() => cut.abort());
  try {
    const response = await client.open("GET", path, { signal: cut.signal });
    const lines = response.body ?? emptyBody();
    if (out === undefined) {
      await Promise.race([printAll(lines), stop.first]);
      return exitCodes.done;
    }
    const events = await writeWhole(lines, out, cut.signal);
    if (json) printJson({ file: out, events });
    else print(`${paint("✓", "green")} ${out} holds ${counts(events)}.`);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CliError) throw error;
    const left = out === undefined ? "The output is incomplete" : "No file was written";
    if (!stop.came()) throw new CliError(`The export broke off: ${messageOf(error)}. ${left}.`);
    if (out !== undefined) printAside(`Stopped. ${left}.`);
    return out === undefined ? exitCodes.done : exitCodes.interrupted;
  } finally {
    stop.release();
  }
}

/** Into a file of its own beside it that nobody else reads, and then into its place. Gives how many lines there were. */
async function writeWhole(
  chunks: AsyncIterable<Uint8Array>,
  out: string,
  signal: AbortSignal,
): Promise<number> {
  const aside = `${out}.${randomBytes(6).toString("hex")}.part`;
  let lines = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === 10) lines += 1;
      yield chunk;
    }
  };
  try {
    await pipeline(counted(), createWriteStream(aside, { flags: "wx", mode: 0o600 }), { signal });
    await rename(aside, out);
    return lines;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Plays a recording, or kept events, again, and says how far it is; a signal stops it. */
export async function replayEvents(flags: ReplayFlags): Promise<number> {
  const { client, params } = await place(flags);
  const { speed, times, prefix, json = false } = flags;
  const path = routePath(platformApi.startReplay.path, params);
  const query = new URLSearchParams({ speed, times, ...(prefix !== undefined && { prefix }) });
  const stop = listenForStop();
  try {
    let now = await started(client, `${path}?${query}`, flags);
    if (!flags.detach) now = await followReplay({ client, path, stop, json }, now);
    if (json) printJson(now);
    else print(replayLine(now));
    return now.state === "failed" || now.state === "stopped" ? exitCodes.failed : exitCodes.done;
  } finally {
    stop.release();
  }
}

async function started(
  client: PlatformClient,
  path: string,
  { file, from, filters }: ReplayFlags,
): Promise<Replay> {
  if (file === undefined)
    return client.ask("POST", path, {
      body: { ...filters, ...(from !== undefined && { environment: from }) },
      answer: replayShape,
    });
  const source = file === "-" ? process.stdin : createReadStream(file);
  const opened = new Promise<void>((resolve, reject) => {
    source.once("error", (error: Error) => reject(new CliError(`${file} can't be read: ${error.message}`)));
    source.once("readable", resolve);
  });
  await opened;
  const headers = { "content-type": "application/x-ndjson" };
  const response = await client.open("POST", path, {
    headers,
    body: Readable.toWeb(source) as ReadableStream,
  });
  return replayShape.parse(await response.json());
}

interface Following {
  readonly client: PlatformClient;
  readonly path: string;
  readonly stop: StopSignals;
  readonly json: boolean;
}

async function followReplay({ client, path, stop, json }: Following, first: Replay): Promise<Replay> {
  let now = first;
  let told = Date.now();
  while (now.state === "running") {
    await Promise.race([wait(Math.min(1000, Math.max(50, Date.parse(now.endsAt) - Date.now()))), stop.first]);
    const { answer } = platformApi.getReplay;
    const { replay } = await client.ask(stop.came() ? "DELETE" : "GET", path, { answer });
    if (replay === null || replay.id !== first.id)
      throw new CliError("Another replay has started since, so how this one ended is not known.");
    now = replay;
    if (!json && now.state === "running" && Date.now() - told > 2000) {
      printAside(replayLine(now));
      told = Date.now();
    }
  }
  return now;
}

function replayLine({ state, played, total, skipped, detail }: Replay): string {
  const signs = { running: "…", done: paint("✓", "green"), stopped: "■", failed: paint("✗", "red") };
  const refused = skipped === 0 ? "" : `, ${skipped} refused ones left out`;
  return `${signs[state]} Played ${played} of ${counts(total)}${refused}${detail === undefined ? "" : `: ${detail}`}.`;
}

const counts = (events: number): string => `${events.toLocaleString("en")} event${events === 1 ? "" : "s"}`;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function* emptyBody(): AsyncIterable<Uint8Array> {}

async function printAll(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // Also where it can't be printed.
  for await (const chunk of chunks)
    await new Promise<void>((resolve) => process.stdout.write(chunk, () => resolve()));
}

export async function place(flags: EventFlags) {
  const client = await connect(flags.data);
  const spaceId = await spaceToUse(client, flags);
  return { client, params: { spaceId, envKey: flags.environment } };
}

function queryOf(filters: EventFlags["filters"]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) query.append(name, one);
  return query;
}
