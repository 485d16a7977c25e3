import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { useStatus } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { count, counted, timeWithSeconds } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";
import { isWhole, moveEdge, type TimeRange, timeAt, wholeBars } from "./brush-range.ts";
import { type EventFilter, readFilter, writeFilter } from "./event-filter.ts";
import { rateWords, stepWords, timeRangeWords } from "./event-words.ts";
import type { EventFeed } from "./feed/event-feed.ts";
import { bucketsWithin, EventRates, type Span, totals, viewOf } from "./feed/event-rate.ts";
import { RateChart, RateTicks } from "./RateChart.tsx";
import { TimePopover } from "./TimePopover.tsx";

interface RateSectionProps {
  readonly feed: EventFeed;
  readonly filter: EventFilter;
  readonly span: Span;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onSpan: (span: Span) => void;
}

/** Events over time, above the list: what was accepted, what was rejected, and a stretch of time to choose. */
export function RateSection({ feed, filter, span, onFilter, onSpan }: RateSectionProps) {
  const rates = useRates(feed, filter, span);
  const state = useStore(rates.store);
  const { from, to, step, buckets, phase } = state;
  const waits = useStore(feed.store, (list) => list.phase !== "failed") && phase === "loading";
  const chosen = filter.from !== undefined || filter.to !== undefined;
  const start = filter.from === undefined ? from : Date.parse(filter.from);
  const end = filter.to === undefined ? to : Date.parse(filter.to);
  const range = chosen ? { from: start, to: end } : null;
  const isExact = isWhole({ ...(filter.from && { from: start }), ...(filter.to && { to: end }) }, step);
  const sum = totals(chosen ? bucketsWithin(buckets, start, end, step) : buckets);
  return (
    <section className="rate-section" aria-label="Events over time">
      <div className="inset rate-head">
        <TimePopover filter={filter} span={span} onFilter={onFilter} onSpan={onSpan} />
        <span className="rate-sum num truncate">
          {chosen && <b>{timeRangeWords(filter)}</b>}{" "}
          {phase === "failed" ? (
            <span className="field-error">The chart could not be read. {state.problem}</span>
          ) : buckets.length === 0 ? (
            waits && <span className="direction">not counted yet</span>
          ) : (
            <>
              {isExact ? "" : "about "}
              {counted(sum.accepted, "event")}
              {sum.rejected > 0 && `, ${count(sum.rejected)} rejected`}
            </>
          )}
        </span>
        {phase === "failed" && (
          <Button small onClick={() => feed.retry()}>
            Try again
          </Button>
        )}
        <span className="spacer" />
        <span className="direction small">
          {buckets.length > 0 && `by when they happened, a bar is ${stepWords(step)}`}
        </span>
      </div>
      <figure className="rate" aria-busy={waits}>
        <figcaption className="sr">{rateWords(state)}</figcaption>
        <div className="rate-plot">
          {/* Until the chart has its times there is nothing to choose from. */}
          {buckets.length > 0 && (
            <>
              <RateChart buckets={buckets} from={from} to={to} step={step} chosen={range} />
              <RateBrush
                view={{ from, to, step }}
                chosen={range}
                onChoose={(next) =>
                  onFilter({
                    ...filter,
                    from: next === null ? undefined : new Date(next.from).toISOString(),
                    to: next === null ? undefined : new Date(next.to).toISOString(),
                  })
                }
              />
            </>
          )}
        </div>
        <RateTicks from={from} to={to} highest={totals(buckets).highest} />
      </figure>
    </section>
  );
}

/** A stream that is narrowed to a time tells nothing of the rest of a live chart, which is then asked for this often (ms). */
const askEvery = 5000;

