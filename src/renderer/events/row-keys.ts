import type { KeyboardEvent } from "react";
import type { Event } from "../../core/event.ts";
import type { Selection } from "./use-selection.ts";

interface RowKeys {
  readonly rows: readonly Event[];
  /** -1 where the current row is not among them. */
  readonly selectedIndex: number;
  readonly selection: Selection;
  readonly pageRows: () => number;
  readonly bringIntoView: (index: number) => void;
}

/** The keys of the list: arrows, Page, Home and End walk it, Enter opens the panel, Escape closes it. */
export const rowKeys =
  ({ rows, selectedIndex, selection, pageRows, bringIntoView }: RowKeys) =>
  (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const current = rows[selectedIndex];
    if (event.key === "Enter" && current !== undefined) selection.show(current);
    else if (event.key === "Escape") selection.close();
    else {
      const next = rowStep(event.key, selectedIndex, rows.length, pageRows());
      const target = next === null ? undefined : rows[next];
      if (next === null || target === undefined) return;
      selection.move(target);
      bringIntoView(next);
    }
    event.preventDefault();
  };

/**
 * The row that a key leads to from the current one (-1: none yet), or null where the key means nothing here.
 * Never leaves the list.
 */
export function rowStep(key: string, current: number, total: number, pageRows: number): number | null {
  if (total === 0) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + pageRows,
    PageUp: current - pageRows,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), total - 1);
}
