import type { Event } from "../../core/event.ts";

/** How many events are held in memory at once; what lies beyond is read again from history. */
export const windowLimit = 20_000;

/** A place in history to go on from: the cursor's page starts right below the sequence. */
export interface Mark {
  readonly sequence: number;
  readonly cursor: string;
}

/** An unbroken stretch of the (filtered) events, newest first. */
export interface EventWindow {
  readonly rows: readonly Event[];
  /** Where the rows below the last one are; null where there are none. */
  readonly older: string | null;
  readonly marks: readonly Mark[];
  /** How many rows were dropped from the top since the window was made: what a reader's scroll position is out by. */
  readonly dropped: number;
}

interface Page {
  readonly data: readonly Event[];
  readonly next: string | null;
}

export const emptyWindow: EventWindow = { rows: [], older: null, marks: [], dropped: 0 };

const markOf = ({ data, next }: Page): Mark[] => {
  const last = data.at(-1);
  return next === null || last === undefined ? [] : [{ sequence: last.sequence, cursor: next }];
};

/** The newest page of history as a window. */
export const windowOf = (page: Page): EventWindow => ({
  rows: page.data,
  older: page.next,
  marks: markOf(page),
  dropped: 0,
});

/** Puts arrived events (oldest first) on top, and lets go of the far end where the window is too long. */
export function addNewer(window: EventWindow, arrived: readonly Event[], limit = windowLimit): EventWindow {
  const rows = [...arrived.toReversed(), ...window.rows];
  return shortenEnd({ ...window, rows }, limit);
}

/** Puts the next page of history below, and lets go of the top where the window is too long. */
export function addOlder(window: EventWindow, page: Page, limit = windowLimit): EventWindow {
  const all = [...window.rows, ...page.data];
  const over = Math.max(0, all.length - limit);
  return {
    rows: all.slice(over),
    older: page.next,
    marks: [...window.marks, ...markOf(page)],
    dropped: window.dropped + over,
  };
}

/** Remembers a place to cut at later: live rows come without a cursor of their own. */
export function addMark(window: EventWindow, mark: Mark): EventWindow {
  const marks = [...window.marks.filter((one) => one.sequence !== mark.sequence), mark];
  return { ...window, marks: marks.sort((a, b) => b.sequence - a.sequence) };
}

/** Cuts the end off at the lowest mark that leaves at most `limit` rows; without such a mark nothing is cut. */
function shortenEnd(window: EventWindow, limit: number): EventWindow {
  if (window.rows.length <= limit) return window;
  const highestKept = window.rows[limit - 1]?.sequence ?? 0;
  const newest = window.rows[0]?.sequence ?? 0;
  const fit = window.marks.filter((mark) => mark.sequence >= highestKept && mark.sequence <= newest);
  const cut = fit.at(-1);
  if (cut === undefined) return window;
  return {
    ...window,
    rows: window.rows.filter((row) => row.sequence >= cut.sequence),
    older: cut.cursor,
    marks: window.marks.filter((mark) => mark.sequence >= cut.sequence),
  };
}

/**
 * Joins freshly read pages (newest first) onto a window. Where they do not reach down to it, they become the window:
 * the events between stay in history, one scroll away.
 */
export function joinNewer(window: EventWindow, pages: readonly Page[], limit = windowLimit): EventWindow {
  const top = window.rows[0]?.sequence ?? 0;
  const read = pages.flatMap((page) => page.data);
  const lowest = read.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  const reached = pages.at(-1)?.next === null || lowest <= top;
  if (!reached || top === 0) {
    const joined = pages.reduce<EventWindow | null>(
      (so, page) => (so === null ? windowOf(page) : addOlder(so, page, limit)),
      null,
    );
    return joined ?? window;
  }
  const fresh = read.filter((row) => row.sequence > top);
  const marks = pages.flatMap(markOf).filter((mark) => mark.sequence > top);
  const joined = { ...window, rows: [...fresh, ...window.rows], marks: [...marks, ...window.marks] };
  return shortenEnd(joined, limit);
}
