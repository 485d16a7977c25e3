import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import { useUndoCommands } from "../../page/use-commands.ts";
import { pathKey } from "../../rules/rule-path.ts";
import { ruleRows } from "../../rules/rule-sentence.ts";
import { bareNames } from "../../rules/sentence-piece.ts";
import type { EditSteps } from "../../saved/edit-history.ts";
import { pathAfter } from "../rule-moves.ts";
import { type BuilderStore, honour, lineKey, want } from "./builder-context.ts";
import type { RuleActions } from "./rule-actions.ts";

/** Fields have an undo of their own. */
const typing = "input, textarea, select, [contenteditable]";

/** Offers the way back through the edits of a Tribe, and forth again. The focus stays with the condition that it is on. */
export function useRuleUndo(
  { undo, redo, history }: EditSteps<Tribe>,
  { actions, store }: { readonly actions: RuleActions; readonly store: BuilderStore },
): void {
  const { canUndo, canRedo } = useStore(history.store);
  const keepingFocus = (step: () => void) => () => {
    const line = document.activeElement?.closest<HTMLElement>(".rules > [data-line]");
    const before = actions.rule;
    const row = ruleRows(before, bareNames).findLast(({ path }) => pathKey(path) === line?.dataset.line);
    const root = line?.parentElement;
    if (row === undefined || !root) return step();
    flushSync(step);
    const path = pathAfter(row.path, before, actions.rule) ?? row.path;
    if (path !== row.path || !root.contains(document.activeElement)) want(store, lineKey(path));
    // The next key, however soon, is for the line that this one was for.
    honour(store, root);
  };
  useUndoCommands({
    undo: keepingFocus(undo),
    redo: keepingFocus(redo),
    canUndo,
    canRedo,
    notIn: typing,
  });
}
