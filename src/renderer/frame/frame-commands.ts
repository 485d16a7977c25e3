import { useEffect } from "react";
import { useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { type ConsoleCommandId, consoleCommand, consoleCommandIds } from "../../core/console-commands.ts";
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
import { type PageName, pages, pageTitles } from "../page/pages.ts";
import { sectionCommand, settingsSectionNames } from "../page/settings-sections.ts";
import { blockedFor } from "../page/use-commands.ts";
import { useEnvironmentSwitch, useHere, usePath } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { opened } from "../parts/use-address-query.ts";
import { densities, setDensity, setTheme } from "../stores/appearance-store.ts";
import { type Command, currentCommands, keysOf, runWhenOffered } from "../stores/commands-store.ts";
import { isPlain, KeySequence, writtenKey } from "../stores/key-sequence.ts";
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

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
/** Widgets that use letters themselves: they find an item by its first letter. A tree says itself which it used. */
const findsByLetter = "[role=menu], [role=listbox], [role=dialog]";
/** What Space presses, or turns. */
const takesSpace = "button, a, summary, [role=radio], [role=tab], [role=slider], [role=switch]";
/** What it chooses in; elsewhere it scrolls, for as long as it is held down. */
const choosesBySpace = "[role=grid], [role=treeitem], [role=option], [role^=menuitem]";

/** Runs the commands that are on offer by their keys, wherever a key has no other meaning; and has what is pressed twice in a row pressed once. */
export function useKeys(): void {
  const { commands, appearance } = useConsole();
  useEffect(() => {
    const sequence = new KeySequence();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || typedInto(event)) return;
      const { singleKeys } = appearance.getState();
      // What lies behind a dialog waits: its page, its edits, its environment.
      const isBehind = document.querySelector(".overlay > .dialog") !== null;
      // The page is no file to be saved, also where there is nothing to save.
      if (writtenKey(event) === "mod+s") event.preventDefault();
      const offered = currentCommands(commands.getState());
      const heard = isBehind ? offered.filter(({ keysOnly }) => keysOnly === true) : offered;
      const usable = heard.flatMap((command) =>
        keysOf(command)
          .filter((keys) => isUsable(command, keys, event, singleKeys))
          .map((keys) => ({ keys, command })),
      );
      const known = usable.map(({ keys }) => keys);
      const typed = sequence.press(event, known, event.timeStamp);
      const found = usable.find(({ keys }) => keys === typed);
      if (found === undefined) return;
      event.preventDefault();
      found.command.run();
    };
    document.addEventListener("keydown", swallowComposed, true);
    document.addEventListener("keydown", swallowHeld, true);
    document.addEventListener("keydown", onKey);
    const swallowSecond = secondPresses();
    document.addEventListener("click", swallowSecond, true);
    return () => {
      document.removeEventListener("click", swallowSecond, true);
      document.removeEventListener("keydown", swallowComposed, true);
      document.removeEventListener("keydown", swallowHeld, true);
      document.removeEventListener("keydown", onKey);
    };
  }, [commands, appearance]);
}

/** An input method's keys are its own: Enter takes what it offers, Escape turns it down. Safari tells of Enter by 229 alone. */
function swallowComposed(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/** What presses, chooses or takes away does so once, however long it is held down: what it did may have moved the focus on. */
function swallowHeld(event: KeyboardEvent): void {
  if (!event.repeat || !(event.target instanceof Element)) return;
  const inText = event.target.matches(event.key === "Enter" ? "textarea, [contenteditable]" : typing);
  if (inText || !["Enter", " ", "Delete", "Backspace"].includes(event.key)) return;
  if (event.key === " " && event.target.closest(`${takesSpace}, ${choosesBySpace}`) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A double click is one press where the first took away what it was on: the second is not for what lies there now. */
function secondPresses() {
  let pressed: Element | null = null;
  return (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const isGone = event.detail > 1 && pressed?.isConnected === false;
    // Not an icon in it, which may change with what it says.
    pressed = event.target.closest("button, a, [role]") ?? event.target;
    if (!isGone) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

/** Opens the blank of a sentence that a letter is typed on, with that letter. */
function typedInto(event: KeyboardEvent): boolean {
  const blank = event.target;
  if (!(blank instanceof HTMLElement) || !blank.matches(".tok[aria-haspopup]")) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}]$/u.test(event.key)) return false;
  event.preventDefault();
  const isMenu = blank.getAttribute("aria-haspopup") === "menu";
  if (isMenu) press(blank, "Enter");
  else blank.click();
  const begin = (tries: number) => {
    const field = document.activeElement;
    if (field === null || field === blank) {
      if (tries > 0) requestAnimationFrame(() => begin(tries - 1));
    } else if (isMenu) press(field, event.key);
    // The one way to type into a field that its undo and React both see.
    else document.execCommand("insertText", false, event.key);
  };
  requestAnimationFrame(() => begin(10));
  return true;
}

const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

/** Whether a command's keys mean it where this press happens. */
function isUsable(
  { local, blocked, notIn }: Command,
  keys: string,
  event: KeyboardEvent,
  singleKeys: boolean,
): boolean {
  const within = (selector: string) =>
    event.target instanceof Element && event.target.closest(selector) !== null;
  if (local === true || blocked !== undefined || (notIn !== undefined && within(notIn))) return false;
  // What Option types on a Mac is typed, and what Windows types by a character's number.
  if (keys.startsWith("alt+"))
    return (keys.endsWith(event.key) && !event.code.startsWith("Numpad")) || !within(typing);
  if (!isPlain(keys)) return true;
  if (!singleKeys || event.repeat || within(typing) || within(findsByLetter)) return false;
  return keys !== "Space" || !within(takesSpace);
}
