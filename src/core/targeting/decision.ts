import type { Property } from "../experience-type.ts";
import type { CountedEvent, ExplainedExperience, Why } from "../explanation.ts";
import type { State } from "../state.ts";
import type { PlacedNode } from "./compile-rule.ts";
import type { ReasonBudget } from "./explain-node.ts";
import type { EventCounts, Selector, Subject } from "./subject.ts";

/** One Experience or Section that is decided about. */
export interface Item {
  readonly id: string;
  /** `<collection>.<experience or section>`, as flags are named. */
  readonly key: string;
  readonly kind: "experience" | "section";
  /** Of its type; none for a Section. */
  readonly properties: readonly Property[];
}

/** What a person did, with the events themselves, for explanations. */
export interface EventLog extends EventCounts {
  /** Newest first, `limit` at most. */
  list(selector: string, after: number, until: number, limit: number): readonly CountedEvent[];
}
export type ExplainedSubject = Subject & { readonly events: EventLog };

/** The Tribes of a Space, compiled. Nothing in here throws. */
export interface TribeSet {
  /** Every selector that a rule names, each once. */
  readonly selectors: readonly Selector[];
  /** By selector key: lengths in ms after which an event may start or stop to count, 30 days among them. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
  /** Whether the subject is in the Tribe; false for an id that names none. */
  matches(tribeId: string, subject: Subject): boolean;
  /** Ids of the Tribes that the subject is in, in the order of the Space. */
  matching(subject: Subject): string[];
  /** `budget` is what is left of the answer that this is a part of. */
  explain(tribeId: string, subject: ExplainedSubject, budget?: ReasonBudget): Why;
  /** The rule `{"tribe": id}`, compiled, for rules beyond the Tribes to build on. */
  reference(tribeId: string): PlacedNode;
  /** From here on questions are about this subject: `ask` of a reference may be asked. */
  about(subject: Subject): void;
}

/** What an environment serves, compiled. Nothing in here throws. */
export interface Decider {
  readonly items: readonly Item[];
  /** What the subject gets of each item, in the order of `items`. The same scenario always gives the same object. */
  decide(subject: Subject): readonly State[];
  /** One item after the other: others may ask in between. */
  explain(subject: ExplainedSubject, budget?: ReasonBudget): Iterable<ExplainedExperience>;
  /** Ids of items whose state hangs on the subject's id: a rollout was asked on the way to it. */
  bucketed(subject: Subject): ReadonlySet<string>;
  /** When, after `now`, a schedule next opens or closes; null where none ever does. ms UTC. */
  nextBoundary(now: number): number | null;
}
