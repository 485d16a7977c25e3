import { useCallback, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { etagOf } from "../../core/etag.ts";
import type { FieldError } from "../../core/problem.ts";
import { useConsole } from "../app/console-context.ts";
import type { SavedObject, SavedPort, SavedState } from "../stores/saved-object.ts";
import { EditHistory, membersOf } from "./model/edit-history.ts";
import { useDesk } from "./use-collections.ts";

/** An object in its editor: what is shown of it, and the ways to change it. */
export interface Edited<T extends object> {
  readonly saved: SavedObject<T>;
  readonly state: SavedState<T>;
  /** Changes some members. Edits with the same mark in a row are one step of the way back. */
  readonly edit: (edit: Partial<T>, mark: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
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

  const edit = useCallback(
    (change: Partial<T>, mark: string) => {
      const { value } = saved.store.getState();
      if (value === null) return;
      history.note(membersOf(value, change), mark, Date.now());
      saved.edit(change);
    },
    [saved, history],
  );
  const step = (take: (current: T) => Partial<T> | null) => {
    const { value } = saved.store.getState();
    const change = value === null ? null : take(value);
    if (change !== null) saved.edit(change);
  };
  return {
    saved,
    state,
    edit,
    undo: () => step((current) => history.undo(current)),
    redo: () => step((current) => history.redo(current)),
    history,
    errors: errorsOf(state),
  };
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
