import type { EventProblemCode } from "../../../core/problem.ts";
import type { PersonRef } from "../../../core/refs.ts";
import type { SdkProperties } from "../../../core/session.ts";
import type { StoredEvent } from "../events.ts";
import { sourceOf } from "./messages.ts";

/** The columns that an event is read from, and their row. */
export const eventColumns =
  "id, name, known, person, time, session, experience, pairs, source, sdk_name, sdk_version, original";
export const rejectedColumns =
  "id, name, known, person, code, detail, source, sdk_name, sdk_version, original";
export type EventRow = readonly [
  id: string,
  name: string,
  known: 0 | 1,
  person: string,
  time: number,
  session: string | null,
  experience: string | null,
  pairs: string | null,
  source: number,
  sdkName: string | null,
  sdkVersion: string | null,
  original: string | null,
];
type RejectedRow = readonly [
  id: string | null,
  name: string | null,
  known: 0 | 1 | null,
  person: string | null,
  code: EventProblemCode,
  detail: string,
  source: number,
  sdkName: string | null,
  sdkVersion: string | null,
  original: string | null,
];

export const knownOf = ({ kind }: PersonRef): 0 | 1 => (kind === "known" ? 1 : 0);
const personOf = (known: number | null, id: string): PersonRef => ({
  kind: known === 1 ? "known" : "visitor",
  id,
});
const sdkOf = (name: string | null, version: string | null): SdkProperties | null =>
  name === null ? null : { name, version: version ?? "" };

export function acceptedEvent(sequence: number, receivedAt: number, row: EventRow): StoredEvent {
  const [id, name, known, person, time, session, experience, pairs, source, sdkName, sdkVersion, original] =
    row;
  return {
    sequence,
    receivedAt,
    id,
    name,
    person: personOf(known, person),
    time,
    sessionId: session,
    experienceId: experience,
    pairs,
    source: sourceOf(source),
    sdk: sdkOf(sdkName, sdkVersion),
    original,
    problem: null,
  };
}

export function refusedEvent(sequence: number, receivedAt: number, row: RejectedRow): StoredEvent {
  const [id, name, known, person, code, detail, source, sdkName, sdkVersion, original] = row;
  return {
    sequence,
    receivedAt,
    id,
    name,
    person: person === null ? null : personOf(known, person),
    time: receivedAt,
    sessionId: null,
    experienceId: null,
    pairs: null,
    source: sourceOf(source),
    sdk: sdkOf(sdkName, sdkVersion),
    original,
    problem: { code, detail },
  };
}

/** Stands for an event that can't be read, so that all others are shown. */
export const damagedEvent = (sequence: number, receivedAt: number): StoredEvent => ({
  sequence,
  receivedAt,
  id: null,
  name: null,
  person: null,
  time: receivedAt,
  sessionId: null,
  experienceId: null,
  pairs: null,
  source: "sdk",
  sdk: null,
  original: null,
  problem: {
    code: "invalid-event",
    detail: `Event ${sequence} is damaged in .understudy/data.db and can't be read. Restore an older backup (understudy restore), or go on without it.`,
  },
});
