import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useLocalKeys } from "../../page/use-local-keys.ts";
import { rowStepKeys } from "../../parts/row-step.ts";
import type { useVirtualRows } from "../../parts/use-virtual-rows.ts";
import type { ListedTribe } from "./list-order.ts";

type View = Pick<ReturnType<typeof useVirtualRows>, "pageRows" | "bringIntoView">;

/** Where a key was pressed. */
interface Pressed {
  readonly target: Element;
  readonly table: HTMLElement;
  readonly view: View;
}

/** The row that has the focus, or had it last: it stays drawn. Arrows, Page, Home and End walk from link to link. */
export function useFocusedRow(lines: readonly ListedTribe[]) {
  const [id, setId] = useState<string | null>(null);
  const index = lines.findIndex(({ tribe }) => tribe.id === id);

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const line = lines[rowOf(target)];
    if (line !== undefined) setId(line.tribe.id);
  };
  const go = (row: number, { table, view }: Pressed) => {
    const line = lines[row];
    if (line === undefined) return;
    flushSync(() => setId(line.tribe.id));
    view.bringIntoView(row);
    table.querySelector<HTMLElement>(`[data-index="${row}"] a`)?.focus({ preventScroll: true });
  };
  const place = ({ target, view }: Pressed) => ({
    current: rowOf(target),
    total: lines.length,
    pageRows: view.pageRows(),
  });
  const press = useLocalKeys("In the list of Tribes", rowStepKeys(place, go));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, view: View) => {
    const { target, currentTarget: table } = event;
    if (!(target instanceof Element) || !table.contains(target) || event.shiftKey) return;
    // A menu's button has these keys for itself.
    if (target.closest("[aria-haspopup]") === null) press(event, { target, table, view });
  };
  return { index, onFocus, onKeyDown };
}

/** The row that something is in; -1 where it is in none. */
const rowOf = (element: Element): number =>
  Number(element.closest("[data-index]")?.getAttribute("data-index") ?? -1);
