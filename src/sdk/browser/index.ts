export { Client, type ClientOptions } from "./client.ts";
export { Collection } from "./collection.ts";
export { Experience } from "./experience.ts";
export { Section } from "./section.ts";
export { Session } from "./session.ts";
export type {
  Definition,
  FallbackState,
  Fallbacks,
  Fields,
  FieldValue,
  JsonValue,
  Metadata,
  Pair,
  SessionStatus,
  StartOptions,
} from "./types.ts";
export { sdk } from "./version.ts";
