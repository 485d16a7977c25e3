import { useStore } from "zustand";
import type { EventFeed } from "../stores/event-feed.ts";
import type { EventFilter } from "../stores/event-filter.ts";
import type { Span } from "../stores/event-rate.ts";
import { bucketsWithin, totals } from "../stores/event-rate.ts";
import { count, counted } from "../text/format.ts";
import { isWhole } from "./brush-range.ts";
import { rateWords, stepWords, timeRangeWords } from "./event-words.ts";
import { RateBrush } from "./RateBrush.tsx";
import { RateChart, RateTicks } from "./RateChart.tsx";
import { TimePopover } from "./TimePopover.tsx";
import { useRates } from "./use-rates.ts";

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
            phase === "loading" && <span className="direction">not counted yet</span>
          ) : (
            <>
              {isExact ? "" : "about "}
              {counted(sum.accepted, "event")}
              {sum.rejected > 0 && `, ${count(sum.rejected)} rejected`}
            </>
          )}
        </span>
        {phase === "failed" && (
          <button type="button" className="btn btn-sm" onClick={() => feed.retry()}>
            Try again
          </button>
        )}
        <span className="spacer" />
        <span className="direction small">
          {buckets.length > 0 && `by when they happened, a bar is ${stepWords(step)}`}
        </span>
      </div>
      <figure className="rate" aria-busy={phase === "loading"}>
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
