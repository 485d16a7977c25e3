import { createStore } from "zustand/vanilla";
import { type Theme, themes } from "../../core/ipc-names.ts";
import { browserStorage, rememberText } from "./browser-memory.ts";

export const densities = ["compact", "regular", "roomy"] as const;
export type Density = (typeof densities)[number];

/** public/theme.js reads the first two entries before the first paint. */
const entries = {
  theme: "understudy:theme",
  density: "understudy:density",
  keys: "understudy:single-keys",
} as const;

/** How the console looks and listens on this machine. */
interface AppearanceState {
  readonly theme: Theme;
  readonly density: Density;
  /** Whether keys without Ctrl or Alt do something; those who speak to their machine switch it off (WCAG 2.1.4). */
  readonly singleKeys: boolean;
}

const stored = <T extends string>(entry: string, known: readonly T[], fallback: T): T =>
  known.find((one) => one === browserStorage.getItem(entry)) ?? fallback;

const chosen = (): AppearanceState => ({
  theme: stored(entries.theme, themes, "system"),
  density: stored(entries.density, densities, "regular"),
  singleKeys: browserStorage.getItem(entries.keys) !== "off",
});

export const createAppearanceStore = () => createStore(chosen);
type AppearanceStore = ReturnType<typeof createAppearanceStore>;

/** The usual value needs no attribute of the page. */
function show(store: AppearanceStore, next: AppearanceState): void {
  const { dataset } = document.documentElement;
  if (next.theme === "system") delete dataset.theme;
  else dataset.theme = next.theme;
  if (next.density === "regular") delete dataset.density;
  else dataset.density = next.density;
  store.setState(next);
}

/** Remembers a choice; the usual one needs no entry. */
function keep(entry: string, value: string, usual: string): void {
  if (value === usual) browserStorage.removeItem(entry);
  else rememberText(browserStorage, entry, value);
}

export function setTheme(store: AppearanceStore, theme: Theme): void {
  show(store, { ...store.getState(), theme });
  keep(entries.theme, theme, "system");
}

export function setDensity(store: AppearanceStore, density: Density): void {
  show(store, { ...store.getState(), density });
  keep(entries.density, density, "regular");
}

export function setSingleKeys(store: AppearanceStore, singleKeys: boolean): void {
  store.setState({ singleKeys });
  keep(entries.keys, singleKeys ? "on" : "off", "on");
}

/** Shows what another tab chooses, too. Gives what ends that. */
export function followTabs(store: AppearanceStore): () => void {
  // Nothing of another entry: what had no room to be remembered stays.
  const look = ({ key }: StorageEvent) => {
    if (key === null || Object.values<string>(entries).includes(key)) show(store, chosen());
  };
  window.addEventListener("storage", look);
  return () => window.removeEventListener("storage", look);
}
