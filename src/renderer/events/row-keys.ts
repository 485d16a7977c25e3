import type { KeyboardEvent } from "react";
import type { Event } from "../../core/event.ts";
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

/** The keys of the list: arrows or j and k, Page, Home and End walk it, Enter opens, p pins, c copies, Escape closes. */
export const rowKeys =
  ({ rows, selectedIndex, selection, pin, pageRows, bringIntoView }: RowKeys) =>
  (event: KeyboardEvent): void => {
    const copies = event.key === "c" && !event.altKey;
    if (event.target !== event.currentTarget || event.altKey || (hasModifier(event) && !copies)) return;
    const index = selectedIndex();
    const current = rows[index];
    if (event.key === "Escape") selection.close();
    else if (current !== undefined && event.key === "Enter") selection.show(current);
    else if (current !== undefined && event.key === "p") pin(current);
    else if (current !== undefined && copies && nothingIsMarked()) void copyEvent(current);
    else {
      const next = rowStep(event.key, index, rows.length, pageRows());
      const target = next === null ? undefined : rows[next];
      if (next === null || target === undefined) return;
      selection.move(target);
      bringIntoView(next);
    }
    event.preventDefault();
  };

const hasModifier = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;
const nothingIsMarked = (): boolean => getSelection()?.isCollapsed !== false;
const copyEvent = (event: Event) => navigator.clipboard?.writeText(JSON.stringify(event, null, 2));

/**
 * The row that a key leads to from the current one (-1: none yet), or null where the key means nothing here.
 * Never leaves the list.
 */
export function rowStep(key: string, current: number, total: number, pageRows: number): number | null {
  if (total === 0) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    j: current + 1,
    ArrowUp: current - 1,
    k: current - 1,
    PageDown: current + pageRows,
    PageUp: current - pageRows,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), total - 1);
}
