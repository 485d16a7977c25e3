import { useEffect } from "react";
import { useStore } from "zustand";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import type { EditHistory } from "../model/edit-history.ts";

interface EditKeys {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly history: Pick<EditHistory<object>, "store">;
}

/** Fields that are no part of the edited object: of dialogs, of popovers, of the tree. */
const ownUndo = ".overlay, .popover, .palette-dialog, .side";

/** Offers the way back through the edits: Ctrl Z, and Ctrl Y or Ctrl Shift Z forth again. */
export function useEditKeys({ undo, redo, history }: EditKeys): void {
  const { canEdit } = useHere();
  const { canUndo, canRedo } = useStore(history.store);
  const commands = [
    ...(canUndo
      ? [{ id: "edit/undo", title: "Undo the last edit", group: "Edit", keys: "mod+z", run: undo }]
      : []),
    ...(canRedo
      ? [{ id: "edit/redo", title: "Redo the edit", group: "Edit", keys: "mod+y", run: redo }]
      : []),
  ];
  useCommands(canEdit ? commands : []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
      const elsewhere = event.target instanceof Element && event.target.closest(ownUndo) !== null;
      // There the browser's own undo of what was typed is meant.
      if (elsewhere) return event.stopPropagation();
      if (!event.shiftKey || key !== "z") return;
      event.preventDefault();
      redo();
    };
    // Before the page's own keys, which do not tell Shift.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  });
}
