import { readHistory } from "../events/event-history.ts";
import type { EventStore } from "../store/event-store.ts";
import type { EventQuery, EventRecord } from "../store/messages.ts";
import type { Recorded } from "./replay-recording.ts";

/** The kept events that match and are there now, as a recording. */
export async function* recordedHistory(
  store: EventStore,
  filter: EventQuery,
): AsyncGenerator<Recorded | null> {
  for await (const page of readHistory(store, filter)) for (const record of page) yield recordedOf(record);
}

function recordedOf(record: EventRecord): Recorded | null {
  const { receivedAt, name, time, person, session, experience, pairs, problem } = record;
  if (problem !== null || name === null || person === null) return null;
  return {
    receivedAt,
    name,
    time,
    person,
    sessionId: session,
    experienceId: experience,
    pairs: (JSON.parse(pairs ?? "[]") as [string, string][]).map(([key, value]) => ({ key, value })),
  };
}
