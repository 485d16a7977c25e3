import type { EventPair } from "../../core/event.ts";
import type { PersonRef } from "../../core/refs.ts";
import type { RecordingRef, Recordings } from "../store/ports.ts";

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
export type Recording = Readonly<Tally>;

/** Writes a recording down, as it comes. @throws whatever the events do; what was written by then is there */
export async function writeRecording(
  recordings: Recordings,
  ref: RecordingRef,
  events: RecordedEvents,
): Promise<Recording> {
  const tally: Tally = {
    total: 0,
    skipped: 0,
    firstReceived: Number.POSITIVE_INFINITY,
    lastReceived: Number.NEGATIVE_INFINITY,
    earliest: Number.POSITIVE_INFINITY,
    latest: Number.NEGATIVE_INFINITY,
    longestId: 0,
  };
  let waiting: string[] = [];
  let size = 0;
  const write = async () => {
    if (waiting.length > 0) await recordings.add(ref, tally.total - waiting.length, waiting);
    waiting = [];
    size = 0;
  };
  for await (const event of events) {
    count(tally, event);
    if (event === null) continue;
    const line = JSON.stringify(event);
    waiting.push(line);
    size += line.length;
    if (size >= writtenAtOnce) await write();
  }
  await write();
  return tally;
}

function count(tally: Tally, event: Recorded | null): void {
  if (event === null) {
    tally.skipped += 1;
    return;
  }
  if (tally.total === 0) tally.firstReceived = event.receivedAt;
  tally.total += 1;
  tally.lastReceived = Math.max(tally.lastReceived, event.receivedAt);
  tally.earliest = Math.min(tally.earliest, event.time);
  tally.latest = Math.max(tally.latest, event.time);
  tally.longestId = Math.max(tally.longestId, event.person.id.length, event.sessionId?.length ?? 0);
}
