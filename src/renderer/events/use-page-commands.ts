import { useStore } from "zustand";
import { useCommands } from "../app/use-commands.ts";
import type { EventFeed } from "../stores/event-feed.ts";
import { type EventFilter, isFiltered } from "../stores/event-filter.ts";

interface Filtering {
  readonly filter: EventFilter;
  readonly setFilter: (filter: EventFilter) => void;
}

/** Pausing and filtering, in the palette and by their keys. */
export function usePageCommands(feed: EventFeed, { filter, setFilter }: Filtering): void {
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
