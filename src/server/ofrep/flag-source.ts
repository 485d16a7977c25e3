import type { State } from "../../core/state.ts";
import type { Item } from "../../core/targeting/decision.ts";
import type { FieldValue } from "../../core/user.ts";
import type { EnvironmentRef, PersonRef } from "../ingest/ingest-types.ts";

/** For whom flags are evaluated: a stored user, with what the caller adds for this evaluation only. */
export interface FlagContext {
  /** The userId; null for a visitor without an id. */
  readonly targetingKey: string | null;
  /** Lie over the stored user's fields. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly platform: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
}

export interface DecidedItem {
  readonly item: Item;
  readonly state: State;
  /** A bucket decided it, or would: without a targeting key there is none. */
  readonly needsKey: boolean;
}

export interface Flags {
  readonly revision: number;
  /** In the order of items. */
  readonly decided: readonly DecidedItem[];
}

/** What the flag routes need of the platform: decisions, and word of changes. */
export interface FlagSource {
  flags(environment: EnvironmentRef, context: FlagContext): Promise<Flags>;
  /**
   * Calls back whenever something in the environment may have changed what somebody is served, with that person, or null
   * where it may be anybody; returns the way to stop.
   */
  onChange(environment: EnvironmentRef, listener: (person: PersonRef | null) => void): () => void;
}
