import type { Precondition } from "../../core/precondition.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { Device, DeviceFacts, SdkProperties } from "../../core/session.ts";
import type { Status } from "../../core/settings.ts";
import type { Selector } from "../../core/targeting/subject.ts";
import type { User, UserFields, UserFieldsPatch, UserKind, UserSort } from "../../core/user.ts";
import type {
  EventCounts,
  EventCountsQuery,
  EventQuery,
  EventsAfter,
  EventsBefore,
  IngestItem,
  StoredEvent,
} from "./events.ts";
import type { PeopleScans } from "./people-scans.ts";

/**
 * What the product asks of storage, in its own words. Whoever implements it knows nothing of HTTP, and nobody else knows how
 * it stores. Every question and every change may throw the problems `busy` (too much waits: come again) and `storage-failed`.
 * A change resolves once it is durable. Times are in ms UTC.
 */
export interface Store {
  /**
   * Names the history that its sequences belong to: a restore changes it, so that a sequence from before is not taken for one
   * of now. Empty where there was none.
   */
  readonly epoch: string;
  readonly log: EventLog;
  readonly users: Users;
  readonly rules: RuleTimes;
  readonly publications: PublicationHistory;
  readonly people: PeopleScans;
  figures(environment: EnvironmentRef): Promise<Figures>;
  /** One step of forgetting what was received before a time, and what dropped Spaces held; `more` where another step is due. */
  prune(before: number): Promise<Pruned>;
  /** A Space's events, users and history are out of reach at once; `prune` removes them. */
  dropSpace(spaceId: string): Promise<void>;
  /** Whether it can be written, and what waits for it. */
  health(): Pick<Status["store"], "state" | "waiting">;
  /** How far lists of users, reach and `lastSeenAt` are behind the log, at a time of the platform clock. */
  behind(now: number): Promise<{ events: number; seconds: number }>;
  /** Whether it takes changes, as far as it can tell without one: a database may be a replica, or set to read-only. */
  takesChanges(): Promise<boolean>;
  /** What is wrong with what is stored, found by reading all of it; null where nothing is. */
  damage(): Promise<string | null>;
  /** Resolves with the reason once nothing can be stored any more. */
  readonly failed: Promise<string>;
  /** Its one file, where it has one: it can be copied, or replaced by another. */
  readonly file?: StoreFile;
  /** Where several servers share it: work that one of them begins and any of them goes on with. */
  readonly shared?: SharedWork;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** `more`: another step is due; `elsewhere`: another server does this as long as it lives. */
export interface Pruned {
  readonly removed: number;
  readonly more: boolean;
  readonly elsewhere?: boolean;
}

export interface SharedWork {
  readonly passing: PassingNotes;
  readonly recordings: Recordings;
  /** Takes what only one server may have at a time. Null where another one has it; it loses it after 6 s without `keep`. */
  lease(name: string): Promise<Lease | null>;
  /** The time for all of its servers, whose own clocks may differ: the database's, in ms since 1970 UTC. */
  now(): number;
}

export interface Lease {
  /** Prolongs it. False where it has gone to somebody else. */
  keep(): Promise<boolean>;
  release(): Promise<void>;
}

/** Lines that wait to be played, apart from the log: they stay, whatever becomes of the events that were recorded. */
export interface Recordings {
  /** Adds lines. `first`: how many came before them. */
  add(recording: RecordingRef, first: number, lines: readonly string[]): Promise<void>;
  /** From line `at` on, counted from 0: as many as were added together; none after the last. */
  read(recording: RecordingRef, at: number): Promise<readonly string[]>;
  remove(recording: RecordingRef): Promise<void>;
}
export interface RecordingRef {
  readonly environment: EnvironmentRef;
  readonly id: string;
}

/** Something short-lived of a sign-in: a code, a page's step, a browser. */
export interface PassingNote {
  readonly id: string;
  readonly uid: string | null;
  readonly userCode: string | null;
  readonly grantId: string | null;
  /** In ms UTC. */
  readonly until: number;
  /** When it was used, in s UTC; null where it was not. */
  readonly consumed: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}
type NoteKey = "id" | "uid" | "userCode" | "grantId";

/** Notes that live for minutes. Their number is bounded: the one that ends first makes room. */
export interface PassingNotes {
  /** `ofUid`: how many of its kind and `uid` are kept; left out: the kind has a bound. */
  put(kind: string, note: PassingNote, ofUid?: number): Promise<void>;
  /** Gives it to one caller alone, and to nobody again. */
  take(kind: string, id: string): Promise<PassingNote | null>;
  find(kind: string, by: NoteKey, value: string): Promise<PassingNote | null>;
  /** Marks it as used; false where it was, even a moment ago, or is not there. */
  consume(kind: string, id: string, at: number): Promise<boolean>;
  remove(kind: string, by: NoteKey, value: string): Promise<void>;
}

export interface StoreFile {
  /** Which store it is; a copy is the same one. */
  readonly identity: string;
  /** Copies what is stored by now; nothing is written meanwhile. */
  copyTo(path: string): Promise<void>;
  /**
   * Does `work` while the file is closed. What is asked of the store meanwhile waits. `staysClosed` gives why nothing may be stored
   * after an error of `work`: then the store has failed; null where it opens again.
   */
  whileClosed<T>(work: () => Promise<T>, staysClosed: (error: unknown) => string | null): Promise<T>;
}

/** What happened in each environment, in the order in which it was stored. */
export interface EventLog {
  /**
   * Keeps the items, all or none. Gives the sequence of each: gapless in its environment, in commit order; 0 where an event of
   * that id is there already, and for an identify.
   */
  append(batch: EventBatch): Promise<readonly number[]>;
  /**
   * Newest first, before a sequence; a part of them where they are large, or hard to find. `gone`: aborted where nobody waits for it any
   * more, so that it is not begun.
   */
  before(
    query: {
      readonly filter: EventQuery;
      readonly before: number;
      readonly limit: number;
    },
    gone?: AbortSignal,
  ): Promise<EventsBefore>;
  /** In order of arrival, after a sequence. `size`: the characters that the events may have together. `gone`: as for `before`. */
  after(
    query: {
      readonly filter: EventQuery;
      readonly after: number;
      readonly limit: number;
      readonly size?: number;
    },
    gone?: AbortSignal,
  ): Promise<EventsAfter>;
  counts(query: EventCountsQuery): Promise<EventCounts>;
  /** The last sequence of each environment; 0 where nothing was stored yet. */
  last(environments: readonly EnvironmentRef[]): Promise<readonly number[]>;
  /** Where other servers append too: hints that there may be something to read. A hint may be missed; polling finds the rest. */
  readonly onHint?: (listener: (environment: EnvironmentRef) => void) => void;
}

export interface EventBatch {
  readonly environment: EnvironmentRef;
  readonly receivedAt: number;
  readonly items: readonly IngestItem[];
  /** `Users.import` says when its people were there, so it need not be found in the events. */
  readonly isHistory?: boolean;
}

/** The people of each environment, and their sessions. */
export interface Users {
  /** Where a user and a visitor share an id and `kind` is null: the user. */
  find(query: {
    readonly environment: EnvironmentRef;
    readonly id: string;
    readonly kind: UserKind | null;
  }): Promise<User | null>;
  list(query: UsersQuery): Promise<UsersFound>;
  save(change: SaveUser): Promise<SavedUser>;
  /** `full`: the places in the batch of those for whose fields there is no room: nothing of them is taken. */
  import(batch: UserBatch): Promise<ImportedUsers>;
  /** A deleted user stays deleted until a later event, identify or session names them again. */
  delete(query: {
    readonly environment: EnvironmentRef;
    readonly person: PersonRef;
    readonly precondition: Precondition | null;
  }): Promise<"deleted" | "not-found" | "stale">;
  /** Gives the session's person as they are then. */
  startSession(session: NewSession): Promise<User>;
  session(query: { readonly spaceId: string; readonly id: string }): Promise<StoredSession | null>;
  /** Only of a store that several servers share. */
  readonly news?: PeopleNews;
}

/** Who was changed, made or deleted, by whichever server; what they do is in the log. */
export interface PeopleNews {
  /** How many changes each environment has had. */
  marks(environments: readonly EnvironmentRef[]): Promise<readonly number[]>;
  /** Whom the changes after one mark were about, through another; null: everybody may be concerned. */
  changed(query: {
    readonly environment: EnvironmentRef;
    readonly after: number;
    readonly through: number;
  }): Promise<readonly PersonRef[] | null>;
}

/** When people did something that rules count. */
export interface RuleTimes {
  /** Which events rules count in a Space, from now on and from before. */
  count(wanted: { readonly spaceId: string; readonly selectors: readonly Selector[] }): Promise<void>;
  times(query: RuleTimesQuery): Promise<RuleTimesFound>;
  /** For each request, how many events there are and which, newest first. All of one moment. */
  events(query: {
    readonly environment: EnvironmentRef;
    readonly person: PersonRef;
    readonly requests: readonly CountRequest[];
  }): Promise<readonly { readonly count: number; readonly events: readonly FoundEvent[] }[]>;
  /** The sequence through which the times can be read without the log; the last one where rules count no events. */
  keptThrough(environment: EnvironmentRef): Promise<number>;
}

/** What was published, by environment and Collection; it only grows. */
export interface PublicationHistory {
  /** Adds what is not there yet; a version that is there stays as it is. */
  record(batch: PublicationBatch): Promise<void>;
  /**
   * A Collection's, the one made last first, in one environment or (null) in all three. Clocks can be set back: what was just made is the
   * newest, whatever its time says.
   */
  list(query: {
    readonly spaceId: string;
    readonly collectionId: string;
    readonly environment: EnvironmentKey | null;
    readonly before: PublicationCursor | null;
    readonly limit: number;
  }): Promise<readonly Publication[]>;
  find(query: {
    readonly environment: EnvironmentRef;
    readonly collectionId: string;
    readonly version: number;
  }): Promise<StoredPublication | null>;
  /** The highest version of a Collection in the environment; 0 where it was never published there. */
  latestVersion(query: {
    readonly environment: EnvironmentRef;
    readonly collectionId: string;
  }): Promise<number>;
}

export interface Figures {
  readonly events: number;
  readonly rejected: number;
  readonly users: number;
  readonly visitors: number;
  readonly lastSequence: number;
  readonly lastEvent: StoredEvent | null;
}

export interface NewSession {
  readonly environment: EnvironmentRef;
  readonly id: string;
  readonly person: PersonRef;
  readonly anonymousId: string | null;
  readonly fields: UserFieldsPatch;
  readonly at: number;
  readonly sdk: SdkProperties;
  readonly device: Device;
}

export interface StoredSession {
  readonly id: string;
  readonly environment: EnvironmentRef;
  readonly person: PersonRef;
  readonly startedAt: number;
  readonly sdk: SdkProperties;
  readonly device: DeviceFacts;
}

/** `create` refuses an existing user, `replace` makes or replaces one, `merge` changes an existing one. */
export interface SaveUser {
  readonly environment: EnvironmentRef;
  readonly mode: "create" | "replace" | "merge";
  readonly person: PersonRef;
  readonly fields?: UserFieldsPatch | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly at: number;
  readonly precondition: Precondition | null;
}
export type SavedUser =
  | { readonly outcome: "created" | "updated"; readonly user: User }
  | { readonly outcome: "exists" | "not-found" | "stale" | "full" };

export interface ImportedUsers {
  readonly created: number;
  readonly updated: number;
  readonly full: readonly number[];
}

export interface UserBatch {
  readonly environment: EnvironmentRef;
  readonly at: number;
  readonly users: readonly ImportedUser[];
}
export interface ImportedUser {
  readonly kind: UserKind;
  readonly id: string;
  readonly fields: UserFields;
  /** Left out: a user who is there already keeps theirs. */
  readonly labels?: readonly string[] | undefined;
  readonly past?: PastSessions | undefined;
}
/** Earlier visits, as a scene tells them: what is known already stays. Times in ms UTC. */
export interface PastSessions {
  readonly first: number;
  readonly last: number;
  /** How many there were at least. */
  readonly sessions: number;
  readonly device: Device;
}

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

/** Where a page of users ends. `time` is what it is sorted by, in ms UTC; null where there is none, or it is by id. */
export interface UserPlace extends PersonRef {
  readonly time: number | null;
}

/** Characters that one answer may have, so that a page of large events or users fits into every heap. */
export const answerSize = 4 * 1024 * 1024;

/** A stretch of the log that the caller knows itself, both ends included. */
export interface KnownStretch {
  readonly from: number;
  readonly through: number;
}
interface RuleTimesQuery {
  readonly environment: EnvironmentRef;
  readonly person: PersonRef;
  readonly selectors: readonly Selector[];
  readonly since: number;
  /** Null: the caller knows nothing of it. */
  readonly known: KnownStretch | null;
}
/**
 * For each selector, the times after `since` of the person's events: of those with sequence <= `through`, and of those between
 * the end of what the caller knows and `last`. What is in between the caller knows itself.
 */
export interface RuleTimesFound {
  readonly through: number;
  /** The last sequence of the environment when this was read. */
  readonly last: number;
  readonly times: readonly (readonly number[])[];
}

/** Asks for events of one selector with `after < time <= until`, the `limit` newest of them by name. */
export interface CountRequest {
  readonly selector: Selector;
  readonly after: number;
  readonly until: number;
  readonly limit: number;
}
export interface FoundEvent {
  readonly id: string;
  readonly name: string;
  readonly time: number;
}

/** A publication and what was published, as JSON text. */
export interface StoredPublication {
  readonly publication: Publication;
  readonly content: string;
}
/** Of one environment. `justMade`: behind all others of their Collections; else by their time, behind the version before. */
export interface PublicationBatch {
  readonly environment: EnvironmentRef;
  readonly publications: readonly StoredPublication[];
  readonly justMade: boolean;
}
/** The place of a publication among those of its Collection: its time in ms, or one more than that of the one it comes behind. */
export const publicationPlace = (publishedAt: string, behind: number): number =>
  Math.max(Date.parse(publishedAt), behind + 1);
/** Where a page of publications goes on: behind this one. */
export type PublicationCursor = Pick<Publication, "version" | "environment">;
