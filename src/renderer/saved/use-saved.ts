import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { etagOf } from "../../core/etag.ts";
import type { FieldError } from "../../core/problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useUndoCommands } from "../page/use-commands.ts";
import { type EditHistory, type EditSteps, stepsOf } from "./edit-history.ts";
import type { SavedObject } from "./saved-object.ts";
import type { SavedPort, SavedState } from "./saved-state.ts";

/** An object in its editor: what is shown of it, and the ways to change it. */
export interface Edited<T extends object> extends EditSteps<T> {
  readonly saved: SavedObject<T>;
  readonly state: SavedState<T>;
  readonly errors: readonly FieldError[];
  /** Whether it is still as it was drawn with this. */
  readonly isAsDrawn: () => boolean;
}

/** An object with the way back through its edits; `listed` is the newest version that was read beside it, mostly with a list. */
export function useSaved<T extends object>(port: SavedPort<T>, listed: T | null = null): Edited<T> {
  const saved = useConsole().saved.get(port);
  const state = useStore(saved.store);
  useEffect(() => void saved.load(), [saved]);
  const { phase } = state;
  const before = useRef(listed);
  useEffect(() => {
    const isNew = listed !== before.current;
    before.current = listed;
    if (listed === null) return;
    if (phase === "ready") saved.offer(listed, etagOf(listed));
    // It was gone and is there again: a restore has brought it back, or an app has named them.
    else if (phase === "gone" && isNew) void saved.load();
  }, [saved, phase, listed]);
  const isAsDrawn = () => saved.store.getState().value === state.value;
  return { saved, state, errors: errorsOf(state), isAsDrawn, ...stepsOf(saved) };
}

const errorsOf = ({ saving }: Pick<SavedState<unknown>, "saving">): readonly FieldError[] =>
  saving.state === "invalid" || saving.state === "refused" ? saving.errors : [];

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
