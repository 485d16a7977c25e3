import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { etagOf } from "../../core/etag.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { useFresh, useList } from "../app/use-list.ts";
import { type PersonaRuns, runsQuery } from "./persona-runs.ts";

/** How soon a change of the model by somebody else is seen, in ms. */
const lookEvery = 4000;

export interface RunningPersonas {
  readonly runs: PersonaRuns;
  readonly running: boolean;
  /** Why they could not be run the last time; the results before stay. */
  readonly problem: string | null;
  readonly runAll: () => void;
}

/** The last run of the Space's personas; run anew when the page opens and after every change of the model. */
export function usePersonaRuns(): RunningPersonas {
  const console = useConsole();
  const { space } = useHere();
  const { data, isFetching, error, refetch } = useQuery(runsQuery(console, space.id, useVersion()));
  const last = useRef<PersonaRuns>({});
  if (data !== undefined) last.current = data;
  return {
    runs: last.current,
    running: isFetching,
    problem: error && inWords(error),
    runAll: () => void refetch(),
  };
}

/** Changes with anything that a run could come out otherwise by; null until all of it is loaded. */
function useVersion(): string | null {
  const { personas, tribes, collections, types } = useConsole();
  const { space, environments } = useHere();
  useFresh(personas.query(space.id), lookEvery);
  useFresh(tribes.query(space.id), lookEvery);
  useFresh(collections.query(space.id), lookEvery);
  useFresh(types.query(space.id), lookEvery);
  const model = [useList(personas), useList(tribes), useList(collections), useList(types)];
  const revisions = environments.map(({ revision }) => revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is the same object while it says the same.
  return useMemo(
    () => (model.every((list) => list !== null) ? etagOf([model, revisions]) : null),
    [...model, environments],
  );
}
