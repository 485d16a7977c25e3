import { createStore } from "zustand/vanilla";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** public/theme.js reads the same entry before the first paint. */
const entry = "understudy:theme";

export interface ThemeState {
  readonly theme: Theme;
}

const stored = (): Theme => themes.find((theme) => theme === localStorage.getItem(entry)) ?? "system";

export const createThemeStore = () => createStore<ThemeState>(() => ({ theme: stored() }));
export type ThemeStore = ReturnType<typeof createThemeStore>;

/** Paints a theme and remembers it; `system` forgets. */
export function setTheme(store: ThemeStore, theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") {
    delete root.dataset.theme;
    localStorage.removeItem(entry);
  } else {
    root.dataset.theme = theme;
    localStorage.setItem(entry, theme);
  }
  store.setState({ theme });
}
