import { type UseQueryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useStore } from "zustand";
import { inWords, unreadWords } from "../api/api-problem.ts";
import type { RouteKey } from "../api/queries.ts";
import type { SpaceList } from "../stores/space-list.ts";
import { useConsole } from "./console-context.ts";
import { slowly } from "./reads.ts";
import { useHere } from "./use-here.ts";

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** What of a noun is there in this Space, without what is being deleted; null until it is loaded. */
export function useList<T extends Listed>(list: SpaceList<T>): readonly T[] | null {
  const { space } = useHere();
  const { data: all } = useQuery({ ...list.query(space.id), staleTime: slowly });
  const hidden = useHidden();
  return all === undefined ? null : notHidden(all, hidden);
}

const known = new WeakMap<
  object,
  { readonly hidden: ReadonlySet<string>; readonly left: readonly unknown[] }
>();

/** A list without what is being deleted: the same for all who ask, so that what is worked out from it can be kept. */
export function notHidden<T extends { readonly id: string }>(
  all: readonly T[],
  hidden: ReadonlySet<string>,
): readonly T[] {
  const last = known.get(all);
  if (last?.hidden === hidden) return last.left as readonly T[];
  const left = all.filter(({ id }) => !hidden.has(id));
  known.set(all, { hidden, left });
  return left;
}

type Reader = Pick<SpaceList<Listed>, "query">;

/** Why one of these lists is not known; null where all are, or are on their way. */
export function useListProblem(...lists: readonly Reader[]): string | null {
  const error = useListError(lists);
  return error && inWords(error);
}

function useListError(lists: readonly Reader[]): Error | null {
  const { space } = useHere();
  const reads = useQueries({
    queries: lists.map((list) => ({ ...list.query(space.id), staleTime: slowly })),
  });
  return reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
}

/** The same as a sentence: "The Tribes could not be read." and the reason. */
export function useUnread(what: string, ...lists: readonly Reader[]): string | null {
  const error = useListError(lists);
  return error && unreadWords(what, error);
}

/** The keys of what is being deleted, until its undo has run out. */
export const useHidden = (): ReadonlySet<string> => useStore(useConsole().removals.hidden);

/** Keeps a read fresh without drawing anything for it; `every` in ms. */
export function useFresh(
  query: { readonly queryKey: RouteKey; readonly queryFn?: unknown },
  every: number,
): void {
  useQuery({ ...(query as UseQueryOptions), refetchInterval: every, notifyOnChangeProps: [] });
}
