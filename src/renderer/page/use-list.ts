import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useStore } from "zustand";
import { inWords } from "../api/api-problem.ts";
import type { RouteKey } from "../api/queries.ts";
import type { SpaceList } from "../stores/space-list.ts";
import { useConsole } from "./console-context.ts";
import { slowly } from "./reads.ts";
import { useHere } from "./use-here.ts";

/** What of a noun is there in this Space, without what is being deleted, and as it is being renamed; null until it is loaded. */
export function useList<T extends { readonly id: string; readonly name: string }>(
  list: SpaceList<T>,
): readonly T[] | null {
  const { space } = useHere();
  const { data: all } = useQuery({ ...list.query(space.id), staleTime: slowly });
  const hidden = useHidden();
  const names = useNewNames();
  return useMemo(() => {
    if (all === undefined) return null;
    // The same list for all who ask, so that what is worked out from it can be kept.
    if (hidden.size === 0 && names.size === 0) return all;
    return all.filter(({ id }) => !hidden.has(id)).map((one) => renamed(one, names));
  }, [all, hidden, names]);
}

/** Why a noun's list could not be read the last time; null where it could. */
export function useListProblem<T extends { readonly id: string; readonly name: string }>(
  list: SpaceList<T>,
): string | null {
  const { space } = useHere();
  const { error } = useQuery({ ...list.query(space.id), staleTime: slowly });
  return error === null ? null : inWords(error);
}

/** The keys of what is being deleted, until its undo has run out. */
export const useHidden = (): ReadonlySet<string> => useStore(useConsole().removals.hidden);

/** What things are renamed to, by their ids, until that is answered. */
export const useNewNames = (): ReadonlyMap<string, string> =>
  useStore(useConsole().saved.store, ({ names }) => names);

/** Something by its new name, where it is given one. */
export function renamed<T extends { readonly id: string }>(one: T, names: ReadonlyMap<string, string>): T {
  const name = names.get(one.id);
  return name === undefined ? one : { ...one, name };
}

/** Keeps a read fresh without drawing anything for it; `every` in ms. */
export function useFresh(
  query: { readonly queryKey: RouteKey; readonly queryFn?: unknown },
  every: number,
): void {
  useQuery({ ...(query as UseQueryOptions), refetchInterval: every, notifyOnChangeProps: [] });
}
