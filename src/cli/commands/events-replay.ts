import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { platformApi, routePath } from "../../core/api.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { type Replay, replay as replayShape } from "../../core/replay.ts";
import { CliError, exitCodes, PassingError } from "../cli-error.ts";
import { type EventFlags, place } from "../events/event-flags.ts";
import { counted, paint, print, printAside, printJson, visible } from "../output.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import { untilReadable } from "../readable-file.ts";
import { listenForStop, type StopSignals } from "../stop-signals.ts";

interface ReplayFlags extends EventFlags {
  readonly file?: string;
  readonly from?: EnvironmentKey;
  readonly speed: string;
  readonly times: string;
  readonly prefix?: string;
  readonly detach?: boolean;
}

/** For how long the platform may be away while a replay is waited for, in ms. */
const patience = 60_000;

/** Plays a recording, or kept events, again, and says how far it is; a signal stops it. */
export async function replayEvents(flags: ReplayFlags): Promise<number> {
  const { client, params } = await place(flags);
  const { speed, times, prefix, json = false } = flags;
  const path = routePath(platformApi.startReplay.path, params);
  const query = new URLSearchParams({ speed, times, ...(prefix !== undefined && { prefix }) });
  const stop = listenForStop();
  try {
    let now = await started(client, `${path}?${query}`, flags, stop);
    if (now === null) {
      printAside("Stopped before anything was played.");
      return exitCodes.failed;
    }
    if (!flags.detach) now = await followReplay({ client, path, stop, json }, now);
    if (json) printJson(now);
    else print(replayLine(now));
    return now.state === "failed" || now.state === "stopped" ? exitCodes.failed : exitCodes.done;
  } finally {
    stop.release();
  }
}

/** Null where a signal came before the platform had all of a recording: then it plays nothing. */
async function started(
  client: PlatformClient,
  path: string,
  { file, from, filters }: ReplayFlags,
  stop: StopSignals,
): Promise<Replay | null> {
  if (file !== undefined) return sendRecording(client, path, file, stop);
  return client.ask("POST", path, {
    body: { ...filters, ...(from !== undefined && { environment: from }) },
    answer: replayShape,
  });
}

async function sendRecording(
  client: PlatformClient,
  path: string,
  file: string,
  stop: StopSignals,
): Promise<Replay | null> {
  const source = file === "-" ? process.stdin : createReadStream(file);
  const cut = new AbortController();
  void stop.first.then(() => {
    // Once all is sent the replay may have begun, and is stopped as any other.
    if (!source.readableEnded) cut.abort();
  });
  try {
    await untilReadable(source, file, cut.signal);
    return await client.send(path, {
      headers: { "content-type": "application/x-ndjson" },
      // Standard input that ended at once is over by now: no other stream can be made of it.
      body: source.readable ? (Readable.toWeb(source) as ReadableStream) : new Blob([]).stream(),
      signal: cut.signal,
      answer: replayShape,
    });
  } catch (error) {
    if (cut.signal.aborted) return null;
    throw error;
  } finally {
    source.destroy();
  }
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
    const replay = await look({ client, path, stop });
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

/** How it stands, or how it ended by a signal. Waits where the platform is away for a moment. */
async function look({ client, path, stop }: Omit<Following, "json">): Promise<Replay | null> {
  const { answer } = platformApi.getReplay;
  const giveUp = performance.now() + patience;
  let isLost = false;
  for (;;) {
    try {
      const { replay } = await client.ask(stop.came() ? "DELETE" : "GET", path, { answer });
      if (isLost) printAside("Connected again.");
      return replay;
    } catch (error) {
      if (!(error instanceof PassingError) || stop.came() || performance.now() > giveUp) throw error;
      if (!isLost) printAside("The connection was lost; trying again.");
      isLost = true;
      await Promise.race([wait(error.retryAfter), stop.first]);
    }
  }
}

function replayLine({ state, played, total, skipped, detail }: Replay): string {
  const signs = { running: "…", done: paint("✓", "green"), stopped: "■", failed: paint("✗", "red") };
  const refused = skipped === 0 ? "" : `, ${skipped} refused ones left out`;
  return `${signs[state]} Played ${played} of ${counted(total, "event")}${refused}${detail === undefined ? "" : `: ${visible(detail)}`}.`;
}
