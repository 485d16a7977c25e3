import { createStore } from "zustand/vanilla";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { EnvironmentStats } from "../../core/space.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";

/** One environment of one Space: what every page is about. */
export interface Place {
  readonly spaceId: string;
  readonly environment: EnvironmentKey;
}

/** The figures of the place on screen. `place` says whose they are, so that no other's are ever shown. */
export interface StatsState {
  readonly place: string | null;
  readonly stats: EnvironmentStats | null;
  /** How many users and visitors there are. */
  readonly people: number | null;
  /** Why the figures could not be read the last time; null where they could. */
  readonly problem: string | null;
}

export const createStatsStore = () =>
  createStore<StatsState>(() => ({ place: null, stats: null, people: null, problem: null }));
export type StatsStore = ReturnType<typeof createStatsStore>;

export const placeKey = ({ spaceId, environment }: Place): string => `${spaceId}/${environment}`;

/** Asks for the figures once. An answer that comes after the place has changed is dropped. */
export async function refreshStats(store: StatsStore, client: ApiClient, place: Place): Promise<void> {
  const key = placeKey(place);
  if (store.getState().place !== key)
    store.setState({ place: key, stats: null, people: null, problem: null });
  try {
    const params = { spaceId: place.spaceId, envKey: place.environment };
    const stats = await client.call("getStats", { params });
    if (store.getState().place === key) store.setState({ stats, problem: null });
  } catch (error) {
    // The last figures stay.
    if (store.getState().place === key) store.setState({ problem: inWords(error) });
  }
}

/** Counts the people of the place on screen. */
export async function refreshPeople(store: StatsStore, client: ApiClient, place: Place): Promise<void> {
  try {
    const params = { spaceId: place.spaceId, envKey: place.environment };
    const { users, visitors } = await client.call("countUsers", { params });
    if (store.getState().place === placeKey(place)) store.setState({ people: users + visitors });
  } catch {
    // The last count stays.
  }
}

const settledSeconds = 5;

/** Events a second now: the mean of the last five whole seconds. `rate` is oldest first, one entry a second. */
export function currentRate(rate: readonly number[]): number {
  const last = rate.slice(-settledSeconds);
  return last.length === 0 ? 0 : last.reduce((sum, one) => sum + one, 0) / last.length;
}
