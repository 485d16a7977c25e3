import { createStore } from "zustand/vanilla";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Environment } from "../../core/space.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";

/** The three environments of each Space that was opened, by the Space's id. */
export interface EnvironmentsState {
  readonly bySpace: Readonly<Record<string, readonly Environment[]>>;
  readonly problem: string | null;
}

export const createEnvironmentsStore = () =>
  createStore<EnvironmentsState>(() => ({ bySpace: {}, problem: null }));
export type EnvironmentsStore = ReturnType<typeof createEnvironmentsStore>;

/** Loads a Space's environments with their keys and revisions. A failure keeps what is known. */
export async function loadEnvironments(
  store: EnvironmentsStore,
  client: ApiClient,
  spaceId: string,
): Promise<void> {
  try {
    const { data } = await client.call("listEnvironments", { params: { spaceId } });
    keep(store, spaceId, data);
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Makes a new API key; the old one works for `graceSeconds` more. @throws ApiProblem with the reason. */
export async function rotateApiKey(
  store: EnvironmentsStore,
  client: ApiClient,
  place: { readonly spaceId: string; readonly environment: EnvironmentKey },
  graceSeconds: number,
): Promise<Environment> {
  const params = { spaceId: place.spaceId, envKey: place.environment };
  const rotated = await client.call("rotateApiKey", { params, body: { graceSeconds } });
  const all = store.getState().bySpace[place.spaceId] ?? [];
  keep(
    store,
    place.spaceId,
    all.map((one) => (one.key === rotated.key ? rotated : one)),
  );
  return rotated;
}

function keep(store: EnvironmentsStore, spaceId: string, environments: readonly Environment[]): void {
  const { bySpace } = store.getState();
  store.setState({ bySpace: { ...bySpace, [spaceId]: environments }, problem: null });
}
