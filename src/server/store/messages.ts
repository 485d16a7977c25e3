import type { EventSource } from "../../core/event.ts";
import type { EventProblemCode } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { Device, DeviceFacts } from "../../core/session.ts";
import type { User, UserFields, UserFieldsPatch, UserKind, UserSort } from "../../core/user.ts";
import type { RuleJobs, RuleQueries } from "./rule-messages.ts";
import type { OpenedDb } from "./schema.ts";

/** An accepted event on its way to the writer: one flat row, because that crosses threads cheaply. */
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

export type RejectedRow = readonly [
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

export type StoredItem =
  | { readonly kind: "event"; readonly row: EventRow }
  | { readonly kind: "refused"; readonly row: RejectedRow }
  | { readonly kind: "identify"; readonly person: PersonRef; readonly fields: UserFieldsPatch };

/** What the writer does: each job is one step of a transaction that it shares with the jobs that came at the same time. */
export interface Jobs extends RuleJobs {
  /** Answers each item's sequence in its environment; 0 for a duplicate and for an identify. */
  readonly ingest: {
    readonly job: {
      readonly environment: EnvironmentRef;
      readonly receivedAt: number;
      readonly items: readonly StoredItem[];
    };
    readonly answer: readonly number[];
  };
  readonly startSession: { readonly job: NewSession; readonly answer: User };
  readonly saveUser: { readonly job: SaveUser; readonly answer: SavedUser };
  readonly importUsers: {
    readonly job: {
      readonly environment: EnvironmentRef;
      readonly at: number;
      readonly users: readonly ImportedUser[];
    };
    readonly answer: { readonly created: number; readonly updated: number };
  };
  readonly deleteUser: {
    readonly job: {
      readonly environment: EnvironmentRef;
      readonly person: PersonRef;
      readonly ifMatch: string | null;
    };
    readonly answer: "deleted" | "not-found" | "stale";
  };
  readonly dropSpace: { readonly job: { readonly spaceId: string }; readonly answer: null };
  readonly prune: {
    readonly job: { readonly before: number };
    readonly answer: { readonly removed: number; readonly more: boolean };
  };
}

export type JobName = keyof Jobs;
export type JobOf<N extends JobName> = Jobs[N]["job"];
export type AnswerOf<N extends JobName> = Jobs[N]["answer"];

export interface NewSession {
  readonly environment: EnvironmentRef;
  readonly id: string;
  readonly person: PersonRef;
  readonly anonymousId: string | null;
  readonly fields: UserFieldsPatch;
  readonly at: number;
  readonly sdk: { readonly name: string; readonly version: string };
  readonly device: Device;
}

/** `create` refuses an existing user, `replace` makes or replaces one, `merge` changes an existing one. */
export interface SaveUser {
  readonly environment: EnvironmentRef;
  readonly mode: "create" | "replace" | "merge";
  readonly person: PersonRef;
  readonly fields?: UserFieldsPatch | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly at: number;
  readonly ifMatch: string | null;
}
export type SavedUser =
  | { readonly outcome: "created" | "updated"; readonly user: User }
  | { readonly outcome: "exists" | "not-found" | "stale" };

export interface ImportedUser {
  readonly kind: UserKind;
  readonly id: string;
  readonly fields: UserFields;
  /** Left out: a user who is there already keeps theirs. */
  readonly labels?: readonly string[] | undefined;
}

export interface StoredSession {
  readonly id: string;
  readonly environment: EnvironmentRef;
  readonly person: PersonRef;
  readonly startedAt: number;
  readonly sdk: { readonly name: string; readonly version: string };
  readonly device: DeviceFacts;
}

/** `group` and a name that ends in `/*` are the same thing by the time a query is asked. */
export interface EventQuery {
  readonly environment: EnvironmentRef;
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly person?: PersonRef | undefined;
  readonly session?: string | undefined;
  readonly experience?: string | undefined;
  readonly sdk?: string | undefined;
  /** As `sourceNumbers` counts them. */
  readonly source?: number | undefined;
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
  readonly where: readonly (readonly [key: string, value: string])[];
  readonly status?: "accepted" | "rejected" | undefined;
}

/** An event as it lies in the store, rejected or not. */
export interface EventRecord {
  readonly sequence: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly person: PersonRef | null;
  readonly time: number;
  readonly receivedAt: number;
  readonly session: string | null;
  readonly experience: string | null;
  readonly pairs: string | null;
  readonly source: number;
  readonly sdkName: string | null;
  readonly sdkVersion: string | null;
  readonly original: string | null;
  readonly problem: { readonly code: EventProblemCode; readonly detail: string } | null;
}

/** Newest first. */
export interface EventsBefore {
  readonly events: readonly EventRecord[];
  /** All from this sequence on has been searched; 0 where nothing older is left. A long search is answered in parts. */
  readonly searched: number;
  /** When the event at `searched` was received, in ms UTC; null where nothing older is left. */
  readonly searchedAt: number | null;
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

export interface StoredStats {
  readonly events: number;
  readonly rejected: number;
  readonly users: number;
  readonly visitors: number;
  readonly lastSequence: number;
  readonly lastEvent: EventRecord | null;
}

/** What the reader answers. */
export interface Queries extends RuleQueries {
  readonly eventsBefore: {
    readonly query: { readonly filter: EventQuery; readonly before: number; readonly limit: number };
    /** Fewer where they are large. */
    readonly answer: EventsBefore;
  };
  readonly eventCounts: { readonly query: EventCountsQuery; readonly answer: EventCounts };
  /** In order of arrival. `through` is the sequence up to which this answer is complete. */
  readonly eventsAfter: {
    readonly query: {
      readonly filter: EventQuery;
      readonly after: number;
      readonly limit: number;
      /** Characters that the events may have together; `answerSize` where it is left out. */
      readonly size?: number;
    };
    readonly answer: { readonly events: readonly EventRecord[]; readonly through: number };
  };
  /** What SQLite finds wrong with the file; null: nothing. */
  readonly damage: { readonly query: null; readonly answer: string | null };
  /** Events that `seen_through` has not passed, and when the first of them was received, in ms UTC. */
  readonly behind: {
    readonly query: null;
    readonly answer: { readonly events: number; readonly since: number | null };
  };
  readonly stats: { readonly query: EnvironmentRef; readonly answer: StoredStats };
  readonly user: {
    readonly query: {
      readonly environment: EnvironmentRef;
      readonly id: string;
      readonly kind: UserKind | null;
    };
    readonly answer: User | null;
  };
  readonly users: { readonly query: UsersQuery; readonly answer: UsersFound };
  readonly session: { readonly query: string; readonly answer: StoredSession | null };
}
export type QueryName = keyof Queries;

export interface UsersQuery {
  readonly environment: EnvironmentRef;
  readonly kind: UserKind | null;
  readonly q: string | null;
  readonly label: string | null;
  readonly after: UserPlace | null;
  readonly limit: number;
  /** Left out: by id, upwards. */
  readonly sort?: UserSort;
}

/** Fewer than the limit where they are large, or hard to find: more may follow `through`, unless it is null. */
export interface UsersFound {
  readonly users: readonly User[];
  /** Characters of their fields and labels. */
  readonly size: number;
  readonly through: UserPlace | null;
}

/** Characters that the rows of one answer may have, so that a page of large ones fits into every heap. */
export const answerSize = 4 * 1024 * 1024;

/** Where a page of users ends. `time` is what it is sorted by, in ms UTC; null where there is none, or it is by id. */
export interface UserPlace extends PersonRef {
  readonly time: number | null;
}

/** The order in which sources are numbered in the store; append only. */
export const sourceNumbers: readonly EventSource[] = ["sdk", "segment", "ofrep", "replay", "simulator"];

/** A job on its way to the writer. */
export interface NamedJob {
  readonly name: JobName;
  readonly job: unknown;
}

export type ToWriter =
  /** `mayMake`: whether it is made where there is none. */
  | { readonly type: "open"; readonly path: string; readonly mayMake: boolean }
  /** The jobs as JSON: one string crosses threads at half the cost of the many small values that it holds. */
  | { readonly type: "work"; readonly jobs: string }
  | { readonly type: "close" };
export type FromWriter =
  | { readonly type: "opened"; readonly opened: OpenedDb }
  | { readonly type: "open-failed"; readonly message: string }
  | { readonly type: "worked"; readonly answers: readonly unknown[] }
  /** The transaction was rolled back whole. */
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "closed" };

export type ToReader =
  | { readonly type: "open"; readonly path: string }
  | { readonly type: "ask"; readonly id: number; readonly name: QueryName; readonly query: unknown }
  | { readonly type: "close" };
export type FromReader =
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "closed" };
