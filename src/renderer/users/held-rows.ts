import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { StoreApi } from "zustand/vanilla";

const rowOf = (id: string | null) =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-why="${CSS.escape(id)}"]`);

/**
 * Keeps the row whose reasons are opened or closed where it is on the screen: the panel takes room from the page, and what
 * stands above the row may then be higher. Gives what is to be called before `why` changes.
 */
export function useStillRow(why: string | null): (next: string | null) => void {
  const noted = useRef<{ readonly id: string; readonly top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of `why` that moves the rows.
  useLayoutEffect(() => {
    const before = noted.current;
    noted.current = null;
    const row = rowOf(before?.id ?? null);
    const scroller = row?.closest(".scroll");
    if (before === null || row === null || scroller == null) return;
    scroller.scrollTop += row.getBoundingClientRect().top - before.top;
  }, [why]);
  return (next) => {
    const id = next ?? why;
    const row = rowOf(id);
    noted.current = id === null || row === null ? null : { id, top: row.getBoundingClientRect().top };
  };
}

interface Held {
  /** What its `data-sequence` says: the element itself may be made anew. */
  readonly sequence: string;
  readonly top: number;
}

/**
 * Rows that are read stay where they are when others come above them or late ones between. `list` holds the rows, each with
 * its `data-sequence`, in a scroller; `store` is what they are drawn from.
 */
export function useHeldPlace(
  list: RefObject<HTMLElement | null>,
  store: Pick<StoreApi<unknown>, "subscribe">,
) {
  const held = useRef<Held | null>(null);
  useEffect(
    () =>
      // The store tells before React draws: what is on screen then is what is being read.
      store.subscribe(() => {
        held.current ??= heldIn(list.current);
      }),
    [list, store],
  );
  useLayoutEffect(() => {
    const place = held.current;
    held.current = null;
    const scroller = scrollerOf(list.current);
    const row = list.current?.querySelector(`[data-sequence="${place?.sequence}"]`);
    if (place !== null && scroller !== null && row)
      scroller.scrollTop += placeIn(scroller, row).top - place.top;
  });
}

function heldIn(list: HTMLElement | null): Held | null {
  const scroller = scrollerOf(list);
  if (list === null || scroller === null) return null;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-sequence]")];
  const places = (index: number): RowPlace => {
    const row = rows[index];
    return row === undefined ? { top: 0, bottom: 0 } : placeIn(scroller, row);
  };
  const index = heldRow(rows.length, places);
  const sequence = rows[index]?.dataset.sequence;
  return sequence === undefined ? null : { sequence, top: places(index).top };
}

const scrollerOf = (list: HTMLElement | null): Element | null => list?.closest(".scroll") ?? null;

function placeIn(scroller: Element, row: Element): RowPlace {
  const edge = scroller.getBoundingClientRect().top;
  const { top, bottom } = row.getBoundingClientRect();
  return { top: top - edge, bottom: bottom - edge };
}

/** Where a row is drawn, in px below the top edge of what is seen. */
interface RowPlace {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The first row in sight, which keeps its place while others come: its index among `count` rows from the top, or -1. While
 * the newest row itself is in sight nothing is held: there one reads what comes.
 */
export function heldRow(count: number, placeOf: (index: number) => RowPlace): number {
  if (count === 0 || placeOf(0).top >= 0) return -1;
  let [from, to] = [0, count];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (placeOf(middle).bottom > 0) to = middle;
    else from = middle + 1;
  }
  return from < count ? from : -1;
}
