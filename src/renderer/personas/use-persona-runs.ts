import { useEffect } from "react";
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
  const runs = all.get(spaceId) ?? new PersonaRuns(console.client, spaceId);
  all.set(spaceId, runs);
  return runs;
}

const lookEvery = 4000;

/** The last run of the Space's personas; run anew when the page opens and after every change of the model. */
export function usePersonaRuns(): PersonaRunsState & { readonly runAll: () => void } {
  const console = useConsole();
  const { space, environments } = useHere();
  const { personas, tribes, collections, types } = console;
  const model = [useList(personas), useList(tribes), useList(collections), useList(types)];
  const revisions = environments.map(({ revision }) => revision);
  const isLoaded = model.every((list) => list !== null);
  const version = isLoaded ? etagOf([model, revisions]) : null;
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
