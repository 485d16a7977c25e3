import type { EnvironmentKey } from "../../core/primitives.ts";

/** One environment of one Space: what every page is about. */
export interface Place {
  readonly spaceId: string;
  readonly environment: EnvironmentKey;
}

export const placeKey = ({ spaceId, environment }: Place): string => `${spaceId}/${environment}`;

const settledSeconds = 5;

/** Events a second now: the mean of the last five whole seconds. `rate` is oldest first, one entry a second. */
export function currentRate(rate: readonly number[]): number {
  const last = rate.slice(-settledSeconds);
  return last.length === 0 ? 0 : last.reduce((sum, one) => sum + one, 0) / last.length;
}
