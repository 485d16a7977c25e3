import type { EnvironmentKey } from "../../core/primitives.ts";

/** One environment of one Space: what every page is about. */
export interface Place {
  readonly spaceId: string;
  readonly environment: EnvironmentKey;
}

/** As routes below an environment name it. */
export const paramsOf = ({ spaceId, environment }: Place) => ({ spaceId, envKey: environment });

export const placeKey = ({ spaceId, environment }: Place): string => `${spaceId}/${environment}`;

/** One of each place, made when it is first wanted. */
export function byPlace<T>(make: (place: Place) => T): (place: Place) => T {
  const all = new Map<string, T>();
  return (place) => {
    const key = placeKey(place);
    const one = all.get(key) ?? make(place);
    all.set(key, one);
    return one;
  };
}
