import { useEffect, useRef } from "react";
import type { EventFeed } from "../stores/event-feed.ts";
import { type EventFilter, readFilter, writeFilter } from "../stores/event-filter.ts";

/** Runs the feed while the page is shown, with the filter that the address has; hands its connection back while nobody looks. */
export function useFeed(feed: EventFeed, filter: EventFilter): void {
  const key = writeFilter(filter);
  const latest = useRef(filter);
  latest.current = filter;
  useEffect(() => {
    feed.start(latest.current);
    return () => feed.stop();
  }, [feed]);
  useEffect(() => feed.setFilter(readFilter(new URLSearchParams(key))), [feed, key]);
  useEffect(() => {
    const onVisibility = () => {
      if (document.hidden) feed.suspend();
      else void feed.wake();
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, [feed]);
}