/** The chart's counts: asked for when the list is (re)loaded, kept up by its stream, moved on every second. */
function useRates(feed: EventFeed, filter: EventFilter, span: Span): EventRates {
  const { client } = useConsole();
  const place = usePlace();
  const [rates] = useState(() => new EventRates({ client, place }));
  const epoch = useStore(feed.store, (state) => state.epoch);
  const clock = useStatus()?.clock;
  // Moved, it shows another time.
  const moved = clock?.mode === "frozen" ? clock.at : (clock?.seconds ?? 0);
  const key = writeFilter(filter);
  const timed = filter.from !== undefined || filter.to !== undefined;

  useEffect(() => feed.onReceived((events) => rates.add(events)), [feed, rates]);
  // A new epoch of the list is one of the chart too; with another filter, once the list has its first page.
  const isListed = useStore(
    feed.store,
    (state) => state.phase === "ready" && writeFilter(state.filter) === key,
  );
  useQuery({
    queryKey: ["getEventRate", { place, filter: key, span, epoch, moved }],
    queryFn: ({ signal }) => {
      const wanted = readFilter(new URLSearchParams(key));
      return rates.load(viewOf(span, wanted, platformNow().getTime()), wanted, signal);
    },
    enabled: isListed,
    gcTime: 0,
    refetchInterval: timed ? askEvery : false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && rates.store.getState().phase === "ready") rates.tick();
    }, 1000);
    return () => clearInterval(timer);
  }, [rates]);
  return rates;
}

interface RateBrushProps {
  /** What the chart shows, in ms UTC; `step` is a bar's width. */
  readonly view: TimeRange & { readonly step: number };
  readonly chosen: TimeRange | null;
  readonly onChoose: (range: TimeRange | null) => void;
}

/** Chooses a stretch of the chart: drag over it, or move its two edges by arrow keys. Escape lets go of it. */
function RateBrush({ view, chosen, onChoose }: RateBrushProps) {
  const area = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<TimeRange | null>(null);
  const start = useRef(0);
  // Not `drawn`: on a busy page the button is let go of before the last move is on screen.
  const moved = useRef<TimeRange | null>(null);
  const range = drawn ?? chosen;
  const at = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? view.from : timeAt(view, (event.clientX - box.left) / box.width);
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const held = event.target instanceof HTMLElement ? event.target.dataset.edge : undefined;
    start.current =
      chosen === null || held === undefined ? at(event) : held === "from" ? chosen.to : chosen.from;
    area.current?.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (!area.current?.hasPointerCapture(event.pointerId)) return;
    const now = at(event);
    moved.current = { from: Math.min(start.current, now), to: Math.max(start.current, now) };
    setDrawn(moved.current);
  };
  const letGo = () => {
    moved.current = null;
    setDrawn(null);
  };
  const onUp = () => {
    const { current: chose } = moved;
    if (chose !== null && chose.to - chose.from >= view.step / 4) onChoose(wholeBars(chose, view.step));
    letGo();
  };
  const percent = (time: number) =>
    Math.min(100, Math.max(0, ((time - view.from) / Math.max(1, view.to - view.from)) * 100));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; by keyboard the edges move, and the times can be typed.
    <div
      ref={area}
      className="brush-area"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={letGo}
      onDoubleClick={() => onChoose(null)}
    >
      {range !== null && (
        <div
          className="rate-brush"
          style={{ left: `${percent(range.from)}%`, right: `${100 - percent(range.to)}%` }}
        >
          {(["from", "to"] as const).map((edge) => (
            <span
              key={edge}
              className={`brush-edge is-${edge}`}
              data-edge={edge}
              role="slider"
              tabIndex={0}
              aria-label={edge === "from" ? "From" : "To"}
              aria-valuemin={view.from}
              aria-valuemax={view.to}
              aria-valuenow={range[edge]}
              aria-valuetext={timeWithSeconds(new Date(range[edge]).toISOString())}
              onKeyDown={(event: KeyboardEvent) => {
                const moved =
                  event.key === "Escape" ? null : moveEdge(event.key, event.shiftKey, edge, range, view);
                if (moved === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                onChoose(moved);
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
