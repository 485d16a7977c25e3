import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { usePlace } from "../page/use-here.ts";
import type { EventFeed } from "../stores/event-feed.ts";
import { type EventFilter, readFilter, writeFilter } from "../stores/event-filter.ts";
import { EventRates, type Span, viewOf } from "../stores/event-rate.ts";

/** A stream that is narrowed to a time tells nothing of the rest of a live chart, which is then asked for this often (ms). */
const askEvery = 5000;

/** The chart's counts: asked for when the list is (re)loaded, kept up by its stream, moved on every second. */
export function useRates(feed: EventFeed, filter: EventFilter, span: Span): EventRates {
  const { client } = useConsole();
  const place = usePlace();
  const [rates] = useState(() => new EventRates({ client, place }));
  const epoch = useStore(feed.store, (state) => state.epoch);
  const key = writeFilter(filter);
  const timed = filter.from !== undefined || filter.to !== undefined;

  useEffect(() => feed.onReceived((events) => rates.add(events)), [feed, rates]);
  // A new epoch of the list is one of the chart too; with another filter, once the list has its first page.
  const isListed = useStore(
    feed.store,
    (state) => state.phase === "ready" && writeFilter(state.filter) === key,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each epoch is counted anew.
  useEffect(() => {
    if (!isListed) return;
    const wanted = readFilter(new URLSearchParams(key));
    const load = () => void rates.load(viewOf(span, wanted, Date.now()), wanted);
    load();
    const again = timed ? setInterval(() => !document.hidden && load(), askEvery) : undefined;
    return () => {
      clearInterval(again);
      rates.abandon();
    };
  }, [rates, isListed, key, span, epoch, timed]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && rates.store.getState().phase === "ready") rates.tick();
    }, 1000);
    return () => clearInterval(timer);
  }, [rates]);
  return rates;
}
