import "./events.css";
import { History } from "lucide-react";
import { useCallback, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useConsole } from "../app/console-context.ts";
import { usePlace } from "../app/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { createColumnsStore } from "../stores/event-columns.ts";
import { type EventFilter, readFilter, writeFilter } from "../stores/event-filter.ts";
import { togglePin } from "../stores/event-pins.ts";
import { readSpan, type Span } from "../stores/rate-view.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { EventList } from "./EventList.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { PauseButton } from "./PauseButton.tsx";
import { Pins } from "./Pins.tsx";
import { RateSection } from "./RateSection.tsx";
import { RecordButton } from "./replay/RecordButton.tsx";
import { ReplayDialog } from "./replay/ReplayDialog.tsx";
import { ReplayLine } from "./replay/ReplayLine.tsx";
import { useReplayDialog } from "./replay/use-replay-dialog.ts";
import { useFeed } from "./use-feed.ts";
import { usePageCommands } from "./use-page-commands.ts";
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
          <button type="button" className="btn btn-quiet" onClick={replaying.show}>
            <Icon of={History} />
            Replay…
          </button>
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
        <Pins pins={feed.pins} onOpen={selection.show} />
        <EventList
          feed={feed}
          selection={selection}
          columns={columns}
          onClearFilter={() => address.setFilter({})}
        />
      </div>
      <ReplayDialog open={replaying.open} onClose={replaying.close} filter={filter} />
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
