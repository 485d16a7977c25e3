import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Event } from "../../core/event.ts";
import { type EventWindow, indexOf } from "../live/event-window.ts";
import type { EventFeed } from "./feed/event-feed.ts";

type Scroller = { readonly current: HTMLElement | null };

/** Whether the list stands at its live edge; in CSS pixels. */
export const isAtTop = (scrollTop: number): boolean => scrollTop < 14;

/** Goes to the top when the reader asks to be live again. */
export function useJumps(scroller: Scroller, feed: EventFeed): void {
  const jumps = useStore(feed.store, (state) => state.jumps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump counts, not what is in it.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [scroller, jumps]);
}

/**
 * Has the list stand still while a row is pressed, so that the row under the pointer is the one that opens, and while the
 * current one is in sight. Gives what hears the press. Whoever asks to be live again has let go of the current row.
 */
export function useHeldRow(feed: EventFeed, current: number | null): () => void {
  const [pressed, setPressed] = useState(false);
  const held = pressed || current !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that becomes current is held anew.
  useLayoutEffect(() => feed.hold(held), [feed, held, current]);
  useEffect(() => {
    if (!pressed) return;
    // The click, which makes the row current, comes right behind.
    const letGo = () => setTimeout(() => setPressed(false));
    for (const end of ends) addEventListener(end, letGo);
    return () => {
      for (const end of ends) removeEventListener(end, letGo);
    };
  }, [pressed]);
  return () => setPressed(true);
}

const ends = ["pointerup", "pointercancel", "contextmenu", "blur"];

interface StillRows {
  readonly window: EventWindow;
  readonly paused: boolean;
  /** In CSS px. */
  readonly rowHeight: number;
}

/**
 * Keeps the rows that are read where they are when rows come or go above them, or the paused line does. At the live edge
 * new rows push the others down.
 */
export function useStillRows(scroller: Scroller, { window, paused, rowHeight }: StillRows): void {
  const before = useRef({ window, paused });
  useLayoutEffect(() => {
    const { window: old, paused: wasPaused } = before.current;
    before.current = { window, paused };
    const element = scroller.current;
    if (element === null || old.joins !== window.joins) return;
    if (isAtTop(element.scrollTop) && old.newer === null) return;
    const line = (Number(paused) - Number(wasPaused)) * pausedLineHeight;
    element.scrollTop += line + rowsMoved(old.rows, window.rows, element.scrollTop / rowHeight) * rowHeight;
  }, [scroller, window, paused, rowHeight]);
}

/** By how many places the row at the top has moved, which is so many rows down; 0 where it is gone. */
export function rowsMoved(old: readonly Event[], rows: readonly Event[], scrolled: number): number {
  if (old === rows) return 0;
  const first = Math.min(Math.floor(scrolled), old.length - 1);
  const sequence = old[first]?.sequence;
  const now = sequence === undefined ? -1 : indexOf(rows, sequence);
  return now < 0 ? 0 : now - first;
}

/** Heights of the list's parts, in CSS pixels, as events.css has them. */
export const headHeight = 28;
export const pausedLineHeight = 34;
