import type { Event, EventPage } from "../../core/event.ts";

/** How many events are held in memory at once; what lies beyond is read again from history. */
export const windowLimit = 5_000;

/** Where in history the rows below the window begin, as the list of events takes it. */
export type Below = { readonly cursor: string } | { readonly before: number };
/** Likewise the rows above it. */
export type Above = { readonly cursor: string } | { readonly after: number };

/** An unbroken stretch of the (filtered) events, newest first. */
export interface EventWindow {
  readonly rows: readonly Event[];
  /** Where the rows below the last one are; null where there are none. */
  readonly older: Below | null;
  /** How many rows above the first one were here, and were let go of while the reader went down. */
  readonly letGo: number;
  /** Where those are; null where there are none. */
  readonly newer: Above | null;
  /** The highest sequence that was ever at the top. */
  readonly edge: number;
  /** Grows whenever what waited above was joined on: the reader is at the live edge again. */
  readonly joins: number;
}

interface Page {
  readonly data: readonly Event[];
  readonly next: string | null;
}

export const emptyWindow: EventWindow = { rows: [], older: null, letGo: 0, newer: null, edge: 0, joins: 0 };

const belowOf = ({ next }: Page): Below | null => (next === null ? null : { cursor: next });

/** The newest page of history as a window. */
export const windowOf = (page: Page): EventWindow => ({
  ...emptyWindow,
  rows: page.data,
  older: belowOf(page),
  edge: page.data[0]?.sequence ?? 0,
});

/** Puts arrived events (oldest first) on top, and lets go of the far end where the window is too long. */
export function addNewer(window: EventWindow, arrived: readonly Event[], limit = windowLimit): EventWindow {
  const rows = [...arrived.toReversed(), ...window.rows];
  return shortenEnd({ ...window, rows, edge: rows[0]?.sequence ?? window.edge }, limit);
}

/** Puts the next page of history below, and lets go of the top where the window is too long. */
export function addOlder(window: EventWindow, page: Page, limit = windowLimit): EventWindow {
  const all = [...window.rows, ...page.data];
  const over = Math.max(0, all.length - limit);
  const rows = all.slice(over);
  const grown = { ...window, rows, older: belowOf(page) };
  if (over === 0) return grown;
  return { ...grown, letGo: window.letGo + over, newer: { after: rows[0]?.sequence ?? 0 } };
}

/** Puts a page of what was let go of (oldest first) back on top, and lets go of the far end instead. */
export function addBack(window: EventWindow, page: Page, limit = windowLimit): EventWindow {
  const back = page.data.filter((event) => event.sequence <= window.edge).toReversed();
  const isAll = page.next === null || (page.data.at(-1)?.sequence ?? 0) >= window.edge;
  const rows = [...back, ...window.rows];
  if (isAll) return shortenEnd({ ...window, rows, letGo: 0, newer: null }, limit);
  const letGo = Math.max(1, window.letGo - back.length);
  return shortenEnd({ ...window, rows, letGo, newer: { cursor: page.next } }, limit);
}

function shortenEnd(window: EventWindow, limit: number): EventWindow {
  if (window.rows.length <= limit) return window;
  const rows = window.rows.slice(0, limit);
  return { ...window, rows, older: { before: rows.at(-1)?.sequence ?? 0 } };
}

/** Pages read to close the gap to what is shown; a longer gap starts the list anew from the top. */
const pagesToJoin = 5;

type ReadPage = (query: { readonly after: number; readonly cursor?: string }) => Promise<EventPage>;

/** What came after a sequence, the newest first, page by page until it is reached or the gap is too long to be closed. */
export async function pagesDownTo(sequence: number, readPage: ReadPage): Promise<readonly EventPage[]> {
  const pages: EventPage[] = [];
  let cursor: { readonly cursor: string } | undefined;
  while (pages.length < pagesToJoin) {
    const read = await readPage({ ...cursor, after: sequence });
    pages.push(read);
    const lowest = read.data.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
    if (read.next === null || lowest <= sequence) break;
    cursor = { cursor: read.next };
  }
  return pages;
}

/**
 * Joins freshly read pages (newest first) onto a window. Where they do not reach down to it, they become the window:
 * the events between stay in history, one scroll away.
 */
export function joinNewer(window: EventWindow, pages: readonly Page[], limit = windowLimit): EventWindow {
  const top = window.rows[0]?.sequence ?? 0;
  const read = pages.flatMap((page) => page.data);
  const last = pages.at(-1);
  if (last === undefined) return window;
  const lowest = read.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  const reached = last.next === null || lowest <= top;
  const joins = window.joins + 1;
  if (!reached || top === 0) return { ...windowOf({ data: read, next: last.next }), joins };
  const fresh = read.filter((row) => row.sequence > top);
  return addNewer({ ...window, letGo: 0, newer: null, joins }, fresh.toReversed(), limit);
}

/** The place in the window of a sequence, which must be one of its rows; -1 where it is not. */
export function indexOf(rows: readonly Event[], sequence: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle]?.sequence ?? 0;
    if (found === sequence) return middle;
    if (found > sequence) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
