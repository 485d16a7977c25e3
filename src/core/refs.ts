import type { EnvironmentKey } from "./primitives.ts";
import type { UserKind } from "./user.ts";

/** One environment of one Space. */
export interface EnvironmentRef {
  readonly spaceId: string;
  readonly environment: EnvironmentKey;
}

/** A person of one environment: known by `userId`, or a visitor by `anonymousId`. */
export interface PersonRef {
  readonly kind: UserKind;
  readonly id: string;
}

/** Names an environment in a map: all of a Space's begin with its id and a slash. */
export const environmentName = ({ spaceId, environment }: EnvironmentRef): string =>
  `${spaceId}/${environment}`;

/** The environment of such a name. */
export function environmentNamed(name: string): EnvironmentRef {
  const at = name.lastIndexOf("/");
  return { spaceId: name.slice(0, at), environment: name.slice(at + 1) as EnvironmentKey };
}

/** Names a person of an environment in a map. */
export const personKey = ({ kind, id }: PersonRef): string => `${kind === "known" ? "u" : "v"}${id}`;
