import { useEffect } from "react";
import { useCommands } from "../../app/use-commands.ts";
import type { TribeDraft } from "../tribe-draft.ts";

const typing = "input, textarea, select, [contenteditable]";

/** Ctrl S saves; Ctrl Z and Ctrl Shift Z undo and redo the rule, wherever a field has no undo of its own. */
export function useDraftKeys(draft: TribeDraft, canSave: boolean, onSave: () => void): void {
  useCommands([
    ...(canSave
      ? [{ id: "tribe/save", title: "Save Tribe", group: "Tribe", keys: "mod+s", run: onSave }]
      : []),
    { id: "tribe/undo", title: "Undo the last change of the rule", group: "Tribe", run: () => draft.undo() },
    { id: "tribe/redo", title: "Redo the change of the rule", group: "Tribe", run: () => draft.redo() },
  ]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
      if (event.target instanceof Element && event.target.closest(typing) !== null) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) draft.redo();
      else draft.undo();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [draft]);
}
