import { useCommands } from "./use-commands.ts";

interface UndoCommands {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** A selector of what has an undo of its own. */
  readonly notIn: string;
}

/** Offers the way back through the edits of what is open, and forth again. */
export function useUndoCommands({ undo, redo, canUndo, canRedo, notIn }: UndoCommands): void {
  const edit = { group: "Edit", notIn };
  useCommands(
    [
      {
        ...edit,
        id: "edit/undo",
        title: "Undo the last edit",
        keys: "mod+z",
        ...(!canUndo && { blocked: "no edit to undo" }),
        run: undo,
      },
      {
        ...edit,
        id: "edit/redo",
        title: "Redo the edit",
        keys: "mod+y",
        also: ["mod+shift+z"],
        ...(!canRedo && { blocked: "no edit to redo" }),
        run: redo,
      },
    ],
    "editor",
  );
}
