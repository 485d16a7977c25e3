import { useMemo } from "react";
import type { Collection } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { withoutHidden } from "../model/without-hidden.ts";
import { useConsole } from "../page/console-context.ts";
import { useHidden, useList } from "../page/use-list.ts";
import { type CollectionsState, collectionsStateOf } from "./collections-state.ts";

export const useCollectionsState = (): CollectionsState => collectionsStateOf(useConsole());

/** The Space's Collections without anything that is being deleted; null until they are loaded. */
export function useCollections(): readonly Collection[] | null {
  const { collections } = useConsole();
  const all = useList(collections);
  const hidden = useHidden();
  return useMemo(() => (all === null ? null : withoutHidden(all, hidden)), [all, hidden]);
}

export const useTypes = (): readonly ExperienceType[] => useList(useConsole().types) ?? none;
const none: readonly ExperienceType[] = [];

/** Names of Tribes, types and parts by their ids, for whatever refers to them. */
export function useNames(collection?: Collection): (id: string) => string {
  const tribes = useList(useConsole().tribes);
  const types = useTypes();
  return useMemo(() => {
    const parts = collection?.sections.flatMap(({ experiences }) => experiences) ?? [];
    const names = new Map([...(tribes ?? []), ...types, ...parts].map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? (id.startsWith("trb_") ? "a deleted Tribe" : id);
  }, [tribes, types, collection]);
}
