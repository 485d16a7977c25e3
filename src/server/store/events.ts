import type { EventPair, EventSource } from "../../core/event.ts";
import type { EventProblemCode } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { SdkProperties } from "../../core/session.ts";
import type { UserFieldsPatch } from "../../core/user.ts";

/**
 * An event that has passed validation. `time` is in ms since 1970 UTC, already corrected for the sender's clock. (As it was
 * sent it is core's `EventInput`, as it is stored a `StoredEvent`.)
 */
export interface NewEvent {
  readonly id: string;
  readonly name: string;
  readonly time: number;
  readonly person: PersonRef;
  readonly sessionId: string | null;
  readonly experienceId: string | null;
  readonly pairs: readonly EventPair[];
  readonly source: EventSource;
  readonly sdk: SdkProperties | null;
  /** The event as received, where it was mapped from another protocol; undefined where it came in our own. */
  readonly original?: unknown;
}

/** An event that was refused: what could be read of it, why, and the thing itself. */
export interface RefusedEvent {
  readonly id: string;
  readonly name: string | null;
  readonly person: PersonRef | null;
  readonly code: EventProblemCode;
  readonly detail: string;
  readonly source: EventSource;
  readonly sdk: SdkProperties | null;
  readonly original: unknown;
}

/** What a request asks the store to keep, in order. `fields`: what else it says of its person; where the event is kept already, nothing. */
export type IngestItem =
  | { readonly kind: "event"; readonly event: NewEvent; readonly fields?: UserFieldsPatch }
  | { readonly kind: "refused"; readonly event: RefusedEvent };

/** An event as the log has it, accepted or refused. Times are in ms UTC. */
export interface StoredEvent {
  /** Its place in the log of its environment: 1, 2, 3 in the order of arrival, without a gap. */
  readonly sequence: number;
  readonly receivedAt: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly person: PersonRef | null;
  /** The time that a refused event gives can't be relied on: it counts as having happened when it was received. */
  readonly time: number;
  readonly sessionId: string | null;
  readonly experienceId: string | null;
  /** `[[key, value], …]` as JSON, for most who read it only pass it on; null where there are none. */
  readonly pairs: string | null;
  readonly source: EventSource;
  readonly sdk: SdkProperties | null;
  /** As JSON; null where it came in our own protocol. */
  readonly original: string | null;
  /** Why it was refused; null where it was accepted. */
  readonly problem: { readonly code: EventProblemCode; readonly detail: string } | null;
}

/**
 * An item as the log has it, once its sequence is known; null for what was there already. Of one literal, since it is made for each
 * event: put together by spreading it would take 3 kB in place of 150 bytes.
 */
export function storedEvent(item: IngestItem, sequence: number, receivedAt: number): StoredEvent | null {
  if (sequence === 0) return null;
  const { event } = item;
  const accepted = item.kind === "event" ? item.event : null;
  const refused = item.kind === "refused" ? item.event : null;
  return {
    sequence,
    receivedAt,
    id: event.id,
    name: event.name,
    person: event.person,
    time: accepted === null ? receivedAt : Math.round(accepted.time),
    sessionId: accepted?.sessionId ?? null,
    experienceId: accepted?.experienceId ?? null,
    pairs: accepted && pairsText(accepted.pairs),
    source: event.source,
    sdk: event.sdk,
    original: event.original === undefined ? null : (JSON.stringify(event.original) ?? "null"),
    problem: refused && { code: refused.code, detail: refused.detail },
  };
}

export const pairsText = (pairs: NewEvent["pairs"]): string | null =>
  pairs.length === 0 ? null : JSON.stringify(pairs.map(({ key, value }) => [key, value]));

type MetadataPair = readonly [key: string, value: string];

/** Which events are meant. A group and a name that ends in `/*` are the same thing by the time a query is asked. */
export interface EventQuery {
  readonly environment: EnvironmentRef;
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly person?: PersonRef | undefined;
  readonly session?: string | undefined;
  readonly experience?: string | undefined;
  readonly sdk?: string | undefined;
  readonly source?: EventSource | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Text in the name, person, session or pairs. */
  readonly q?: string | undefined;
  readonly id?: string | undefined;
  readonly sequence?: number | undefined;
  /** Only what came after this sequence. */
  readonly after?: number | undefined;
  /** Only what came before this sequence. */
  readonly before?: number | undefined;
  /** All of these, each of which may be any of some pairs. */
  readonly where: readonly (readonly MetadataPair[])[];
  readonly status?: "accepted" | "rejected" | undefined;
}

/** Newest first. */
export interface EventsBefore {
  readonly events: readonly StoredEvent[];
  /** Everything from this sequence on has been searched; 0 where nothing older is left. A long search is answered in parts. */
  readonly searched: number;
  /** When the event at `searched` was received, in ms UTC; null where nothing older is left. */
  readonly searchedAt: number | null;
}

/** In order of arrival. `through` is the sequence up to which this answer is complete. */
export interface EventsAfter {
  readonly events: readonly StoredEvent[];
  readonly through: number;
}

/** Matching events by buckets of `step` ms from `from` (both ms UTC), of a stretch of the history that ends at `through`. */
export interface EventCountsQuery {
  readonly filter: EventQuery;
  readonly from: number;
  readonly step: number;
  /** Null: from the newest on. */
  readonly through: number | null;
}
export interface EventCounts {
  readonly accepted: readonly (readonly [bucket: number, count: number])[];
  readonly rejected: readonly (readonly [bucket: number, count: number])[];
  /** The sequence that this stretch ends with, and the one that the next, older one ends with (0: there is none). */
  readonly through: number;
  readonly older: number;
}
