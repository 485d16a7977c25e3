import { readHistory } from "../events/event-history.ts";
import type { EventQuery, StoredEvent } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import type { Recorded } from "./replay-recording.ts";

/** The kept events that match and are there now, as a recording. */
export async function* recordedHistory(store: Store, filter: EventQuery): AsyncGenerator<Recorded | null> {
  for await (const page of readHistory(store, filter)) for (const record of page) yield recordedOf(record);
}

function recordedOf(record: StoredEvent): Recorded | null {
  const { receivedAt, name, time, person, sessionId, experienceId, pairs, problem } = record;
  if (problem !== null || name === null || person === null) return null;
  return {
    receivedAt,
    name,
    time,
    person,
    sessionId,
    experienceId,
    pairs: (JSON.parse(pairs ?? "[]") as [string, string][]).map(([key, value]) => ({ key, value })),
  };
}
