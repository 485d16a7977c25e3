import { createStore } from "zustand/vanilla";
import type { Space } from "../../core/space.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { everyPage } from "../api/every-page.ts";

/** Every Space that the caller may see, by name. */
export interface SpacesState {
  readonly spaces: readonly Space[];
  readonly loaded: boolean;
  readonly problem: string | null;
}

export const createSpacesStore = () =>
  createStore<SpacesState>(() => ({ spaces: [], loaded: false, problem: null }));
export type SpacesStore = ReturnType<typeof createSpacesStore>;

const byName = (spaces: readonly Space[]) => [...spaces].sort((a, b) => a.name.localeCompare(b.name));

/** Loads all Spaces. */
export async function loadSpaces(store: SpacesStore, client: ApiClient): Promise<void> {
  try {
    const spaces = await everyPage((cursor) => client.call("listSpaces", { query: { limit: 200, cursor } }));
    store.setState({ spaces: byName(spaces), loaded: true, problem: null });
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Creates a Space and lists it. @throws ApiProblem with the reason, e.g. that the key is taken. */
export async function createSpace(
  store: SpacesStore,
  client: ApiClient,
  input: { readonly orgId: string; readonly name: string },
): Promise<Space> {
  const made = await client.call("createSpace", { body: input });
  keepSpace(store, made);
  return made;
}

/** Changes a Space. @throws ApiProblem with the reason; what is shown stays as it was. */
export async function changeSpace(
  store: SpacesStore,
  client: ApiClient,
  space: Space,
  change: { readonly name?: string; readonly allowedOrigins?: string[] },
): Promise<Space> {
  const changed = await client.call("updateSpace", { params: { spaceId: space.id }, body: change });
  keepSpace(store, changed);
  return changed;
}

/** Deletes a Space with everything in it. @throws ApiProblem with the reason */
export async function deleteSpace(store: SpacesStore, client: ApiClient, { id }: Space): Promise<void> {
  await client.call("deleteSpace", { params: { spaceId: id } });
  store.setState({ spaces: store.getState().spaces.filter((one) => one.id !== id) });
}

function keepSpace(store: SpacesStore, space: Space): void {
  const others = store.getState().spaces.filter((one) => one.id !== space.id);
  store.setState({ spaces: byName([...others, space]) });
}
