import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

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
  /** Gives their keys; undefined until they are known, in their order. Asked only where the place is read, kept or held. */
  readonly keys: () => readonly string[] | undefined;
  /** In px from the top of what is scrolled. */
  readonly offsetOf: (index: number) => number;
  /** The current row of a grid, which has the focus in place of its rows. */
  readonly current?: string | null;
  /** Makes a row the current one. */
  readonly choose: (index: number) => void;
  /** Reads the rows behind the last one, where the one of the place may be among them; gives whether it may. */
  readonly more?: (place: ListPlace) => boolean;
}

/** How often the place is written at most, in ms: browsers limit changes of their history. */
const writeDelay = 150;
/** How far down a list is read for a place, in rows. */
const mostRead = 5000;
/** A list that is scrolled by less stands at its top, in px. */
const atTop = 14;

/**
 * Keeps one's place in a list with the step of the browser's way back, so that going back, or loading the page anew, finds
 * the rows where they were, the current one with the focus. The row's key leads: others may have come or gone, and may still come
 * until one acts or scrolls oneself. Opened anew, as from the rail, a list begins at its top. Each row has its key as `data-row`; a list that is drawn whole needs nothing more. What has the reading go on
 * after a failure is marked by `data-reads-on`: pressing it does not give the place up.
 */
export function useListPlace(list: string, scroller: RefObject<HTMLElement | null>, drawn?: DrawnRows): void {
  const search = useRef<Search>({ place: stateOf().places?.[list], held: undefined, focus: undefined });
  useLayoutEffect(() => {
    if (scroller.current !== null) goOn(search.current, scroller.current, drawn);
  });
  const now = useEffectEvent(() => drawn);
  useEffect(() => {
    const left = new AbortController();
    endByOwnActs(search.current, left.signal);
    const write = (pressed: string | null) => {
      const element = scroller.current;
      if (element === null || search.current.place !== undefined) return;
      const current = pressed ?? now()?.current ?? null;
      keep(list, placeIn(element, rowsOf(element, now()), current));
    };
    writeOnActs(() => scroller.current, write, left.signal);
    return () => left.abort();
  }, [list, scroller]);
}

/** A row and where it stands; px as in `ListPlace`. */
interface Standing extends Pick<ListPlace, "row" | "top"> {
  readonly scrollTop: number;
  /** The row behind it: where that is another one, it is this row that has moved. */
  readonly next: string | undefined;
}

/** What of a place is still to be found again. */
interface Search {
  place: ListPlace | undefined;
  /** The row that was come to, which news above it would push away. */
  held: Standing | undefined;
  /** The row that gets the focus. */
  focus: string | undefined;
}

function goOn(search: Search, scroller: HTMLElement, drawn: DrawnRows | undefined): void {
  const { place, held } = search;
  if (place !== undefined) {
    const row = arrive(scroller, rowsOf(scroller, drawn), place);
    if (row === null) return;
    if (place.isCurrent && row === place.row) search.focus = row;
    search.place = undefined;
    search.held = standing(scroller, rowsOf(scroller, drawn), row);
  } else if (held !== undefined) {
    search.held = stay(scroller, rowsOf(scroller, drawn), held);
  }
  if (search.focus !== undefined && giveFocus(scroller, search.focus)) search.focus = undefined;
}

/** Whoever moves wants to be elsewhere; but for who has the reading go on that leads to the place. */
function endByOwnActs(search: Search, signal: AbortSignal): void {
  const end = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-reads-on]") !== null) return;
    Object.assign(search, { place: undefined, held: undefined, focus: undefined });
  };
  for (const one of ["wheel", "pointerdown", "keydown"])
    document.addEventListener(one, end, { capture: true, signal });
}

/** Writes the place down as it changes, and before anything that may leave the page; the row that was pressed, or has the focus, with it. */
function writeOnActs(
  scroller: () => HTMLElement | null,
  writePlace: (pressed: string | null) => void,
  signal: AbortSignal,
): void {
  let pressed: string | null = null;
  const { now, later } = throttled(() => writePlace(pressed), signal);
  const notePressed = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest("#stage") === null) return;
    pressed = scroller()?.contains(target) ? (keyOf(target) ?? pressed) : null;
    later();
  };
  const onKey = ({ key, target }: KeyboardEvent) => {
    if (target === scroller()) pressed = null;
    if (/^(Arrow|Page|Home|End)/.test(key)) later();
    else now();
  };
  const on = { capture: true, signal };
  for (const one of ["focusin", "click"]) document.addEventListener(one, notePressed, on);
  document.addEventListener("click", now, on);
  document.addEventListener("scroll", ({ target }) => target === scroller() && later(), on);
  document.addEventListener("keydown", onKey, on);
  addEventListener("pagehide", now, on);
}

/** `now` writes at once; `later` within 150 ms, once for all that ask meanwhile. */
function throttled(write: () => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = () => {
    stop();
    write();
  };
  signal.addEventListener("abort", stop);
  const later = () => {
    timer ??= setTimeout(now, writeDelay);
  };
  return { now, later };
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

/**
 * Scrolls to a place. Gives the row that is there now, or null where it is still to be read: the end of what is read is in
 * sight meanwhile, where it says how that goes.
 */
function arrive(
  scroller: HTMLElement,
  { keys, offsetOf, choose, more }: Rows,
  place: ListPlace,
): string | null {
  const rows = keys();
  if (rows === undefined) return null;
  const found = rows.indexOf(place.row);
  const mayCome = found === -1 && rows.length < mostRead && more?.(place) === true;
  if (mayCome) {
    scroller.scrollTop = scroller.scrollHeight;
    return null;
  }
  const at = found === -1 ? Math.min(place.at, rows.length - 1) : found;
  scroller.scrollTop = offsetOf(at) - place.top;
  // Nobody has chosen the nearest one.
  if (place.isCurrent && found !== -1) choose?.(at);
  return rows[at] ?? "";
}

/** Scrolls so that a row stands where it stood, but where somebody has scrolled, or the row has another place among the others. */
function stay(scroller: HTMLElement, rows: Rows, before: Standing): Standing | undefined {
  const now = standing(scroller, rows, before.row);
  if (now?.scrollTop !== before.scrollTop || now.next !== before.next) return undefined;
  scroller.scrollTop += now.top - before.top;
  return standing(scroller, rows, before.row);
}

function standing({ scrollTop }: HTMLElement, { keys, offsetOf }: Rows, row: string): Standing | undefined {
  const rows = keys() ?? [];
  const at = rows.indexOf(row);
  // At its top one sees what comes.
  if (at === -1 || scrollTop < atTop) return undefined;
  return { row, next: rows[at + 1], top: offsetOf(at) - scrollTop, scrollTop };
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
