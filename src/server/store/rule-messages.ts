import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { Selector } from "../../core/targeting/subject.ts";

/** A publication and what was published, as JSON text. */
export interface StoredPublication {
  readonly publication: Publication;
  readonly content: string;
}

/** Jobs for targeting; see `Jobs`. */
export interface RuleJobs {
  /** Which events rules count in a Space. New selectors are back-filled, and those that are gone removed, in the background. */
  readonly setSelectors: {
    readonly job: { readonly spaceId: string; readonly selectors: readonly Selector[] };
    readonly answer: null;
  };
  /** Adds to the history what it does not have yet; a version that it has stays as it is. */
  readonly recordPublications: {
    readonly job: {
      readonly environment: EnvironmentRef;
      readonly publications: readonly StoredPublication[];
    };
    readonly answer: null;
  };
}

/** Asks for events of one selector with `after < time <= until` (ms UTC), the `limit` newest of them by name. */
export interface CountRequest {
  readonly selector: Selector;
  readonly after: number;
  readonly until: number;
  readonly limit: number;
}

/** An event that was counted; `time` in ms UTC. */
export interface FoundEvent {
  readonly id: string;
  readonly name: string;
  readonly time: number;
}

/** Where a page of publications goes on. */
export type PublicationCursor = Pick<Publication, "publishedAt" | "version" | "environment">;

/** Questions for targeting; see `Queries`. Times are in ms UTC. */
export interface RuleQueries {
  /**
   * For each selector, the times after `since` of the person's events, ascending: of all events with sequence <=
   * `through` and of none after it. `memoryFrom`: the caller knows the events from this sequence on, and `through` need
   * not go beyond the one before it; null: it knows none.
   */
  readonly ruleTimes: {
    readonly query: {
      readonly environment: EnvironmentRef;
      readonly person: PersonRef;
      readonly selectors: readonly Selector[];
      readonly since: number;
      readonly memoryFrom: number | null;
    };
    readonly answer: { readonly through: number; readonly times: readonly (readonly number[])[] };
  };
  /** For each request, how many events there are and which, newest first. All of one moment. */
  readonly countedEvents: {
    readonly query: {
      readonly environment: EnvironmentRef;
      readonly person: PersonRef;
      readonly requests: readonly CountRequest[];
    };
    readonly answer: readonly { readonly count: number; readonly events: readonly FoundEvent[] }[];
  };
  /** The sequence through which the times of filled selectors are at hand; the last one where rules count no events. */
  readonly selectorMark: { readonly query: EnvironmentRef; readonly answer: number };
  /** A Collection's history, newest first, in one environment or (null) in all three. */
  readonly publications: {
    readonly query: {
      readonly spaceId: string;
      readonly collectionId: string;
      readonly environment: EnvironmentKey | null;
      readonly before: PublicationCursor | null;
      readonly limit: number;
    };
    readonly answer: readonly Publication[];
  };
  readonly publication: {
    readonly query: {
      readonly environment: EnvironmentRef;
      readonly collectionId: string;
      readonly version: number;
    };
    readonly answer: StoredPublication | null;
  };
  /** The highest version of a Collection in the environment; 0 where it was never published there. */
  readonly latestVersion: {
    readonly query: { readonly environment: EnvironmentRef; readonly collectionId: string };
    readonly answer: number;
  };
}
