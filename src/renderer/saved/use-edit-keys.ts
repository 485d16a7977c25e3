import { useStore } from "zustand";
import { useUndoCommands } from "../page/use-commands.ts";
import type { EditHistory } from "./edit-history.ts";

interface EditKeys {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly history: Pick<EditHistory<object>, "store">;
}

/** Fields that are no part of the edited object: of dialogs, of popovers, of the tree. The browser undoes what was typed there. */
const ownUndo = ".overlay, .popover, .palette-dialog, .side";

/** Offers the way back through the edits, and forth again. */
export function useEditKeys({ undo, redo, history }: EditKeys): void {
  const { canUndo, canRedo } = useStore(history.store);
  useUndoCommands({ undo, redo, canUndo, canRedo, notIn: ownUndo });
}
