import { useStore } from "zustand";
import { useCommands } from "../../app/use-commands.ts";
import { useUndoCommands } from "../../app/use-undo-commands.ts";
import { isEdited } from "../draft-state.ts";
import type { TribeDraft } from "../tribe-draft.ts";

/** Fields have an undo of their own. */
const typing = "input, textarea, select, [contenteditable]";

/** Saving, and the way back through the edits of the rule and forth again. */
export function useDraftKeys(draft: TribeDraft, isComplete: boolean, onSave: () => void): void {
  const state = useStore(draft.store);
  const unsaved = isEdited(state) ? "something is to be filled in first" : "there is nothing to save";
  const canSave = isComplete && isEdited(state);
  const save = { id: "tribe/save", title: "Save Tribe", group: "Tribes", keys: "mod+s", run: onSave };
  useCommands([canSave ? save : { ...save, blocked: unsaved }], "editor");
  const { canUndo, canRedo } = state;
  useUndoCommands({
    undo: () => draft.undo(),
    redo: () => draft.redo(),
    canUndo,
    canRedo,
    notIn: typing,
  });
}
