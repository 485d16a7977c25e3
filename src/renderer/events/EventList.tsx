// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).

import { ArrowUp } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect } from "react";
import { useStore } from "zustand";
import type { Event } from "../../core/event.ts";
import type { Below } from "../live/event-window.ts";
import { type LocalKey, useLocalKeys } from "../page/use-local-keys.ts";
import { Button } from "../parts/Button.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { rowStepKeys } from "../parts/row-step.ts";
import { useListPlace } from "../parts/use-list-place.ts";
import { usePlatformDay } from "../parts/use-time.ts";
import { useRowHeight, useVirtualRows } from "../parts/use-virtual-rows.ts";
import { count, counted, timeWithSeconds } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";
import { EventRow } from "./EventRow.tsx";
import { type ColumnsStore, columnNames, type EventColumn } from "./event-columns.ts";
import { togglePin } from "./event-pins.ts";
import type { EventFeed } from "./feed/event-feed.ts";
import { ListEnd, ListSkeleton, NoEvents } from "./ListStates.tsx";
import { headHeight, isAtTop, pausedLineHeight, useHeldRow, useJumps, useStillRows } from "./still-rows.ts";
import type { Selection } from "./use-selection.ts";

/** Rows from the end at which the next page of history is asked for. */
const readAhead = 40;
/** More rows than a screen has at once: each drawn row has an element of its own, which the next event takes over. */
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
  const window = useStore(feed.store, (state) => state.window);
  const { rows, older } = window;
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const pinned = useStore(feed.pins, (state) => state.pinned);
  const shownColumns = useStore(columns, (state) => state.shown);
  const margin = headHeight + (paused ? pausedLineHeight : 0);
  const rowHeight = useRowHeight("row");
  const virtual = useVirtualRows({ count: rows.length, rowHeight, headHeight: margin });
  const { scroller, drawn, seen } = virtual;
  useJumps(scroller, feed);
  useStillRows(scroller, { window, paused, rowHeight });
  useReadAhead(feed, seen.at(-1)?.index ?? 0, rows.length, older);

  const day = usePlatformDay();
  const { current } = selection;
  const currentIsDrawn = drawn.some(({ index }) => rows[index]?.sequence === current);
  useListPlace("events", scroller, {
    keys: () => rows.map(({ sequence }) => String(sequence)),
    offsetOf: virtual.offsetOf,
    current: current === null ? null : String(current),
    choose: (index) => rows[index] !== undefined && selection.move(rows[index]),
    more: ({ row }) => {
      const mayCome = older !== null && Number(row) < (rows.at(-1)?.sequence ?? 0);
      // What failed is not asked for with every step, but on request, and when the server answers again.
      if (mayCome && feed.store.getState().olderProblem === null) void feed.loadOlder();
      return mayCome;
    },
  });
  const onPointerDown = useHeldRow(feed, currentIsDrawn ? current : null);
  const onKeyDown = useRowKeys(rows, selection, feed, virtual);

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
        onScroll={({ currentTarget: { scrollTop } }) => {
          feed.scrolled(isAtTop(scrollTop));
          if (scrollTop < readAhead * rowHeight) void feed.loadNewer();
        }}
      >
        <ListHead columns={shownColumns} />
        <HeldLine feed={feed} />
        <div
          role="rowgroup"
          className="rows"
          style={{ height: virtual.height }}
          onPointerDown={onPointerDown}
        >
          {drawn.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <EventRow
                key={index % Math.max(elements, drawn.length)}
                event={row}
                index={index}
                top={start - margin}
                columns={shownColumns}
                selected={row.sequence === current}
                pinned={pinned.some((one) => one.sequence === row.sequence)}
                day={day}
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

function useReadAhead(feed: EventFeed, lastShown: number, total: number, older: Below | null): void {
  useEffect(() => {
    if (older !== null && lastShown > total - readAhead) void feed.loadOlder();
  }, [feed, lastShown, total, older]);
}

/** The columns' names, which stay in sight. */
function ListHead({ columns }: { readonly columns: readonly EventColumn[] }) {
  return (
    <div className="thead" role="row">
      {columns.map((column) => (
        <span key={column} role="columnheader" className={headClass[column]}>
          {columnNames[column]}
        </span>
      ))}
    </div>
  );
}

const headClass: Partial<Record<EventColumn, string>> = { sequence: "gutter", sdk: "col-sdk" };

/** A column's narrowest width in px, and what it gets of the room that is left. */
const widths: Readonly<Record<EventColumn, readonly [narrowest: number, share: number]>> = {
  sequence: [64, 0],
  received: [118, 0],
  time: [118, 0],
  name: [160, 1],
  user: [124, 1.3],
  session: [120, 0.3],
  metadata: [150, 1.7],
  source: [84, 0],
  experience: [110, 0.3],
  sdk: [124, 0.3],
};

const track = (column: EventColumn): string => {
  if (column === "sequence") return "var(--margin-w)";
  // As wide as a day of another year with its time, where there is room.
  if (column === "received" || column === "time") return `minmax(${widths[column][0]}px, 164px)`;
  // The stylesheet takes the SDK away where the list is narrow.
  if (column === "sdk") return "var(--sdk-track)";
  const [narrowest, share] = widths[column];
  return share === 0 ? `${narrowest}px` : `minmax(${narrowest}px, ${share}fr)`;
};

/** The grid's columns and the least room they need, as the list's custom properties. */
const columnTracks = (shown: readonly EventColumn[]): Readonly<Record<string, string>> => ({
  "--cols": shown.map(track).join(" "),
  "--row-min": `${shown.filter((one) => one !== "sdk").reduce((sum, column) => sum + widths[column][0], 0)}px`,
});

/** Between the head and the rows: what waits while the list is paused, or while the reader is further down. */
function HeldLine({ feed }: { readonly feed: EventFeed }) {
  const pausedAt = useStore(feed.store, (state) => state.pausedAt);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const atTop = useStore(feed.store, (state) => state.atTop);
  const isOver = useStore(
    feed.store,
    ({ filter: { to } }) => to !== undefined && Date.parse(to) < platformNow().getTime(),
  );
  const onJump = () => feed.resume();
  if (pausedAt !== null)
    return <PausedLine at={pausedAt} waiting={waiting} isOver={isOver} onResume={onJump} />;
  if (atTop && waiting === 0) return null;
  return (
    <div className="jump" role="row">
      <span role="gridcell">
        <Button small icon={ArrowUp} onClick={onJump}>
          {waiting > 0 ? `${count(waiting)} new` : "Jump to live"}
        </Button>
      </span>
    </div>
  );
}

interface PausedLineProps {
  readonly at: string;
  readonly waiting: number;
  /** Whether the time that is shown is over: nothing new comes into it. */
  readonly isOver: boolean;
  readonly onResume: () => void;
}

function PausedLine({ at, waiting, isOver, onResume }: PausedLineProps) {
  const rest =
    waiting === 0
      ? isOver
        ? "No new event falls into the time that is shown."
        : "New events will wait above this line."
      : `${counted(waiting, "event waits", "events wait")} above this line. None are dropped.`;
  return (
    <div className="held" role="row">
      <span className="gutter" role="gridcell">
        {waiting > 0 ? `+${count(waiting)}` : "0"}
      </span>
      <span className="held-words truncate" role="gridcell">
        <b className="strong">Paused at {timeWithSeconds(at)}.</b> <span className="text-2">{rest}</span>
      </span>
      <span role="gridcell">
        <Button small onClick={onResume}>
          Resume <KeyHint keys="Space" />
        </Button>
      </span>
    </div>
  );
}

type View = Pick<ReturnType<typeof useVirtualRows>, "pageRows" | "bringIntoView">;

/** The keys of the list: those that walk it, and what they do with the current row. */
function useRowKeys(rows: readonly Event[], selection: Selection, feed: EventFeed, view: View) {
  const selectedIndex = () => rows.findIndex(({ sequence }) => sequence === selection.current);
  const go = (index: number) => {
    const target = rows[index];
    if (target === undefined) return;
    selection.move(target);
    view.bringIntoView(index);
  };
  const withCurrent = (title: string, keys: string[], act: (event: Event) => unknown): LocalKey => ({
    title,
    keys,
    run: () => {
      const current = rows[selectedIndex()];
      return current !== undefined && act(current);
    },
  });
  const press = useLocalKeys("In the list of events", [
    ...rowStepKeys(() => ({ current: selectedIndex(), total: rows.length, pageRows: view.pageRows() }), go),
    withCurrent("Open the event", ["Enter"], selection.show),
    withCurrent("Pin the event, or unpin it", ["p"], (event) => togglePin(feed.pins, event)),
    withCurrent("Copy the event as JSON", ["mod+c", "c"], (event) => nothingIsMarked() && copyEvent(event)),
    { title: "Close the event", keys: ["Escape"], run: selection.leave },
  ]);
  return (event: KeyboardEvent): void => {
    if (event.target === event.currentTarget) press(event);
  };
}

const nothingIsMarked = (): boolean => getSelection()?.isCollapsed !== false;
const copyEvent = (event: Event) => navigator.clipboard?.writeText(JSON.stringify(event, null, 2));
