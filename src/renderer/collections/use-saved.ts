import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { etagOf } from "../../core/etag.ts";
import type { FieldError } from "../../core/problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { SavedObject } from "../stores/saved-object.ts";
import type { SavedPort, SavedState } from "../stores/saved-state.ts";
import { EditHistory } from "./model/edit-history.ts";
import { type EditSteps, editSteps } from "./model/edit-steps.ts";
import { useDesk } from "./use-collections.ts";

/** An object in its editor: what is shown of it, and the ways to change it. */
export interface Edited<T extends object> extends EditSteps<T> {
  readonly saved: SavedObject<T>;
  readonly state: SavedState<T>;
  readonly history: EditHistory<T>;
  readonly errors: readonly FieldError[];
}

/** An object that saves itself, with the way back through its edits; `listed` is the newest version that a list has. */
export function useSaved<T extends object>(port: SavedPort<T>, listed: T): Edited<T> {
  const saved = useConsole().saved.get(port);
  const state = useStore(saved.store);
  const history = useHistory<T>(port.key);
  useEffect(() => void saved.load(), [saved]);
  const ready = state.phase === "ready";
  useEffect(() => {
    if (ready) saved.offer(listed, etagOf(listed));
  }, [saved, ready, listed]);

  const steps = useMemo(() => editSteps(saved, history), [saved, history]);
  return { saved, state, history, errors: errorsOf(state), ...steps };
}

function useHistory<T extends object>(key: string): EditHistory<T> {
  const { histories } = useDesk();
  return useMemo(() => {
    const history = (histories.get(key) as EditHistory<T> | undefined) ?? new EditHistory<T>();
    histories.set(key, history as unknown as EditHistory<never>);
    return history;
  }, [histories, key]);
}

const errorsOf = ({ saving }: Pick<SavedState<unknown>, "saving">): readonly FieldError[] =>
  saving.state === "invalid" || saving.state === "refused" ? saving.errors : [];
