import { createStore } from "zustand/vanilla";
import { type Theme, themes } from "../../core/ipc-names.ts";

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
  known.find((one) => one === localStorage.getItem(entry)) ?? fallback;

export const createAppearanceStore = () =>
  createStore<AppearanceState>(() => ({
    theme: stored(entries.theme, themes, "system"),
    density: stored(entries.density, densities, "regular"),
    singleKeys: localStorage.getItem(entries.keys) !== "off",
  }));
type AppearanceStore = ReturnType<typeof createAppearanceStore>;

/** Sets an attribute of the page and remembers it; the usual value needs neither. */
function paint(attribute: "theme" | "density", value: string, usual: string): void {
  if (value === usual) {
    delete document.documentElement.dataset[attribute];
    localStorage.removeItem(entries[attribute]);
  } else {
    document.documentElement.dataset[attribute] = value;
    localStorage.setItem(entries[attribute], value);
  }
}

export function setTheme(store: AppearanceStore, theme: Theme): void {
  paint("theme", theme, "system");
  store.setState({ theme });
}

export function setDensity(store: AppearanceStore, density: Density): void {
  paint("density", density, "regular");
  store.setState({ density });
}

export function setSingleKeys(store: AppearanceStore, singleKeys: boolean): void {
  if (singleKeys) localStorage.removeItem(entries.keys);
  else localStorage.setItem(entries.keys, "off");
  store.setState({ singleKeys });
}
