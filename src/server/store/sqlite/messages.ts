import type { EventSource } from "../../../core/event.ts";
import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { EventLog, PublicationHistory, RuleTimes, Store, Users } from "../ports.ts";
import type { Log, OpenedDb } from "./schema.ts";

/** A method of a port, as a message and its answer. */
type Message<Method> = Method extends (ask: infer Ask) => Promise<infer Answer>
  ? { readonly ask: Ask; readonly answer: Answer }
  : never;

/** What the writer does: each job is one step of a transaction that it shares with the jobs that came at the same time. */
export interface Jobs {
  readonly append: Message<EventLog["append"]>;
  readonly startSession: Message<Users["startSession"]>;
  readonly saveUser: Message<Users["save"]>;
  readonly importUsers: Message<Users["import"]>;
  readonly deleteUser: Message<Users["delete"]>;
  readonly setSelectors: Message<
    (
      wanted: Parameters<RuleTimes["count"]>[0] & { readonly environments: readonly EnvironmentKey[] },
    ) => Promise<void>
  >;
  readonly recordPublications: Message<PublicationHistory["record"]>;
  readonly dropSpace: Message<Store["dropSpace"]>;
  readonly prune: Message<Store["prune"]>;
}
export type JobName = keyof Jobs;

/** What the readers answer. */
export interface Queries {
  readonly eventsBefore: Message<EventLog["before"]>;
  readonly eventsAfter: Message<EventLog["after"]>;
  readonly eventCounts: Message<EventLog["counts"]>;
  readonly lastSequences: Message<EventLog["last"]>;
  readonly user: Message<Users["find"]>;
  readonly users: Message<Users["list"]>;
  readonly session: Message<Users["session"]>;
  readonly ruleTimes: Message<RuleTimes["times"]>;
  readonly countedEvents: Message<RuleTimes["events"]>;
  readonly selectorMark: Message<RuleTimes["keptThrough"]>;
  readonly publications: Message<PublicationHistory["list"]>;
  readonly publication: Message<PublicationHistory["find"]>;
  readonly latestVersion: Message<PublicationHistory["latestVersion"]>;
  readonly figures: Message<Store["figures"]>;
  readonly damage: { readonly ask: null; readonly answer: string | null };
  /**
   * Moves what the log holds into the file, beside the writer. Gives how many pages the log holds, and how many of them were
   * moved.
   */
  readonly moveLog: { readonly ask: null; readonly answer: Log };
  /** Events that `seen_through` has not passed, and when the first of them was received, in ms UTC. */
  readonly behind: {
    readonly ask: null;
    readonly answer: { readonly events: number; readonly since: number | null };
  };
}
export type QueryName = keyof Queries;

/** The order in which sources are numbered in the store; append only. */
const sources: readonly EventSource[] = ["sdk", "segment", "ofrep", "replay", "simulator"];
export const sourceNumber = (source: EventSource): number => sources.indexOf(source);
export const sourceOf = (number: number): EventSource => sources[number] ?? "sdk";

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
  | { readonly type: "copy"; readonly to: string }
  /** Moves what is left in the log into the file, so that the log begins anew. */
  | { readonly type: "moveLog" }
  | { readonly type: "close" };
export type FromWriter =
  | { readonly type: "opened"; readonly opened: OpenedDb }
  | { readonly type: "open-failed"; readonly message: string }
  | { readonly type: "worked"; readonly answers: readonly unknown[] }
  /** The transaction was rolled back whole. */
  | { readonly type: "failed"; readonly message: string }
  /** `failed`: why not; null where it was copied. */
  | { readonly type: "copied"; readonly failed: string | null }
  | { readonly type: "closed" };

export type ToReader =
  | { readonly type: "open"; readonly path: string }
  /** Some `AskedQuery` as JSON, for the same reason. */
  | { readonly type: "ask"; readonly asked: string }
  | { readonly type: "close" };
export type FromReader =
  /** Some `AnsweredQuery` as JSON. */
  { readonly type: "answered"; readonly answers: string } | { readonly type: "closed" };

export interface AskedQuery {
  readonly id: number;
  readonly name: QueryName;
  readonly query: unknown;
}
/** `failed`: why there is no answer. */
export type AnsweredQuery = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly failed: string }
);
