import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { etagOf } from "../../core/etag.ts";
import { useConsole } from "../app/console-context.ts";
import type { Console } from "../app/create-console.ts";
import { useHere } from "../app/use-here.ts";
import { useList } from "../app/use-list.ts";
import { usePoll } from "../app/use-poll.ts";
import { PersonaRuns, type PersonaRunsState } from "./persona-runs.ts";

const kept = new WeakMap<Console, Map<string, PersonaRuns>>();

function runsOf(console: Console, spaceId: string): PersonaRuns {
  const all = kept.get(console) ?? new Map<string, PersonaRuns>();
  kept.set(console, all);
  const runs = all.get(spaceId) ?? new PersonaRuns(console.client, console.removals, spaceId);
  all.set(spaceId, runs);
  return runs;
}

const lookEvery = 4000;

/** Changes with anything that a run could come out otherwise by; null until all of it is loaded. */
function useVersion([personas, tribes, collections, types]: readonly (readonly object[] | null)[]) {
  const { environments } = useHere();
  return useMemo(() => {
    const model = [personas, tribes, collections, types];
    const revisions = environments.map(({ revision }) => revision);
    return model.every((list) => list !== null) ? etagOf([model, revisions]) : null;
  }, [personas, tribes, collections, types, environments]);
}

/** The last run of the Space's personas; run anew when the page opens and after every change of the model. */
export function usePersonaRuns(): PersonaRunsState & { readonly runAll: () => void } {
  const console = useConsole();
  const { space } = useHere();
  const { personas, tribes, collections, types } = console;
  const version = useVersion([useList(personas), useList(tribes), useList(collections), useList(types)]);
  const runs = runsOf(console, space.id);
  useEffect(() => {
    if (version !== null) void runs.run();
  }, [runs, version]);
  usePoll(
    async () => {
      await Promise.all([personas, tribes, collections, types].map((list) => list.load(space.id)));
    },
    lookEvery,
    space.id,
  );
  return { ...useStore(runs.store), runAll: () => void runs.run() };
}
