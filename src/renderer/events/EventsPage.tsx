import { useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useConsole } from "../app/console-context.ts";
import { usePlace } from "../app/use-here.ts";
import type { EventFeed } from "../stores/event-feed.ts";
import { type EventFilter, readFilter, writeFilter } from "../stores/event-filter.ts";
import { EventList } from "./EventList.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { PauseButton } from "./PauseButton.tsx";
import { useSelection } from "./use-selection.ts";

/** The live list of an environment's events. The filter is part of the address, so that it can be shared. */
export function EventsPage() {
  const console = useConsole();
  const feed = console.feed(usePlace());
  const filter = useFilter(feed);
  const selection = useSelection();
  useSpaceKey(feed);
  return (
    <>
      <div className="stage-col ruled">
        <div className="page-head">
          <h1 className="title">Events</h1>
          <span className="direction truncate">every event, newest first</span>
          <span className="spacer" />
          <PauseButton feed={feed} />
        </div>
        <FilterBar filter={filter.current} onChange={filter.change} />
        <EventList feed={feed} selection={selection} onClearFilter={() => filter.change({})} />
      </div>
      {selection.open !== null && <EventPanel event={selection.open} onClose={selection.close} />}
    </>
  );
}

/** Runs the feed while the page is shown, with the filter that the address has. */
function useFilter(feed: EventFeed) {
  const [path, navigate] = useLocation();
  const current = readFilter(new URLSearchParams(useSearch()));
  const { name, status } = current;
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => {
    feed.start(latest.current);
    return () => feed.stop();
  }, [feed]);
  useEffect(() => feed.setFilter({ name, status }), [feed, name, status]);
  const change = (filter: EventFilter) => navigate(path + writeFilter(filter), { replace: true });
  return { current, change };
}

const takesSpace = "input, textarea, select, button, a, [contenteditable], [role=radio], [role=menuitem]";

/** Space pauses and resumes, wherever it has no other meaning. */
function useSpaceKey(feed: EventFeed): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy = event.target instanceof Element && event.target.closest(takesSpace) !== null;
      const overlaid = document.querySelector("[role=dialog], [role=menu]") !== null;
      if (event.key !== " " || event.repeat || busy || overlaid) return;
      event.preventDefault();
      if (feed.store.getState().pausedAt === null) feed.pause();
      else feed.resume();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [feed]);
}
