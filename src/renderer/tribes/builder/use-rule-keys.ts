import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import { useUndoCommands } from "../../page/use-commands.ts";
import { type LocalKey, useLocalKeys } from "../../page/use-local-keys.ts";
import { pathKey } from "../../rules/rule-path.ts";
import { type RuleRow, ruleRows } from "../../rules/rule-sentence.ts";
import { type BlankPiece, bareName } from "../../rules/sentence-piece.ts";
import type { EditSteps } from "../../saved/edit-history.ts";
import { pathAfter } from "../rule-moves.ts";
import { type Builder, honour, lineKey, stopKey, want } from "./builder-context.ts";
import type { Move, RuleActions } from "./rule-actions.ts";

/** Where in the rule a key was pressed. */
interface Pressed {
  readonly root: HTMLElement;
  readonly target: HTMLElement;
  readonly row: RuleRow | undefined;
}

const steps: readonly [key: string, step: Step, title: string][] = [
  ["ArrowRight", "next", "Next blank"],
  ["ArrowLeft", "previous", "Previous blank"],
  ["ArrowUp", "above", "Line above"],
  ["ArrowDown", "below", "Line below"],
  ["Home", "first", "First blank of the line"],
  ["End", "last", "Last blank of the line"],
];
const moves: readonly [key: string, move: Move, title: string][] = [
  ["alt+ArrowUp", "up", "Move the condition up"],
  ["alt+ArrowDown", "down", "Move the condition down"],
  ["alt+ArrowRight", "in", "Move the condition into the group beside it"],
  ["alt+ArrowLeft", "out", "Move the condition out of its group"],
];

const walkKeys = steps.map(
  ([key, step, title]): LocalKey<Pressed> => ({
    title,
    keys: [key],
    run: ({ root, target }) => {
      if (target.dataset.stop === undefined) return false;
      return stopFrom(root, target, step)?.focus();
    },
  }),
);
const moveKeys = (actions: RuleActions) =>
  moves.map(
    ([key, move, title]): LocalKey<Pressed> => ({
      title,
      keys: [key],
      run: ({ row }) => row !== undefined && actions.move(row.path, move),
    }),
  );

/** The keys of the builder: arrows walk, Alt and an arrow move a condition, Backspace and Delete take something away. */
export function useRuleKeys(rows: readonly RuleRow[], { actions, store, canEdit }: Builder) {
  const keys: LocalKey<Pressed>[] = [
    ...walkKeys,
    ...moveKeys(actions),
    {
      title: "Delete the value or line",
      keys: ["Backspace", "Delete"],
      run: ({ target, row }) => row !== undefined && takeAway(target.dataset.stop, row, actions),
    },
  ];
  const press = useLocalKeys("In the rule", canEdit ? keys : []);
  return (event: KeyboardEvent<HTMLElement>): void => {
    const root = event.currentTarget;
    const target = event.target instanceof HTMLElement ? event.target : null;
    // What opens over the page is no part of it, though React hands its keys on.
    if (target === null || !root.contains(target)) return;
    const row = rows.find(({ path }) => pathKey(path) === target.closest("li")?.dataset.line);
    if (!flushSync(() => press(event, { root, target, row }))) return;
    event.stopPropagation();
    // The next key, however soon, is for the line that this one was for.
    honour(store, root);
  };
}

/** False where there is nothing to take away: where one more can be added. */
function takeAway(stop: string | undefined, row: RuleRow, actions: RuleActions): unknown {
  const piece = pieceAt(row, stop);
  return (stop === undefined || piece !== null) && actions.removeAt(piece, row.path);
}

const pieceAt = (row: RuleRow, stop: string | undefined): BlankPiece | null =>
  row.pieces.find(
    (piece): piece is BlankPiece => piece.is === "blank" && stopKey(piece.path, piece.blank.kind) === stop,
  ) ?? null;

/** Where the arrow keys lead from a stop. */
type Step = "next" | "previous" | "above" | "below" | "first" | "last";

/** The stop that a step leads to; null where it leads nowhere. Lines are those that are seen, whatever wraps. */
function stopFrom(root: HTMLElement, from: HTMLElement, step: Step): HTMLElement | null {
  const stops = [...root.querySelectorAll<HTMLElement>("[data-stop]")];
  const at = stops.indexOf(from);
  if (at < 0) return null;
  if (step === "next") return stops[at + 1] ?? null;
  if (step === "previous") return stops[at - 1] ?? null;
  if (step === "first" || step === "last") {
    const own = stops.filter((one) => one.closest("li") === from.closest("li"));
    return (step === "first" ? own[0] : own.at(-1)) ?? null;
  }
  return nearest(stops, from, step);
}

function nearest(
  stops: readonly HTMLElement[],
  from: HTMLElement,
  step: "above" | "below",
): HTMLElement | null {
  const own = from.getBoundingClientRect();
  const boxes = stops.map((stop) => ({ stop, box: stop.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) =>
    step === "below" ? box.top >= own.bottom - 2 : box.bottom <= own.top + 2,
  );
  const line = step === "below" ? beyond[0]?.box.top : beyond.at(-1)?.box.top;
  const onLine = beyond.filter(({ box }) => Math.abs(box.top - (line ?? 0)) < 4);
  const off = ({ box }: { box: DOMRect }) => Math.abs(box.left - own.left);
  return onLine.sort((a, b) => off(a) - off(b))[0]?.stop ?? null;
}

/** Fields have an undo of their own. */
const typing = "input, textarea, select, [contenteditable]";

/** Offers the way back through the edits of a Tribe, and forth again. The focus stays with the condition that it is on. */
export function useRuleUndo(
  { undo, redo, history }: EditSteps<Tribe>,
  { actions, store }: Pick<Builder, "actions" | "store">,
): void {
  const { canUndo, canRedo } = useStore(history.store);
  const keepingFocus = (step: () => void) => () => {
    const line = document.activeElement?.closest<HTMLElement>(".rules > [data-line]");
    const before = actions.rule;
    const row = ruleRows(before, bareName).findLast(({ path }) => pathKey(path) === line?.dataset.line);
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
