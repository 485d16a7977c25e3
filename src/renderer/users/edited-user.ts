import type { User, UserFields } from "../../core/user.ts";
import { type EditHistory, stepsOf } from "../saved/edit-history.ts";
import type { SavedObject } from "../saved/saved-object.ts";

/** Somebody in their editor: the ways to change them, and back. */
export interface EditedUser {
  readonly saved: SavedObject<User>;
  readonly history: EditHistory<User>;
  /** Edits with the same mark in a row are one step of the way back. */
  readonly setFields: (fields: UserFields, mark: string) => void;
  readonly setLabels: (labels: readonly string[], mark: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function editedUser(saved: SavedObject<User>): EditedUser {
  const { history, edit, undo, redo } = stepsOf(saved);
  return {
    saved,
    history,
    setFields: (fields, mark) => edit({ fields }, mark),
    setLabels: (labels, mark) => edit({ labels: [...labels] }, mark),
    undo,
    redo,
  };
}
