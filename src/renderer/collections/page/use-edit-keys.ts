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
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      redo();
    };
    // Before the page's own keys, which do not tell Shift.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  });
}
