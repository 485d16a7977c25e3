import { useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { type ConsoleCommandId, consoleCommand, consoleCommandIds } from "../../core/console-commands.ts";
import { type PageName, pages, pageTitles } from "../../core/console-pages.ts";
import { themes } from "../../core/ipc-names.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { recordTitle } from "../events/replay/replay-words.ts";
import { useRunningRecording } from "../events/replay/use-recordings.ts";
import {
  historyCommand,
  makeCommand,
  type PublishCommand,
  publishCommands,
} from "../model/collection-commands.ts";
import { useConsole } from "../page/console-context.ts";
import { sectionCommand, settingsSectionNames } from "../page/settings-sections.ts";
import { blockedFor } from "../page/use-commands.ts";
import { useEnvironmentSwitch, useHere, usePath } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { opened } from "../parts/use-address-query.ts";
import { densities, setDensity, setTheme } from "../stores/appearance-store.ts";
import { type Command, runWhenOffered } from "../stores/commands-store.ts";
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
  stage: "a",
  code: "d",
  settings: "s",
};

interface Overlays {
  /** Opens it, with something typed already. */
  readonly palette: (typed?: string) => void;
  readonly keys: () => void;
  readonly find: () => void;
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
  const to = usePath();
  const [, navigate] = useLocation();
  return pages.map((page) => ({
    id: `page/${page}`,
    title: `Go to ${pageTitles[page]}`,
    group: "Go to",
    keys: `g ${pageKeys[page]}`,
    run: () => navigate(to(page)),
  }));
}

function useEnvironmentCommands(): Command[] {
  const { environments } = useHere();
  const { toasts } = useConsole();
  const go = useEnvironmentSwitch();
  const switches = environmentKeys.map((key, index) => ({
    id: `environment/${key}`,
    title: `Switch to ${environmentNames[key]}`,
    group: "Environment",
    keys: `alt+${index + 1}`,
    run: () => go(key),
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
  return [
    ...themes.map((theme) => around(`theme/${theme}`, () => setTheme(appearance, theme))),
    ...densities.map((density) => around(`density/${density}`, () => setDensity(appearance, density))),
  ];
}

const helpCommands = (open: Overlays): Command[] => [
  { ...around("palette", () => open.palette()), keys: "mod+k", keysOnly: true },
  around("find", open.find),
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

/** What each Collection's page does, from any page: publish it, promote it, look at its history, put something into it. */
function useCollectionCommands(): Command[] {
  const { commands, collections } = useConsole();
  const here = useHere();
  const [, navigate] = useLocation();
  const blocked = blockedFor(here, "editor");
  const to = usePath();
  const open = ({ key }: Collection, query: string, step?: { readonly state: unknown }) =>
    navigate(`${to("collections", key)}${query}`, step);
  const ask = (one: Collection, { source, to: into }: PublishCommand) => {
    if (source === null) return open(one, "?unpublish=1");
    if (into === here.environment) return open(one, `?publish=${source}`);
    // A promotion that is given up leads back to where it was asked.
    return open(one, `?publish=${source}&to=${into}`, { state: opened });
  };
  const elsewhere = { elsewhere: true, searched: true };
  const edits = { ...elsewhere, ...(blocked !== null && { blocked }) };
  return (useList(collections) ?? []).flatMap((one): Command[] => {
    const { publish, others } = publishCommands(one, here.environment);
    return [
      ...[publish, ...others].map((command) => {
        const { source: _, to: __, ...words } = command;
        return { ...words, ...edits, run: () => ask(one, command) };
      }),
      { ...historyCommand(one), ...elsewhere, run: () => open(one, "?tab=history") },
      ...(["Experience", "Section"] as const).map((noun) => {
        const command = makeCommand(`New ${noun} in ${one.name}`);
        const run = () => {
          open(one, "");
          runWhenOffered(commands, command.id);
        };
        return { ...command, ...edits, run };
      }),
    ];
  });
}

/** What other pages do, from any page: goes there, and does it. */
function useElsewhereCommands(): Command[] {
  const { commands } = useConsole();
  const here = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const recording = useRunningRecording() !== null;
  const lead = (page: PageName, command: Omit<Command, "run">): Command => ({
    ...command,
    elsewhere: true,
    run: () => {
      navigate(to(page));
      runWhenOffered(commands, command.id);
    },
  });
  const acts = consoleCommandIds.flatMap((id) => {
    const { page, needs, title, ...words } = consoleCommand(id);
    if (page === null) return [];
    const blocked = blockedFor(here, needs);
    const own = id === "events/record" ? recordTitle(recording) : title;
    return [lead(page, { id, title: own, ...words, ...(blocked !== null && { blocked }) })];
  });
  const isDesktop = desktopBridge() !== null;
  const sections = settingsSectionNames.filter((name) => name !== "desktop" || isDesktop);
  return [...acts, ...sections.map((name) => lead("settings", sectionCommand(name)))];
}
