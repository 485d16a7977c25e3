import type { MetadataFilter } from "../rule.ts";
import type { FieldValue, UserKind } from "../user.ts";

/** Whom a decision is for, and when. Times are in ms since 1970 UTC. */
export interface Subject {
  readonly kind: UserKind;
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly labels: readonly string[];
  readonly platform: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly createdAt: number | null;
  readonly firstSeenAt: number | null;
  readonly lastSeenAt: number | null;
  readonly sessions: number;
  readonly events: EventCounts;
  /** The time of the decision. */
  readonly now: number;
}

/**
 * Which events a rule counts, apart from when: a name and filters that all hold on one event. Rules that name the same
 * share one selector. `key` is the same text for the same selector, everywhere and always.
 */
export interface Selector {
  readonly key: string;
  readonly name: string;
  readonly where: readonly MetadataFilter[];
}

/** What a person did, as far as rules ask. */
export interface EventCounts {
  /** How many events of the selector have `after < time <= until`. */
  count(selector: string, after: number, until: number): number;
}
