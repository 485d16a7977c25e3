import "./events.css";
import { Check, Columns3, History, Pause, Play } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import { whenSeen } from "../live/event-stream.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { useNotUnderstood } from "../parts/use-address-query.ts";
import { count, counted } from "../text/format.ts";
import { EventList } from "./EventList.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import {
  type ColumnsStore,
  columnNames,
  createColumnsStore,
  eventColumns,
  fixedColumns,
  toggleColumn,
} from "./event-columns.ts";
import { type EventFilter, isFiltered, notFilters, readFilter, writeFilter } from "./event-filter.ts";
import { togglePin } from "./event-pins.ts";
import { FilterBar } from "./FilterBar.tsx";
import type { EventFeed } from "./feed/event-feed.ts";
import { readSpan, type Span } from "./feed/event-rate.ts";
import { Pins } from "./Pins.tsx";
import { RateSection } from "./RateSection.tsx";
import { RecordButton } from "./replay/RecordButton.tsx";
import { ReplayDialog } from "./replay/ReplayDialog.tsx";
import { ReplayLine } from "./replay/ReplayLine.tsx";
import type { Recording } from "./replay/recordings.ts";
import { changePlan } from "./replay/replay-plan.ts";
import { useSelection } from "./use-selection.ts";

/** The live list of an environment's events. What is shown is in the address, so that it can be shared. */
export function EventsPage() {
  const feed = useConsole().feed(usePlace());
  const address = useAddress();
  const { filter } = address;
  useFeed(feed, filter);
  usePageCommands(feed, address);
  const selection = useSelection();
  const replaying = useReplayDialog();
  const [columns] = useState(() => createColumnsStore());
  const rows = useCallback(() => feed.store.getState().window.rows, [feed]);
  return (
    <>
      <div className="stage-col ruled events">
        <div className="page-head">
          <h1 className="title">Events</h1>
          <span className="direction truncate">every event, newest first</span>
          <span className="spacer" />
          <ColumnsMenu columns={columns} />
          <ExportMenu filter={filter} feed={feed} />
          <RecordButton onRecorded={replaying.showRecording} />
          <Button look="quiet" onClick={replaying.show}>
            <Icon of={History} />
            Replay…
          </Button>
          <PauseButton feed={feed} />
        </div>
        <ReplayLine onShow={() => address.setFilter({ source: "replay" })} />
        <FilterBar filter={filter} onChange={address.setFilter} rows={rows} />
        <RateSection
          feed={feed}
          filter={filter}
          span={address.span}
          onFilter={address.setFilter}
          onSpan={address.setSpan}
        />
        <ProblemLine as="span">{selection.unread}</ProblemLine>
        <Pins pins={feed.pins} onOpen={selection.show} />
        <EventList
          feed={feed}
          selection={selection}
          columns={columns}
          onClearFilter={() => address.setFilter({})}
        />
      </div>
      {replaying.open && <ReplayDialog onClose={replaying.close} filter={filter} />}
      {selection.open !== null && (
        <EventPanel
          event={selection.open}
          pins={feed.pins}
          filter={filter}
          onFilter={address.setFilter}
          onPin={(event) => togglePin(feed.pins, event)}
          onClose={() => {
            selection.close();
            document.querySelector<HTMLElement>(".event-table")?.focus();
          }}
        />
      )}
    </>
  );
}

/** The filter and the chart's span, as the address has them; what else it has stays. */
function useAddress() {
  const [path, navigate] = useLocation();
  const text = useSearch();
  const search = new URLSearchParams(text);
  const filter = readFilter(search);
  const span = readSpan(search.get("span"));
  useNotUnderstood(notFilters(search));
  const go = (next: EventFilter, nextSpan: Span) => {
    const query = new URLSearchParams(writeFilter(next));
    const open = new URLSearchParams(location.search).get("event");
    if (nextSpan !== "15m") query.set("span", nextSpan);
    if (open !== null) query.set("event", open);
    navigate(path + (query.size > 0 ? `?${query}` : ""), { replace: true });
  };
  return {
    filter,
    span,
    setFilter: (next: EventFilter) => go(next, span),
    setSpan: (next: Span) => go(filter, next),
  };
}

/** Runs the feed while the page is shown, with the filter that the address has; hands its connection back while nobody looks. */
function useFeed(feed: EventFeed, filter: EventFilter): void {
  const key = writeFilter(filter);
  const start = useEffectEvent(() => feed.start(filter));
  useEffect(() => {
    start();
    return () => feed.stop();
  }, [feed]);
  useEffect(() => feed.setFilter(readFilter(new URLSearchParams(key))), [feed, key]);
  useEffect(() => whenSeen((visible) => (visible ? void feed.wake() : feed.suspend())), [feed]);
}

