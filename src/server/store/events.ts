import type { EventPair, EventSource } from "../../core/event.ts";
import type { EventProblemCode } from "../../core/problem.ts";
import type { PersonRef } from "../../core/refs.ts";
import type { SdkProperties } from "../../core/session.ts";
import type { UserFieldsPatch } from "../../core/user.ts";

/** An event that has passed validation. `time` is in ms since 1970 UTC, already corrected for the sender's clock. */
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
  readonly id: string | null;
  readonly name: string | null;
  readonly person: PersonRef | null;
  readonly code: EventProblemCode;
  readonly detail: string;
  readonly source: EventSource;
  readonly sdk: SdkProperties | null;
  readonly original: unknown;
}

/** What a request asks the store to keep, in order. */
export type IngestItem =
  | { readonly kind: "event"; readonly event: NewEvent }
  | { readonly kind: "refused"; readonly event: RefusedEvent }
  | { readonly kind: "identify"; readonly person: PersonRef; readonly fields: UserFieldsPatch };
