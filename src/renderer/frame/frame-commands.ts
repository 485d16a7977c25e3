import { useLocation, useSearch } from "wouter";
import { type ConsoleCommandId, consoleCommand } from "../../core/console-commands.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { type PageName, pagePath, pages, pageTitles } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";
import { densities, setDensity, setTheme, themes } from "../stores/appearance-store.ts";
import type { Command } from "../stores/commands-store.ts";
import { say } from "../stores/toasts-store.ts";
import { useCollectionCommands } from "./use-collection-commands.ts";
import { useElsewhereCommands } from "./use-elsewhere-commands.ts";

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

interface Overlays {
  /** Opens it, with something typed already. */
  readonly palette: (typed?: string) => void;
  readonly keys: () => void;
}

/** What can be done from every page. */
export function useFrameCommands(open: Overlays): Command[] {
  return [
    ...usePageCommands(),
    ...useElsewhereCommands(),
    ...useCollectionCommands(),
    ...useEnvironmentCommands(),
    ...useLookCommands(),
    ...helpCommands(open),
  ];
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
  const chosen = themes.map((theme) => around(`theme/${theme}`, () => setTheme(appearance, theme)));
  return [
    ...chosen,
    ...densities.map((density) => around(`density/${density}`, () => setDensity(appearance, density))),
  ];
}

const helpCommands = (open: Overlays): Command[] => [
  { ...around("palette", () => open.palette()), keys: "mod+k", keysOnly: true },
  { ...around("keys", open.keys), keys: "?" },
  {
    id: "docs",
    title: "Open the API reference",
    group: "Help",
    run: () => window.open("/docs", "_blank", "noopener"),
  },
  // Where no Collection is open, its palette asks which.
  { ...around("publish", () => open.palette("publish ")), keysOnly: true, elsewhere: true },
];

/** A command of the frame itself. */
function around(id: ConsoleCommandId, run: () => void): Command {
  const { title, group, keywords = [] } = consoleCommand(id);
  return { id, title, group, keywords, run };
}
