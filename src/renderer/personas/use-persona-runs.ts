import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { etagOf } from "../../core/etag.ts";
import type { ContentChoice } from "../../core/explanation.ts";
import type { PersonaRun } from "../../core/persona-run.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { inWords } from "../api/api-problem.ts";
import type { RouteKey } from "../api/queries.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useEnvironmentsProblem } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { useFresh, useList } from "../page/use-list.ts";
import { useRested } from "../parts/use-time.ts";

/** How long the model rests before personas are run by it, in ms: an edit is rarely the last. */
const restsFor = 500;

/** How soon a change of the model by somebody else is seen, in ms. */
const lookEvery = 4000;

export interface RunningPersonas {
  readonly runs: PersonaRuns;
  readonly running: boolean;
  /** When the last run came in, in ms; 0 before the first. */
  readonly at: number;
  /** Why they could not be run the last time; the results before stay. */
  readonly problem: string | null;
  readonly runAll: () => void;
}

/** The last run of one persona with the reasons, or of all without; run anew when the page opens and after changes of the model. */
export function usePersonaRuns(only: string | null = null): RunningPersonas {
  const console = useConsole();
  const { space } = useHere();
  const last = useRef<PersonaRuns>({});
  const version = useVersion();
  const rested = useRested(version, restsFor);
  const isFirst = Object.keys(last.current).length === 0;
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery(
    runsQuery(console, space.id, { only, version: isFirst ? version : (rested ?? version) }),
  );
  if (data !== undefined) last.current = data;
  return {
    runs: last.current,
    running: isFetching,
    at: dataUpdatedAt,
    problem: error && inWords(error),
    // Pressed again while they run, it is the same run.
    runAll: () => void refetch({ cancelRefetch: false }),
  };
}

/** Changes with everything that a run depends on; null until all of it is loaded, and where there is nobody to run. */
function useVersion(): string | null {
  const { personas, tribes, collections, types } = useConsole();
  const { space, environments } = useHere();
  useFresh(personas.query(space.id), lookEvery);
  useFresh(tribes.query(space.id), lookEvery);
  useFresh(collections.query(space.id), lookEvery);
  useFresh(types.query(space.id), lookEvery);
  const listed = useList(personas);
  const model = [listed, useList(tribes), useList(collections), useList(types)];
  const revisions = environments.map(({ revision }) => revision);
  // Where what is served can't be known, they are run all the same.
  const isServedKnown = useEnvironmentsProblem() !== null || revisions.length > 0;
  const isRun = isServedKnown && listed?.length !== 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is the same object while it says the same.
  return useMemo(
    () => (isRun && model.every((list) => list !== null) ? etagOf([model, revisions]) : null),
    [...model, environments, isRun],
  );
}

/** Where personas are run: the draft, which no environment changes, and what each environment serves. */
export const runPlaces = ["draft", ...environmentKeys] as const;
export type RunPlace = (typeof runPlaces)[number];

export type OnePersonaRun = PersonaRun["personas"][number];

/** The last run of a Space's personas in each place. */
type PersonaRuns = Readonly<Partial<Record<RunPlace, PersonaRun>>>;

const choiceOf = (place: RunPlace): { environment: EnvironmentKey; content: ContentChoice } =>
  place === "draft"
    ? { environment: "development", content: "draft" }
    : { environment: place, content: "published" };

/** Runs them everywhere, without what is being deleted; once for each version of the model, and when it is told to. */
export const runsQuery = (
  { client, removals }: Pick<Console, "client" | "removals">,
  spaceId: string,
  { only, version }: { readonly only: string | null; readonly version: string | null },
) =>
  queryOptions({
    queryKey: ["runPersonas", { params: { spaceId }, only, version }] as RouteKey,
    queryFn: async ({ signal }): Promise<PersonaRuns> => {
      await removals.settle(spaceId);
      const runs = await Promise.all(
        runPlaces.map(async (place) => {
          const reasons = only === null ? ("none" as const) : ("all" as const);
          const input = {
            params: { spaceId },
            query: { ...choiceOf(place), reasons },
            body: only === null ? {} : { personas: [only] },
            signal,
          };
          return [place, await client.call("runPersonas", input)] as const;
        }),
      );
      return Object.fromEntries(runs);
    },
    enabled: version !== null,
    refetchOnWindowFocus: false,
  });

/** One persona's result in a place; undefined before the first run, and of one that is newer than it. */
export const runOf = (runs: PersonaRuns, place: RunPlace, id: string): OnePersonaRun | undefined =>
  runs[place]?.personas.find((one) => one.id === id);
