import { createStore } from "zustand/vanilla";
import type { Settings, StoredSettings } from "../../core/settings.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";

/** Settings of the whole workspace. */
export interface SettingsState {
  readonly settings: Settings | null;
  readonly problem: string | null;
}

export const createSettingsStore = () =>
  createStore<SettingsState>(() => ({ settings: null, problem: null }));
export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Loads the settings; a failure keeps what is shown and says why. */
export async function loadSettings(store: SettingsStore, client: ApiClient): Promise<void> {
  try {
    store.setState({ settings: await client.call("getSettings"), problem: null });
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Shows a change at once and takes it back, with the reason, when the server refuses it. */
export async function changeSettings(
  store: SettingsStore,
  client: ApiClient,
  change: Partial<StoredSettings>,
): Promise<void> {
  const before = store.getState().settings;
  if (before === null) return;
  store.setState({ settings: { ...before, ...change }, problem: null });
  try {
    store.setState({ settings: await client.call("updateSettings", { body: change }) });
  } catch (error) {
    store.setState({ settings: before, problem: inWords(error) });
  }
}
