// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { EventFeed } from "../stores/event-feed.ts";
import { EventRow } from "./EventRow.tsx";
import { HeldLine } from "./HeldLine.tsx";
import { ListEnd } from "./ListEnd.tsx";
import { ListHead } from "./ListHead.tsx";
import { ListSkeleton, NoEvents } from "./ListStates.tsx";
import { rowKeys } from "./row-keys.ts";
import type { Selection } from "./use-selection.ts";

const rowHeight = 28;
const headHeight = 28;
const pausedLineHeight = 34;
/** Rows from the end at which the next page of history is asked for. */
const readAhead = 40;

interface EventListProps {
  readonly feed: EventFeed;
  readonly selection: Selection;
  readonly onClearFilter: () => void;
}

/** The rows, drawn only where they are seen; or why there are none. */
export function EventList({ feed, selection, onClearFilter }: EventListProps) {
  const phase = useStore(feed.store, (state) => state.phase);
  const empty = useStore(feed.store, (state) => state.window.rows.length === 0 && state.waiting === 0);
  if (phase === "loading") return <ListSkeleton />;
  if (phase === "failed" || empty) return <NoEvents feed={feed} onClearFilter={onClearFilter} />;
  return <Rows feed={feed} selection={selection} />;
}

function Rows({ feed, selection }: Omit<EventListProps, "onClearFilter">) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, dropped, older } = useStore(feed.store, (state) => state.window);
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const margin = headHeight + (paused ? pausedLineHeight : 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.sequence ?? index,
    overscan: 10,
    scrollMargin: margin,
    scrollPaddingStart: margin,
  });
  const shown = virtual.getVirtualItems();
  useStillRows(scroller, dropped, paused);
  useReadAhead(feed, shown.at(-1)?.index ?? 0, rows.length, older);

  const selectedIndex = rows.findIndex((row) => row.sequence === selection.current);
  const drawn = shown.some(({ index }) => index === selectedIndex);
  const onKeyDown = rowKeys({
    rows,
    selectedIndex,
    selection,
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2,
    bringIntoView: (index) => virtual.scrollToIndex(index, { align: "auto" }),
  });

  return (
    <div className="list-frame">
      <div
        className="scroll event-table ruled"
        role="grid"
        aria-label="Events"
        aria-rowcount={older === null ? rows.length + 1 : -1}
        aria-activedescendant={drawn ? `event-${selection.current}` : undefined}
        tabIndex={0}
        ref={scroller}
        onKeyDown={onKeyDown}
        onScroll={(event) => feed.scrolled(event.currentTarget.scrollTop < rowHeight / 2)}
      >
        <ListHead />
        <HeldLine feed={feed} onJump={() => jumpToTop(scroller.current, feed)} />
        <div role="rowgroup" className="rows" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <EventRow
                key={row.sequence}
                event={row}
                index={index}
                top={start - margin}
                selected={row.sequence === selection.current}
                onSelect={selection.show}
              />
            );
          })}
        </div>
        <ListEnd feed={feed} />
      </div>
    </div>
  );
}

function jumpToTop(scroller: HTMLElement | null, feed: EventFeed): void {
  if (scroller !== null) scroller.scrollTop = 0;
  feed.resume();
}

/** Keeps the rows that are read where they are when rows leave above them or the paused line comes and goes. */
function useStillRows(scroller: { readonly current: HTMLElement | null }, dropped: number, paused: boolean) {
  const before = useRef({ dropped, paused });
  useLayoutEffect(() => {
    const rowsGone = Math.max(0, dropped - before.current.dropped) * rowHeight;
    const line = (Number(paused) - Number(before.current.paused)) * pausedLineHeight;
    before.current = { dropped, paused };
    const element = scroller.current;
    if (element !== null && element.scrollTop > 0) element.scrollTop += line - rowsGone;
  }, [scroller, dropped, paused]);
}

function useReadAhead(feed: EventFeed, lastShown: number, total: number, older: string | null): void {
  useEffect(() => {
    if (older !== null && lastShown > total - readAhead) void feed.loadOlder();
  }, [feed, lastShown, total, older]);
}
