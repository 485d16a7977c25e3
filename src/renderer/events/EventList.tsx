// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { ColumnsStore } from "../stores/event-columns.ts";
import type { EventFeed } from "../stores/event-feed.ts";
import { togglePin } from "../stores/event-pins.ts";
import { columnTracks } from "./column-tracks.ts";
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
/** More rows than are ever drawn at once: each drawn row has an element of its own, which the next event takes over. */
const elements = 256;

interface EventListProps {
  readonly feed: EventFeed;
  readonly selection: Selection;
  readonly columns: ColumnsStore;
  readonly onClearFilter: () => void;
}

/** The rows, drawn only where they are seen; or why there are none. */
export function EventList({ onClearFilter, ...rest }: EventListProps) {
  const { feed } = rest;
  const phase = useStore(feed.store, (state) => state.phase);
  const empty = useStore(feed.store, (state) => state.window.rows.length === 0 && state.waiting === 0);
  if (phase === "loading") return <ListSkeleton />;
  if (phase === "failed" || empty) return <NoEvents feed={feed} onClearFilter={onClearFilter} />;
  return <Rows {...rest} />;
}

function Rows({ feed, selection, columns }: Omit<EventListProps, "onClearFilter">) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, dropped, older } = useStore(feed.store, (state) => state.window);
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const pinned = useStore(feed.pins, (state) => state.pinned);
  const shownColumns = useStore(columns, (state) => state.shown);
  const margin = headHeight + (paused ? pausedLineHeight : 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: margin,
  });
  const drawn = virtual.getVirtualItems();
  useStillRows(scroller, dropped, paused);
  useReadAhead(feed, drawn.at(-1)?.index ?? 0, rows.length, older);

  const { current } = selection;
  const currentIsDrawn = drawn.some(({ index }) => rows[index]?.sequence === current);
  const onKeyDown = rowKeys({
    rows,
    selectedIndex: () => rows.findIndex((row) => row.sequence === current),
    selection,
    pin: (event) => togglePin(feed.pins, event),
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
        aria-activedescendant={currentIsDrawn ? `event-${current}` : undefined}
        tabIndex={0}
        ref={scroller}
        style={columnTracks(shownColumns) as CSSProperties}
        onKeyDown={onKeyDown}
        onScroll={(event) => feed.scrolled(event.currentTarget.scrollTop < rowHeight / 2)}
      >
        <ListHead columns={shownColumns} />
        <HeldLine feed={feed} onJump={() => jumpToTop(scroller.current, feed)} />
        <div role="rowgroup" className="rows" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <EventRow
                key={index % elements}
                event={row}
                index={index}
                top={start - margin}
                columns={shownColumns}
                selected={row.sequence === current}
                pinned={pinned.some((one) => one.sequence === row.sequence)}
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
