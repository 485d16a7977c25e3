import { membersOf } from "../../stores/merge-edits.ts";
import type { SavedObject } from "../../stores/saved-object.ts";
import type { EditHistory } from "./edit-history.ts";

/** The ways to change an object that saves itself, and back. */
export interface EditSteps<T extends object> {
  /** Changes some members. Edits with the same mark in a row are one step of the way back. */
  readonly edit: (change: Partial<T>, mark: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The edits of a saved object, each noted in its history. */
export function editSteps<T extends object>(saved: SavedObject<T>, history: EditHistory<T>): EditSteps<T> {
  const step = (take: (current: T) => Partial<T> | null) => {
    const { value } = saved.store.getState();
    const change = value === null ? null : take(value);
    if (change !== null) saved.edit(change);
  };
  return {
    edit: (change, mark) => {
      const { value } = saved.store.getState();
      if (value === null) return;
      history.note(membersOf(value, change), change, mark, Date.now());
      saved.edit(change);
    },
    undo: () => step((current) => history.undo(current)),
    redo: () => step((current) => history.redo(current)),
  };
}
