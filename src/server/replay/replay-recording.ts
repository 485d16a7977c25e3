import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { EventPair } from "../../core/event.ts";
import { Problem } from "../../core/problem.ts";
import type { PersonRef } from "../../core/refs.ts";
import { linesOf } from "../http/body-lines.ts";

/** In characters. */
const writtenAtOnce = 65_536;

/** What a replay needs of an event. Times are in ms since 1970 UTC. */
export interface Recorded {
  readonly receivedAt: number;
  readonly name: string;
  readonly time: number;
  readonly person: PersonRef;
  readonly sessionId: string | null;
  readonly experienceId: string | null;
  readonly pairs: readonly EventPair[];
}

/** What is recorded, in order of arrival; null for an event that was refused when it came. */
export type RecordedEvents = AsyncIterable<Recorded | null>;

/** What is known of a recording once all of it has been read. Times are in ms since 1970 UTC; of none, they are infinite. */
interface Tally {
  total: number;
  skipped: number;
  firstReceived: number;
  /** The latest, which is not the last one's where the clock was set back. */
  lastReceived: number;
  earliest: number;
  latest: number;
  /** Of the people's and sessions' ids, in characters. */
  longestId: number;
}

/** A recording in a file of its own: whatever becomes of what was recorded, the replay has it. */
export interface Recording extends Readonly<Tally> {
  readonly path: string;
}

/**
 * Writes a recording down, as it comes, into a file that only its owner can read.
 *
 * @throws whatever the events do, and Problem storage-failed where the disk does not take them; no file is left then
 */
export async function writeRecording(path: string, events: RecordedEvents): Promise<Recording> {
  const tally: Tally = {
    total: 0,
    skipped: 0,
    firstReceived: Number.POSITIVE_INFINITY,
    lastReceived: Number.NEGATIVE_INFINITY,
    earliest: Number.POSITIVE_INFINITY,
    latest: Number.NEGATIVE_INFINITY,
    longestId: 0,
  };
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeLines(path, counted(events, tally));
  } catch (error) {
    await removeRecording(path);
    throw isOfDisk(error) ? notKept(error) : error;
  }
  return { ...tally, path };
}

/** What can't be removed now goes with the next start. */
export const removeRecording = (path: string): Promise<void> =>
  rm(path, { force: true }).catch(() => undefined);

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    let waiting = "";
    for await (const line of lines) {
      waiting += line;
      if (waiting.length < writtenAtOnce) continue;
      await file.appendFile(waiting);
      waiting = "";
    }
    await file.appendFile(waiting);
  } finally {
    await file.close();
  }
}

/** Its events, as they are asked for. */
export async function* readRecording(path: string): AsyncGenerator<Recorded> {
  for await (const line of linesOf(createReadStream(path)))
    if (line !== "") yield JSON.parse(line) as Recorded;
}

async function* counted(events: RecordedEvents, tally: Tally): AsyncGenerator<string> {
  for await (const event of events) {
    if (event === null) {
      tally.skipped += 1;
      continue;
    }
    if (tally.total === 0) tally.firstReceived = event.receivedAt;
    tally.total += 1;
    tally.lastReceived = Math.max(tally.lastReceived, event.receivedAt);
    tally.earliest = Math.min(tally.earliest, event.time);
    tally.latest = Math.max(tally.latest, event.time);
    tally.longestId = Math.max(tally.longestId, event.person.id.length, event.sessionId?.length ?? 0);
    yield `${JSON.stringify(event)}\n`;
  }
}

const isOfDisk = (error: unknown): error is Error => error instanceof Error && "syscall" in error;

const notKept = (cause: Error): Problem =>
  new Problem("storage-failed", `The recording could not be written down to play it: ${cause.message}`, {
    cause,
    headers: { "Retry-After": "5" },
  });
