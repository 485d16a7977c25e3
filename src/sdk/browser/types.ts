/** Any JSON value: what a property of that type is. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** What one Experience or Section is served: on or off, its data, and for a Section its children in order. */
export interface FallbackState {
  readonly enabled: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly children?: readonly { readonly id: string; readonly typeId: string }[];
}

/** What production served when the code was generated: used until the first answer, offline and without a key. */
export interface Fallbacks {
  /** The Space's key. */
  readonly space: string;
  readonly revision: number;
  /** By the id of the Experience or Section. */
  readonly states: Readonly<Record<string, FallbackState>>;
}

/** One fact about a user. A date is sent as text, e.g. `2026-11-20T14:32:06.240Z`. */
export type FieldValue = string | number | boolean | Date | readonly (string | number | boolean | Date)[];

/** Facts about the user, by name; null removes one that was set before. */
export type Fields = Readonly<Record<string, FieldValue | null>>;

/** One key and value of an event: 1 to 64, and 0 to 256 characters. */
export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Up to three pairs that say more about an event. */
export interface Metadata {
  readonly pair1?: Pair;
  readonly pair2?: Pair;
  readonly pair3?: Pair;
}

/** With `userId` (1 to 200 characters): the known-user flow. Without, or null: the anonymous flow. */
export interface StartOptions {
  readonly userId?: string | null | undefined;
  readonly fields?: Fields | undefined;
}

/**
 * `idle` before `start`, `starting` until the first answer, then `ready`. `fallback`: no answer in time, or none at all;
 * a late one still makes it `ready`.
 */
export type SessionStatus = "idle" | "starting" | "ready" | "fallback";

/** Which Experience, Section or Collection it is. `key`: "<collection>", or "<collection>.<experience or section>". */
export interface Definition {
  readonly id: string;
  readonly key: string;
}
