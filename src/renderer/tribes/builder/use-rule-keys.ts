import { type KeyboardEvent, useCallback } from "react";
import { pathKey } from "../../why/rule-path.ts";
import type { RuleRow } from "../../why/rule-sentence.ts";
import type { BlankPiece } from "../../why/sentence-piece.ts";
import { stopKey } from "./builder-store.ts";
import type { Move, RuleActions } from "./rule-actions.ts";
import { type Step, stopFrom } from "./walk-stops.ts";

const steps: Readonly<Record<string, Step>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowUp: "above",
  ArrowDown: "below",
  Home: "first",
  End: "last",
};
const moves: Readonly<Record<string, Move>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** The keys of the builder: arrows walk, Alt and an arrow move a condition, Backspace and Delete take something away. */
export function useRuleKeys(rows: readonly RuleRow[], actions: RuleActions) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const root = event.currentTarget;
      const target = event.target instanceof HTMLElement ? event.target : null;
      // What opens over the page is no part of it, though React hands its keys on.
      if (target === null || !root.contains(target) || event.ctrlKey || event.metaKey) return;
      const row = rows.find(({ path }) => pathKey(path) === target.closest("li")?.dataset.line);
      const taken = event.altKey
        ? moved(event.key, row, actions)
        : pressed(event.key, target, root, row, actions);
      if (!taken) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [rows, actions],
  );
}

function moved(key: string, row: RuleRow | undefined, actions: RuleActions): boolean {
  const to = moves[key];
  if (to === undefined || row === undefined) return false;
  actions.move(row.path, to);
  return true;
}

function pressed(
  key: string,
  target: HTMLElement,
  root: HTMLElement,
  row: RuleRow | undefined,
  actions: RuleActions,
): boolean {
  const step = steps[key];
  if (step !== undefined && target.dataset.stop !== undefined) {
    stopFrom(root, target, step)?.focus();
    return true;
  }
  if ((key !== "Backspace" && key !== "Delete") || row === undefined) return false;
  const { stop } = target.dataset;
  const piece = pieceAt(row, stop);
  // Where one more can be added there is nothing to take away.
  if (stop !== undefined && piece === null) return false;
  actions.removeAt(piece, row.path);
  return true;
}

const pieceAt = (row: RuleRow, stop: string | undefined): BlankPiece | null =>
  row.pieces.find(
    (piece): piece is BlankPiece => piece.is === "blank" && stopKey(piece.path, piece.blank.kind) === stop,
  ) ?? null;
