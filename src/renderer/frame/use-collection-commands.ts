import { useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { historyCommand, makeCommand, publishCommands } from "../model/collection-commands.ts";
import { useConsole } from "../page/console-context.ts";
import { pagePath } from "../page/pages.ts";
import { blockedFor } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { type Command, runWhenOffered } from "../stores/commands-store.ts";

/** What each Collection's page does, from any page: publish it, promote it, look at its history, put something into it. */
export function useCollectionCommands(): Command[] {
  const { commands, collections } = useConsole();
  const here = useHere();
  const [, navigate] = useLocation();
  const blocked = blockedFor(here, "editor");
  const open = ({ key }: Collection, query: string, environment: EnvironmentKey = here.environment) =>
    navigate(`${pagePath({ spaceKey: here.space.key, environment }, "collections", key)}${query}`);
  const elsewhere = { elsewhere: true, searched: true };
  const edits = { ...elsewhere, ...(blocked !== null && { blocked }) };
  return (useList(collections) ?? []).flatMap((one): Command[] => {
    const { publish, others } = publishCommands(one, here.environment);
    return [
      ...[publish, ...others].map(({ source, to, ...command }) => ({
        ...command,
        ...edits,
        run: () => open(one, source === null ? "?unpublish=1" : `?publish=${source}`, to),
      })),
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
