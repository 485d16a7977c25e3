import { type Event, pairsMetadata } from "../../core/event.ts";
import { type EventRecord, sourceNumbers } from "../store/messages.ts";

/** A stored event as the API tells it. */
export function eventView(record: EventRecord): Event {
  const pairs = record.pairs === null ? [] : (JSON.parse(record.pairs) as [string, string][]);
  const { person } = record;
  return {
    id: record.id ?? "",
    sequence: record.sequence,
    name: record.name ?? "",
    time: new Date(record.time).toISOString(),
    receivedAt: new Date(record.receivedAt).toISOString(),
    ...(person === null ? {} : person.kind === "known" ? { userId: person.id } : { anonymousId: person.id }),
    ...(record.session === null ? {} : { sessionId: record.session }),
    ...(record.experience === null ? {} : { experienceId: record.experience }),
    metadata: pairsMetadata(pairs.map(([key, value]) => ({ key, value }))),
    source: sourceNumbers[record.source] ?? "sdk",
    ...(record.sdkName === null ? {} : { sdk: { name: record.sdkName, version: record.sdkVersion ?? "" } }),
    status: record.problem === null ? "accepted" : "rejected",
    ...(record.problem === null ? {} : { problem: record.problem }),
    ...(record.original === null ? {} : { original: JSON.parse(record.original) as unknown }),
  };
}
