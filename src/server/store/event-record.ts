import type { PersonRef } from "../../core/refs.ts";
import type { EventRecord, EventRow, RejectedRow } from "./messages.ts";

/** The columns of a row tuple, in its order. */
export const eventColumns =
  "id, name, known, person, time, session, experience, pairs, source, sdk_name, sdk_version, original";
export const rejectedColumns =
  "id, name, known, person, code, detail, source, sdk_name, sdk_version, original";

const personOf = (known: number | null, id: string): PersonRef => ({
  kind: known === 1 ? "known" : "visitor",
  id,
});

/** `receivedAt` is in ms UTC. */
export function acceptedRecord(sequence: number, receivedAt: number, row: EventRow): EventRecord {
  const [id, name, known, person, time, session, experience, pairs, source, sdkName, sdkVersion, original] =
    row;
  return {
    sequence,
    id,
    name,
    person: personOf(known, person),
    time,
    receivedAt,
    session,
    experience,
    pairs,
    source,
    sdkName,
    sdkVersion,
    original,
    problem: null,
  };
}

/** A refused event's own time can't be relied on: it counts as having happened when it was received. */
export function refusedRecord(sequence: number, receivedAt: number, row: RejectedRow): EventRecord {
  const [id, name, known, person, code, detail, source, sdkName, sdkVersion, original] = row;
  return {
    sequence,
    id,
    name,
    person: person === null ? null : personOf(known, person),
    time: receivedAt,
    receivedAt,
    session: null,
    experience: null,
    pairs: null,
    source,
    sdkName,
    sdkVersion,
    original,
    problem: { code, detail },
  };
}
