import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Explanation } from "../../core/explanation.ts";
import { inWords } from "../api/api-problem.ts";
import type { Place } from "../api/place.ts";
import type { RouteKey } from "../api/queries.ts";
import { usePlace } from "../page/use-here.ts";
import { useLong } from "../parts/use-time.ts";

/** How long a change elsewhere may take to show, in ms. */
const every = 2500;

interface Decided {
  /** One side for each way of deciding, e.g. draft and published. */
  readonly sides: readonly Explanation[];
  /** Experiences, Sections and Tribes that came out otherwise than in the answer before, which was of the same subject. */
  readonly changed: ReadonlySet<string>;
}

export interface Explained extends Pick<Decided, "changed"> {
  /** Null until the first answer; between two subjects the old ones stay until the new ones come. */
  readonly sides: Decided["sides"] | null;
  /** They are of the subject before, and have been for a moment. */
  readonly isOld: boolean;
  readonly problem: string | null;
  readonly reload: () => Promise<unknown>;
}

type Ask = (signal: AbortSignal) => Promise<readonly Explanation[]>;

const nothing: ReadonlySet<string> = new Set();

/** Decisions about a subject; the same object while they are the same, and only their time is another. */
export const explainedQuery = (place: Place, subject: string, ask: Ask) =>
  queryOptions<Decided, Error, Decided, RouteKey>({
    queryKey: ["explain", { params: place, subject }],
    queryFn: async ({ signal }) => ({ sides: await ask(signal), changed: nothing }),
    structuralSharing: (before, after) =>
      before === undefined ? after : withChanges(before as Decided, after as Decided),
    // What somebody once typed to be decided is not asked for again.
    gcTime: 0,
  });

/** Decisions that stay fresh by themselves: asked for at once, again when `subject` changes, and every few seconds. */
export function useExplained(subject: string, ask: Ask): Explained {
  const query = useQuery({
    ...explainedQuery(usePlace(), subject, ask),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
  return {
    sides: query.data?.sides ?? null,
    isOld: useLong(query.isPlaceholderData),
    changed: query.isPlaceholderData ? nothing : (query.data?.changed ?? nothing),
    problem: query.error && inWords(query.error),
    reload: query.refetch,
  };
}

function withChanges(before: Decided, after: Decided): Decided {
  if (decided(before.sides) === decided(after.sides)) return before;
  return { ...after, changed: changedIds(before.sides, after.sides) };
}

const decided = (sides: readonly Explanation[]): string =>
  JSON.stringify(sides.map(({ user, tribes, experiences }) => [user, tribes, experiences]));

/** The ids of what came out otherwise. */
export const changedIds = (
  before: readonly Explanation[],
  after: readonly Explanation[],
): ReadonlySet<string> =>
  new Set(
    after.flatMap((side, index) => {
      const known = outcomes(before[index]);
      return [...outcomes(side)].filter(([id, outcome]) => known.get(id) !== outcome).map(([id]) => id);
    }),
  );

/** What came out, without the reasons. */
const outcomes = (side: Explanation | undefined): ReadonlyMap<string, string> =>
  new Map([
    ...(side?.tribes ?? []).map(({ id, matched }) => [id, String(matched)] as const),
    ...(side?.experiences ?? []).map(
      ({ id, enabled, data, children, scenario }) =>
        [id, JSON.stringify([enabled, data, children, scenario.id])] as const,
    ),
  ]);
