import { useLocation, useSearch } from "wouter";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../app/console-context.ts";
import { type PageName, pagePath, pages, pageTitles } from "../app/pages.ts";
import { useHere } from "../app/use-here.ts";
import { setDensity, setTheme } from "../stores/appearance-store.ts";
import type { Command } from "../stores/commands-store.ts";
import { say } from "../stores/toasts-store.ts";

/** The second key of `g …`: the page's first letter where it is free. */
const pageKeys: Readonly<Record<PageName, string>> = {
  overview: "o",
  collections: "c",
  tribes: "t",
  users: "u",
  events: "e",
  preview: "v",
  personas: "p",
  code: "d",
  settings: "s",
};

/** What can be done from every page. */
export function useFrameCommands(open: {
  readonly palette: () => void;
  readonly keys: () => void;
}): Command[] {
  return [...usePageCommands(), ...useEnvironmentCommands(), ...useLookCommands(), ...helpCommands(open)];
}

function usePageCommands(): Command[] {
  const { space, environment } = useHere();
  const [, navigate] = useLocation();
  return pages.map((page) => ({
    id: `page/${page}`,
    title: `Go to ${pageTitles[page]}`,
    group: "Go to",
    keys: `g ${pageKeys[page]}`,
    run: () => navigate(pagePath({ spaceKey: space.key, environment }, page)),
  }));
}

function useEnvironmentCommands(): Command[] {
  const { space, page, below, environments } = useHere();
  const { toasts } = useConsole();
  const [, navigate] = useLocation();
  const search = useSearch();
  const switches = environmentKeys.map((key, index) => ({
    id: `environment/${key}`,
    title: `Switch to ${environmentNames[key]}`,
    group: "Environment",
    keys: `alt+${index + 1}`,
    run: () => {
      const path = pagePath({ spaceKey: space.key, environment: key }, page, ...below);
      navigate(search === "" ? path : `${path}?${search}`);
    },
  }));
  const copies = environments.map((one) => ({
    id: `copy-key/${one.key}`,
    title: `Copy the API key of ${environmentNames[one.key]}`,
    group: "Environment",
    run: () => {
      void navigator.clipboard.writeText(one.apiKey);
      say(toasts, `Copied the key of ${environmentNames[one.key]}`);
    },
  }));
  return [...switches, ...copies];
}

function useLookCommands(): Command[] {
  const { appearance } = useConsole();
  const themes = (["light", "dark", "system"] as const).map((theme) => ({
    id: `theme/${theme}`,
    title: theme === "system" ? "Use the system's theme" : `Use the ${theme} theme`,
    group: "Appearance",
    run: () => setTheme(appearance, theme),
  }));
  const densities = (["compact", "regular", "roomy"] as const).map((density) => ({
    id: `density/${density}`,
    title: `Rows ${density}`,
    group: "Appearance",
    keywords: ["density"],
    run: () => setDensity(appearance, density),
  }));
  return [...themes, ...densities];
}

const helpCommands = (open: { readonly palette: () => void; readonly keys: () => void }): Command[] => [
  {
    id: "palette",
    title: "Search or run a command",
    group: "Help",
    keys: "mod+k",
    keysOnly: true,
    run: open.palette,
  },
  { id: "keys", title: "Show the keyboard map", group: "Help", keys: "?", run: open.keys },
  {
    id: "docs",
    title: "Open the API reference",
    group: "Help",
    run: () => window.open("/docs", "_blank", "noopener"),
  },
];
