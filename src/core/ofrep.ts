import type { State } from "./state.ts";

/**
 * The OpenFeature Remote Evaluation Protocol, version 0.3: the open standard of github.com/open-feature/protocol
 * (service/openapi.yaml, and ADR 8 there for event streams). Any OpenFeature SDK speaks it.
 */
export const ofrepErrorCodes = [
  "PARSE_ERROR",
  "INVALID_CONTEXT",
  "TARGETING_KEY_MISSING",
  "FLAG_NOT_FOUND",
  "GENERAL",
] as const;
export type OfrepErrorCode = (typeof ofrepErrorCodes)[number];

/** OpenFeature's word for the reason of a state. */
export const ofrepReasons = {
  targeting: "TARGETING_MATCH",
  schedule: "TARGETING_MATCH",
  rollout: "SPLIT",
  default: "DEFAULT",
  disabled: "DISABLED",
} as const satisfies Readonly<Record<State["reason"], string>>;
type OfrepReason = (typeof ofrepReasons)[State["reason"]];

/** A boolean, string, number or object; a list counts as an object. Never null. */
export type FlagValue = NonNullable<State["data"][string]>;

export type FlagMetadata = Readonly<Record<string, string | number | boolean>>;

interface FlagSuccess {
  readonly key: string;
  readonly value: FlagValue;
  readonly reason: OfrepReason;
  /** The scenario's name. */
  readonly variant: string;
  readonly metadata: FlagMetadata;
}

interface FlagFailure {
  readonly key: string;
  readonly errorCode: OfrepErrorCode;
  readonly errorDetails: string;
}

export type FlagAnswer = FlagSuccess | FlagFailure;

/** Where a client hears that it should ask again. */
interface EventStreamAddress {
  readonly type: "sse";
  readonly url: string;
  /** Seconds after which a client that nobody looks at should hang up. */
  readonly inactivityDelaySec: number;
}

export interface BulkAnswer {
  readonly flags: readonly FlagAnswer[];
  readonly eventStreams: readonly EventStreamAddress[];
  readonly metadata: FlagMetadata;
}

/** The data of a message on an event stream: what is served may have changed, so ask again. */
export interface RefetchMessage {
  readonly type: "refetchEvaluation";
  /** Names this change; a client hands it back as `flagConfigEtag`. */
  readonly etag: string;
  /** Seconds since 1970 UTC. */
  readonly lastModified: number;
}
