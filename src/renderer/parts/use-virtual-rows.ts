import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import type { Density } from "../stores/appearance-store.ts";

interface VirtualRowsOptions {
  readonly count: number;
  /** In px, of every row. */
  readonly rowHeight: number;
  /** What stands above the first row and stays there while it is scrolled, in px. */
  readonly headHeight: number;
  /** A row that is drawn wherever it is: whoever has the focus keeps it. */
  readonly kept?: number;
}

/** Rows above and below what is seen, so that a quick hand meets no gap. */
const overscan = 8;

/** Long lists as rows of one height, drawn only where they are seen; all of them on paper. */
export function useVirtualRows({ count, rowHeight, headHeight, kept = -1 }: VirtualRowsOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => withKept(defaultRangeExtractor(range), kept, count),
  });
  const seen = virtual.getVirtualItems();
  const isPrinted = useSyncExternalStore(onPrint, () => isPrinting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density makes every row anew.
  useLayoutEffect(() => virtual.measure(), [rowHeight]);
  return {
    scroller,
    /** The rows to draw; `start` is in px from the top of the scroller. */
    drawn: isPrinted ? allRows(count, rowHeight, headHeight) : seen,
    /** Those in sight, or nearly: whoever reads ahead goes by them, on paper too. */
    seen,
    /** The height of them all, in px. */
    height: virtual.getTotalSize(),
    /** How many rows a page of keys walks. */
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2,
    /** How far down a row begins, in px from the top of the scroller. */
    offsetOf: (index: number) => headHeight + index * rowHeight,
    bringIntoView: (index: number) => virtual.scrollToIndex(index, { align: "auto" }),
  };
}

/** Whether the page is being printed, or words are looked for on it: all of a list is there then, and nothing is folded. */
export const useIsWhole = (): boolean => useSyncExternalStore(onPrint, () => isPrinting || isSearched);

/** Words are looked for on the page, or no longer. */
export function noteSearch(on: boolean): void {
  isSearched = on;
  for (const changed of lists) changed();
}

let isPrinting = false;
let isSearched = false;
const lists = new Set<() => void>();

function notePrint({ type }: Event): void {
  isPrinting = type === "beforeprint";
  for (const changed of lists) changed();
}

/** Calls back before the page is printed or searched, and after: what is drawn by then is on paper. The page listens on where no list is left. */
function onPrint(changed: () => void): () => void {
  for (const one of ["beforeprint", "afterprint"]) addEventListener(one, notePrint);
  lists.add(changed);
  return () => lists.delete(changed);
}

const allRows = (count: number, rowHeight: number, headHeight: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = headHeight + index * rowHeight;
    return { index, start, end: start + rowHeight };
  });

/** The rows in sight and the one that is kept, in order. */
export function withKept(seen: readonly number[], kept: number, count: number): number[] {
  if (kept < 0 || kept >= count || seen.includes(kept)) return [...seen];
  return [...seen, kept].sort((a, b) => a - b);
}

/** What tokens.css calls `--row`, `--row-list` and `--row-tall`, in CSS px: lists that draw only what is seen reckon with them. */
export const rowHeights = {
  row: { compact: 24, regular: 28, roomy: 34 },
  "row-list": { compact: 32, regular: 36, roomy: 44 },
  "row-tall": { compact: 36, regular: 40, roomy: 48 },
} as const satisfies Record<string, Record<Density, number>>;

/** How high a row of this kind is on this machine, in CSS px. */
export function useRowHeight(kind: keyof typeof rowHeights): number {
  const { appearance } = useConsole();
  return rowHeights[kind][useStore(appearance, ({ density }) => density)];
}
