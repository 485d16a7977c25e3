import type { KeyboardEvent } from "react";
import type { Event } from "../../core/event.ts";
import { type LocalKey, useLocalKeys } from "../page/use-local-keys.ts";
import { rowStepKeys } from "../parts/row-step.ts";
import type { Selection } from "./use-selection.ts";

interface RowKeys {
  readonly rows: readonly Event[];
  /** -1 where the current row is not among them. */
  readonly selectedIndex: () => number;
  readonly selection: Selection;
  readonly pin: (event: Event) => void;
  readonly pageRows: () => number;
  readonly bringIntoView: (index: number) => void;
}

/** The keys of the list: those that walk it, and what they do with the current row. */
export function useRowKeys({ rows, selectedIndex, selection, pin, pageRows, bringIntoView }: RowKeys) {
  const go = (index: number) => {
    const target = rows[index];
    if (target === undefined) return;
    selection.move(target);
    bringIntoView(index);
  };
  const withCurrent = (title: string, keys: string[], act: (event: Event) => unknown): LocalKey => ({
    title,
    keys,
    run: () => {
      const current = rows[selectedIndex()];
      return current !== undefined && act(current);
    },
  });
  const press = useLocalKeys("In the list of events", [
    ...rowStepKeys(() => ({ current: selectedIndex(), total: rows.length, pageRows: pageRows() }), go),
    withCurrent("Open the event", ["Enter"], selection.show),
    withCurrent("Pin the event, or unpin it", ["p"], pin),
    withCurrent("Copy the event as JSON", ["mod+c", "c"], (event) => nothingIsMarked() && copyEvent(event)),
    { title: "Close the event", keys: ["Escape"], run: selection.close },
  ]);
  return (event: KeyboardEvent): void => {
    if (event.target === event.currentTarget) press(event);
  };
}

const nothingIsMarked = (): boolean => getSelection()?.isCollapsed !== false;
const copyEvent = (event: Event) => navigator.clipboard?.writeText(JSON.stringify(event, null, 2));
