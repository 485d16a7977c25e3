import type { User, UserFields } from "../../core/user.ts";
import { type EditHistory, membersOf } from "../collections/model/edit-history.ts";
import type { SavedObject } from "../stores/saved-object.ts";

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

export function editedUser(saved: SavedObject<User>, history: EditHistory<User>): EditedUser {
  const edit = (change: Partial<User>, mark: string) => {
    const { value } = saved.store.getState();
    if (value === null) return;
    history.note(membersOf(value, change), mark, Date.now());
    saved.edit(change);
  };
  const step = (take: (current: User) => Partial<User> | null) => {
    const { value } = saved.store.getState();
    const change = value === null ? null : take(value);
    if (change !== null) saved.edit(change);
  };
  return {
    saved,
    history,
    setFields: (fields, mark) => edit({ fields }, mark),
    setLabels: (labels, mark) => edit({ labels: [...labels] }, mark),
    undo: () => step((current) => history.undo(current)),
    redo: () => step((current) => history.redo(current)),
  };
}
