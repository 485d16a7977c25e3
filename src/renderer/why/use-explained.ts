import { useCallback, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Explanation } from "../../core/explanation.ts";
import { usePoll } from "../app/use-poll.ts";
import { createExplainedStore, type ExplainedState, refreshExplained } from "./explained-store.ts";

/** How long a change elsewhere may take to show, in ms. */
const every = 2500;

/** Decisions that stay fresh by themselves: asked for at once, again when `subject` changes, and every few seconds. */
export function useExplained(
  subject: string,
  ask: () => Promise<readonly Explanation[]>,
): ExplainedState & { readonly reload: () => void } {
  const [store] = useState(createExplainedStore);
  const refresh = () => refreshExplained(store, subject, ask);
  const latest = useRef(refresh);
  latest.current = refresh;
  usePoll(refresh, every, subject);
  return { ...useStore(store), reload: useCallback(() => void latest.current(), []) };
}
