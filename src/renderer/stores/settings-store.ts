import { createStore } from "zustand/vanilla";
import type { Settings, SettingsPatch, StoredSettings } from "../../core/settings.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import type { Removals } from "./removals.ts";

/** Settings of the whole workspace. */
export interface SettingsState {
  readonly settings: Settings | null;
  /** The GitHub client is gone as far as anybody sees, until the undo has run out. */
  readonly withoutGitHub: boolean;
  readonly problem: string | null;
}

export const createSettingsStore = () =>
  createStore<SettingsState>(() => ({ settings: null, withoutGitHub: false, problem: null }));
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

/** Changes settings, and shows them when they are saved. @throws ApiProblem with the reason */
export async function saveSettings(
  store: SettingsStore,
  client: ApiClient,
  change: SettingsPatch,
): Promise<void> {
  store.setState({ settings: await client.call("updateSettings", { body: change }), problem: null });
}

const githubRemoval = "github-client";

/** Offers GitHub at the sign-in page by another client; a removal that can be undone still is over with that. */
export async function offerGitHub(
  store: SettingsStore,
  removals: Removals,
  client: ApiClient,
  github: SettingsPatch["github"],
): Promise<void> {
  removals.undo(githubRemoval);
  await saveSettings(store, client, { github });
}

/** Offers GitHub no longer when its undo has run out: its secret could not be brought back. */
export function removeGitHub(store: SettingsStore, removals: Removals, client: ApiClient): void {
  removals.offer({
    key: githubRemoval,
    said: "GitHub is no longer offered",
    refused: "GitHub is still offered.",
    hide: (on) => store.setState({ withoutGitHub: on }),
    remove: (options) => client.call("updateSettings", { body: { github: null }, ...options }),
    drop: () => {
      const { settings } = store.getState();
      if (settings !== null) store.setState({ settings: { ...settings, github: null } });
    },
  });
}
