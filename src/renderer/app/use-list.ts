import { useMemo } from "react";
import { useStore } from "zustand";
import type { SpaceList } from "../stores/space-list.ts";
import { useHere } from "./use-here.ts";

/** What of a noun is there in this Space, without what is being deleted; null until it is loaded. */
export function useList<T extends { readonly id: string; readonly name: string }>(
  list: SpaceList<T>,
): readonly T[] | null {
  const { space } = useHere();
  const all = useStore(list.store, (state) => state.bySpace[space.id]);
  const hidden = useStore(list.store, (state) => state.hidden);
  return useMemo(() => all?.filter(({ id }) => !hidden.has(id)) ?? null, [all, hidden]);
}