/** Pausing and filtering, in the palette and by their keys. */
function usePageCommands(feed: EventFeed, { filter, setFilter }: ReturnType<typeof useAddress>): void {
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const group = "Events";
  const statuses = [
    { status: undefined, title: "Show accepted and rejected events", keywords: ["all status"] },
    { status: "accepted", title: "Show accepted events only", keywords: ["status"] },
    { status: "rejected", title: "Show rejected events only", keywords: ["status refused"] },
  ] as const;
  useCommands([
    {
      id: "events/pause",
      title: paused ? "Resume the list of events" : "Pause the list of events",
      group,
      keys: "Space",
      run: () => (paused ? feed.resume() : feed.pause()),
    },
    {
      id: "events/filter",
      title: "Filter the events",
      group,
      keys: "/",
      run: () => document.querySelector<HTMLElement>(".filter-box input")?.focus(),
    },
    ...statuses.map(({ status, title, keywords }) => ({
      id: `events/status/${status ?? "all"}`,
      title,
      group,
      keywords,
      run: () => setFilter({ ...filter, status }),
    })),
    ...(isFiltered(filter)
      ? [{ id: "events/clear", title: "Clear all filters", group, run: () => setFilter({}) }]
      : []),
  ]);
}

/** Whether the Replay dialog is shown, and the ways to it. */
function useReplayDialog() {
  const { replayPlans } = useConsole();
  const { space } = useHere();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useCommands([{ id: "events/replay", title: "Replay events…", group: "Events", run: show }]);
  return {
    open,
    show,
    close: () => setOpen(false),
    showRecording: ({ id }: Recording) => {
      changePlan(replayPlans, space.id, { kind: "recording", recordingId: id });
      show();
    },
  };
}

/** Chooses the list's columns; this browser remembers them. */
function ColumnsMenu({ columns }: { readonly columns: ColumnsStore }) {
  const shown = useStore(columns, (state) => state.shown);
  const chosen = eventColumns.filter((column) => !fixedColumns.includes(column));
  useCommands(
    chosen.map((column) => ({
      id: `events/column/${column}`,
      title: `${shown.includes(column) ? "Hide" : "Show"} the column ${columnNames[column]}`,
      group: "Events",
      keywords: ["columns events"],
      run: () => toggleColumn(columns, column),
    })),
  );
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn btn-quiet">
        <Icon of={Columns3} />
        Columns
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
        {chosen.map((column) => (
          <DropdownMenu.CheckboxItem
            key={column}
            checked={shown.includes(column)}
            onCheckedChange={() => toggleColumn(columns, column)}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="menu-mark">{shown.includes(column) && <Icon of={Check} size={14} />}</span>
            {columnNames[column]}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** How often the counter is read aloud at most, in ms. */
const sayEvery = 10_000;

/** Pauses the list, or goes on with what waited. What is read aloud is the change, and the counter now and then. */
function PauseButton({ feed }: { readonly feed: EventFeed }) {
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const ready = useStore(feed.store, (state) => state.phase === "ready");
  const said = useSaid(feed, paused);
  return (
    <>
      <span className="sr" role="status">
        {said}
      </span>
      <BehindNote feed={feed} />
      {paused ? (
        <Button look="primary" onClick={() => feed.resume()}>
          <Icon of={Play} />
          Resume {waiting > 0 && <span className="num">{count(waiting)}</span>}
        </Button>
      ) : (
        <Button disabled={!ready} onClick={() => feed.pause()}>
          <Icon of={Pause} />
          Pause <KeyHint keys="Space" />
        </Button>
      )}
    </>
  );
}

/** Why the list may be behind what happens, while it is. */
function BehindNote({ feed }: { readonly feed: EventFeed }) {
  const isLate = useStore(feed.store, (state) => state.isLate);
  const catchingUp = useStore(feed.store, (state) => state.catchingUp);
  return (
    <span className="direction" role="status">
      {isLate ? "Not live: connecting…" : catchingUp && "Reading what came…"}
    </span>
  );
}

const pausedWords = "Paused. New events wait.";

/** What a screen reader is told: at once that the list is paused, then how many wait, once in a while. */
function useSaid(feed: EventFeed, paused: boolean): string {
  const [words, setWords] = useState("");
  useEffect(() => {
    if (!paused) return setWords("");
    setWords(pausedWords);
    const timer = setInterval(() => {
      const { waiting } = feed.store.getState();
      setWords(waiting > 0 ? `${counted(waiting, "event waits", "events wait")}.` : pausedWords);
    }, sayEvery);
    return () => clearInterval(timer);
  }, [feed, paused]);
  return words;
}
