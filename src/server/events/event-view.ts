import { type Event, pairKeys } from "../../core/event.ts";
import type { StoredEvent } from "../store/events.ts";

/** A stored event as the API tells it. Every event of a live stream comes through here, so it builds one object in place. */
export function eventView(record: StoredEvent): Event {
  const { person } = record;
  const view: Event = {
    id: record.id ?? "",
    sequence: record.sequence,
    name: record.name ?? "",
    time: new Date(record.time).toISOString(),
    receivedAt: receivedText(record.receivedAt),
    metadata: metadataOf(record.pairs),
    source: record.source,
    status: record.problem === null ? "accepted" : "rejected",
  };
  if (person?.kind === "known") view.userId = person.id;
  if (person?.kind === "visitor") view.anonymousId = person.id;
  if (record.sessionId !== null) view.sessionId = record.sessionId;
  if (record.experienceId !== null) view.experienceId = record.experienceId;
  if (record.sdk !== null) view.sdk = record.sdk;
  if (record.problem !== null) view.problem = record.problem;
  if (record.original !== null) view.original = JSON.parse(record.original) as unknown;
  return view;
}

function metadataOf(pairs: string | null): Event["metadata"] {
  const metadata: Event["metadata"] = {};
  if (pairs === null) return metadata;
  for (const [index, [key, value]] of (JSON.parse(pairs) as [string, string][]).entries()) {
    const name = pairKeys[index];
    if (name !== undefined) metadata[name] = { key, value };
  }
  return metadata;
}

let lastReceived = Number.NaN;
let lastText = "";

/** Events arrive together, so the text of one moment serves many. */
function receivedText(ms: number): string {
  if (ms !== lastReceived) {
    lastReceived = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
