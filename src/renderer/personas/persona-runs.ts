import { queryOptions } from "@tanstack/react-query";
import type { ContentChoice } from "../../core/explanation.ts";
import type { PersonaRun } from "../../core/persona-run.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import type { RouteKey } from "../api/queries.ts";
import type { Console } from "../app/create-console.ts";

/** Where personas are run: the draft, which no environment changes, and what each environment serves. */
export const runPlaces = ["draft", ...environmentKeys] as const;
export type RunPlace = (typeof runPlaces)[number];

export type OnePersonaRun = PersonaRun["personas"][number];

/** The last run of a Space's personas in each place. */
export type PersonaRuns = Readonly<Partial<Record<RunPlace, PersonaRun>>>;

const choiceOf = (place: RunPlace): { environment: EnvironmentKey; content: ContentChoice } =>
  place === "draft"
    ? { environment: "development", content: "draft" }
    : { environment: place, content: "published" };

/** Runs all of them everywhere, without what is being deleted; once for each version of the model, and when it is told to. */
export const runsQuery = (
  { client, removals }: Pick<Console, "client" | "removals">,
  spaceId: string,
  version: string | null,
) =>
  queryOptions({
    queryKey: ["runPersonas", { params: { spaceId }, version }] as RouteKey,
    queryFn: async ({ signal }): Promise<PersonaRuns> => {
      await removals.settle(spaceId);
      const runs = await Promise.all(
        runPlaces.map(async (place) => {
          const input = { params: { spaceId }, query: choiceOf(place), body: {}, signal };
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
