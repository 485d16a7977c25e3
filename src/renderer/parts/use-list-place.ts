import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Where one was in a list. */
interface ListPlace {
  /** The key of the current row, or of the first one in sight. */
  readonly row: string;
  readonly isCurrent: boolean;
  /** Its place among the rows, from 0: that of the nearest one, should it be gone. */
  readonly at: number;
  /** In px below the upper edge of what is seen. */
  readonly top: number;
}

/** What the browser keeps with a step of its way back; other parts of the page have their own in it. */
interface StepState {
  readonly places?: Readonly<Record<string, ListPlace | undefined>>;
}

/** The rows of a list that draws only some of them. */
interface DrawnRows {
  /** Gives their keys; undefined until they are known, in their order. Asked only where the place is read or kept. */
  readonly keys: () => readonly string[] | undefined;
  /** In px from the top of what is scrolled. */
  readonly offsetOf: (index: number) => number;
  /** The current row of a grid, which has the focus in place of its rows. */
  readonly current?: string | null;
  /** Makes a row the current one. */
  readonly choose: (index: number) => void;
  /** Reads the rows behind the last one, where the one of the place may be among them; gives whether it does. */
  readonly more?: (place: ListPlace) => boolean;
}

/** How often the place is written at most, in ms: browsers limit changes of their history. */
const writeDelay = 150;
/** How far down a list is read for a place, in rows. */
const mostRead = 5000;
/** A list that is scrolled by less stands at its top, in px. */
const atTop = 14;
const ownActs = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Keeps one's place in a list with the step of the browser's way back, so that going back, or loading the page anew, finds
 * the rows where they were, the current one with the focus. The row's key leads: others may have come or gone. Opened anew, as
 * from the rail, a list begins at its top. Each row has its key as `data-row`; a list that is drawn whole needs nothing more.
 */
export function useListPlace(list: string, scroller: RefObject<HTMLElement | null>, drawn?: DrawnRows): void {
  const latest = useRef(drawn);
  latest.current = drawn;
  const sought = useRef(stateOf().places?.[list]);
  const rowToFocus = useRef<string>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (sought.current !== undefined) {
      const row = arrive(element, rowsOf(element, latest.current), sought.current);
      if (row === null) return;
      if (sought.current.isCurrent && row === sought.current.row) rowToFocus.current = row;
      sought.current = undefined;
    }
    if (rowToFocus.current !== undefined && giveFocus(element, rowToFocus.current))
      rowToFocus.current = undefined;
  });
  useEffect(() => {
    let pressed: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      const element = scroller.current;
      if (element === null || sought.current !== undefined) return;
      const rows = rowsOf(element, latest.current);
      keep(list, placeIn(element, rows, pressed ?? latest.current?.current ?? null));
    };
    const later = () => {
      timer ??= setTimeout(write, writeDelay);
    };
    const note = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return;
      if (target.closest("#stage") === null) {
        // A click on the rail leaves the page, too.
        if (type === "click") write();
        return;
      }
      pressed = scroller.current?.contains(target) ? (keyOf(target) ?? pressed) : null;
      // A click may leave the page.
      if (type === "click") write();
      else later();
    };
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target === scroller.current) pressed = null;
      // Any other key may leave the page.
      if (/^(Arrow|Page|Home|End)/.test(key)) later();
      else write();
    };
    const onScroll = ({ target }: Event) => target === scroller.current && later();
    const giveUp = () => {
      sought.current = undefined;
      rowToFocus.current = undefined;
    };
    const gone = new AbortController();
    const on = { capture: true, signal: gone.signal };
    for (const one of ownActs) document.addEventListener(one, giveUp, on);
    for (const one of ["focusin", "click"]) document.addEventListener(one, note, on);
    document.addEventListener("scroll", onScroll, on);
    document.addEventListener("keydown", onKey, on);
    addEventListener("pagehide", write, on);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [list, scroller]);
}

const stateOf = (): StepState => (history.state as StepState | null) ?? {};

function keep(list: string, place: ListPlace | undefined): void {
  const { places, ...rest } = stateOf();
  if (JSON.stringify(places?.[list]) === JSON.stringify(place)) return;
  history.replaceState({ ...rest, places: { ...places, [list]: place } }, "");
}

type Rows = Omit<DrawnRows, "current" | "choose"> & Partial<Pick<DrawnRows, "choose">>;

/** Of a list that is drawn whole, as they are drawn. */
function rowsOf(scroller: HTMLElement, drawn: DrawnRows | undefined): Rows {
  if (drawn !== undefined) return drawn;
  const all = [...scroller.querySelectorAll<HTMLElement>("[data-row]")];
  const edge = scroller.getBoundingClientRect().top - scroller.scrollTop;
  return {
    keys: () => (all.length === 0 ? undefined : all.map(({ dataset }) => dataset.row ?? "")),
    offsetOf: (index) => (all[index]?.getBoundingClientRect().top ?? edge) - edge,
  };
}

function placeIn(
  { scrollTop }: HTMLElement,
  { keys, offsetOf }: Rows,
  current: string | null,
): ListPlace | undefined {
  const rows = keys() ?? [];
  const found = current === null ? -1 : rows.indexOf(current);
  const isCurrent = found !== -1;
  if (!isCurrent && scrollTop < atTop) return undefined;
  const at = isCurrent ? found : rows.findIndex((_, index) => offsetOf(index) >= scrollTop);
  const row = rows[at];
  return row === undefined ? undefined : { row, isCurrent, at, top: offsetOf(at) - scrollTop };
}

/** Scrolls to a place. Gives the row that is there now, or null where it is still to be read. */
function arrive(
  scroller: HTMLElement,
  { keys, offsetOf, choose, more }: Rows,
  place: ListPlace,
): string | null {
  const rows = keys();
  if (rows === undefined) return null;
  const found = rows.indexOf(place.row);
  if (found === -1 && rows.length < mostRead && more?.(place)) return null;
  const at = found === -1 ? Math.min(place.at, rows.length - 1) : found;
  scroller.scrollTop = offsetOf(at) - place.top;
  // Nobody has chosen the nearest one.
  if (place.isCurrent && found !== -1) choose?.(at);
  return rows[at] ?? "";
}

/** Gives the focus to a row's link, or to the grid, where nobody has it. Whether that was possible: a row may be drawn later. */
function giveFocus(scroller: HTMLElement, row: string): boolean {
  const holder = document.activeElement;
  if (holder !== document.body && holder?.id !== "stage" && holder !== scroller) return true;
  const element = scroller.matches("[role=grid]")
    ? scroller
    : scroller.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] a[href]`);
  element?.focus({ preventScroll: true });
  return element !== null;
}

const keyOf = (target: Element): string | undefined => target.closest<HTMLElement>("[data-row]")?.dataset.row;
