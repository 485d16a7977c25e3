import { useLocation } from "wouter";
import { consoleCommand, consoleCommandIds } from "../../core/console-commands.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { recordTitle } from "../events/replay/replay-words.ts";
import { useRunningRecording } from "../events/replay/use-recordings.ts";
import { useConsole } from "../page/console-context.ts";
import type { PageName } from "../page/pages.ts";
import { sectionCommand, settingsSectionNames } from "../page/settings-sections.ts";
import { blockedFor } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { type Command, runWhenOffered } from "../stores/commands-store.ts";

/** What other pages do, from any page: goes there, and does it. */
export function useElsewhereCommands(): Command[] {
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
