import { useMemo } from "react";
import { useConsole } from "../page/console-context.ts";
import { useList } from "../page/use-list.ts";
import type { SentenceNames } from "../rules/sentence-piece.ts";
import type { Model } from "./tribe-uses.ts";

/** What of a Space names Tribes. Lists that are not loaded yet count as empty. */
export function useModel(): Model {
  const { tribes, collections, personas } = useConsole();
  const [all, drafts, saved] = [useList(tribes), useList(collections), useList(personas)];
  return useMemo(
    () => ({ tribes: all ?? [], collections: drafts ?? [], personas: saved ?? [] }),
    [all, drafts, saved],
  );
}

/** How Tribes are named in sentences. */
export const useSentenceNames = (tribes: Model["tribes"]): SentenceNames =>
  useMemo(() => {
    const names = new Map(tribes.map(({ id, name }) => [id, name]));
    return { tribe: (id) => names.get(id) ?? "a Tribe that is gone" };
  }, [tribes]);
