import { createStore } from "zustand/vanilla";
import type { Event, EventRate } from "../../../core/event.ts";
import { inWords } from "../../api/api-problem.ts";
import type { ApiClient } from "../../api/client.ts";
import { type Place, paramsOf } from "../../api/place.ts";
import { clockStands, platformNow } from "../../text/platform-clock.ts";
import { type EventFilter, filterQuery } from "../event-filter.ts";

export interface RateState {
  readonly phase: "loading" | "ready" | "failed";
  readonly problem: string | null;
  /** The time that is drawn, in ms UTC, and the width of a bar in ms. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly buckets: readonly RateBucket[];
}

interface RateOptions {
  readonly client: ApiClient;
  readonly place: Place;
  readonly now?: () => number;
}

/** Round steps then give 60 to 100 bars for each span. */
const wantedBuckets = 100;

/**
 * How many events there were over time, under a filter. Counted by the server once; from then on every event of the
 * live stream is added here, so that a live chart costs no further question.
 */
export class EventRates {
  readonly store = createStore<RateState>(() => ({
    ...{ phase: "loading", problem: null, from: 0, to: 1, step: 1, buckets: [] },
  }));
  readonly #options: RateOptions;
  #view: RateView = { kind: "live", span: "15m" };
  #counts: RateCounts = new Map();
  /** The last sequence that is counted; null while the server counts. */
  #through: number | null = null;
  /** Events that arrive while the server counts. */
  #meanwhile: Event[] = [];

  constructor(options: RateOptions) {
    this.#options = options;
  }

  /**
   * Asks the server, and gives what is known then. What is shown stays until it has answered; with `signal` nobody waits for
   * the answer any more. The filter's own times are not part of it.
   */
  async load(view: RateView, filter: EventFilter, signal?: AbortSignal): Promise<RateState> {
    this.#through = null;
    this.#meanwhile = [];
    this.store.setState({ phase: "loading", problem: null });
    try {
      const answer = await this.#ask(view, filter, signal);
      if (!signal?.aborted) this.#take(view, answer);
    } catch (error) {
      if (!signal?.aborted) this.#failed(error);
    }
    return this.store.getState();
  }

  #take(view: RateView, { through, step, buckets }: EventRate): void {
    this.#view = view;
    this.#through = through;
    this.#counts = new Map(
      buckets.map(({ at, accepted, rejected }) => [
        Math.floor(Date.parse(at) / step),
        { accepted, rejected },
      ]),
    );
    this.store.setState({ phase: "ready", step });
    this.add(this.#meanwhile);
    this.tick();
  }

  #failed(error: unknown): void {
    this.#meanwhile = [];
    this.store.setState({ phase: "failed", problem: inWords(error) });
  }

  /** Counts what the live stream brings; what the server has counted is not counted twice. */
  add(events: readonly Event[]): void {
    const through = this.#through;
    // Where the count failed there is nothing to add to: the next one starts anew.
    if (this.store.getState().phase === "failed") return;
    if (through === null) this.#meanwhile.push(...events);
    else
      countEvents(
        this.#counts,
        events.filter(({ sequence }) => sequence > through),
        this.store.getState().step,
      );
  }

  /** Moves the chart to the present. */
  tick(): void {
    const { step } = this.store.getState();
    // Where the clock stands, the bar of the present is shown whole: it is where all that comes is counted.
    const { from, to } = rateTimes(this.#view, this.#now() + (clockStands() ? step : 0));
    this.store.setState({ from, to, buckets: bucketsOf(this.#counts, from, to, step) });
  }

  #now(): number {
    return this.#options.now?.() ?? platformNow().getTime();
  }

  #ask(view: RateView, filter: EventFilter, signal: AbortSignal | undefined) {
    const { client, place } = this.#options;
    const { from, to } = rateTimes(view, this.#now());
    return client.call("getEventRate", {
      signal,
      params: paramsOf(place),
      query: {
        ...filterQuery(filter),
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        buckets: wantedBuckets,
      },
    });
  }
}

/** One bar: where it begins, in ms UTC, and what happened in it. */
export interface RateBucket {
  readonly at: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Counts by bucket: its number is its time divided by the step. */
type RateCounts = Map<number, { readonly accepted: number; readonly rejected: number }>;
const none = { accepted: 0, rejected: 0 } as const;

/** Adds events in place: thousands come a second. */
function countEvents(counts: RateCounts, events: readonly Event[], step: number): void {
  for (const { time, status } of events) {
    const bucket = Math.floor(Date.parse(time) / step);
    const { accepted, rejected } = counts.get(bucket) ?? none;
    counts.set(
      bucket,
      status === "accepted" ? { accepted: accepted + 1, rejected } : { accepted, rejected: rejected + 1 },
    );
  }
}

/** The bars from one time to another, both in ms UTC. Counts before them are forgotten: the chart only moves on. */
function bucketsOf(counts: RateCounts, from: number, to: number, step: number): RateBucket[] {
  const first = Math.floor(from / step);
  const last = Math.floor(to / step);
  for (const bucket of counts.keys()) if (bucket < first) counts.delete(bucket);
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    at: (first + index) * step,
    ...(counts.get(first + index) ?? none),
  }));
}

export const totals = (buckets: readonly RateBucket[]) =>
  buckets.reduce(
    (sum, { accepted, rejected }) => ({
      accepted: sum.accepted + accepted,
      rejected: sum.rejected + rejected,
      highest: Math.max(sum.highest, accepted + rejected),
    }),
    { accepted: 0, rejected: 0, highest: 0 },
  );

/** What is in the bars that lie in a stretch of time, as far as bars can tell. */
export const bucketsWithin = (
  buckets: readonly RateBucket[],
  from: number,
  to: number,
  step: number,
): readonly RateBucket[] => buckets.filter(({ at }) => at + step > from && at < to);

const minute = 60_000;
export const spans = {
  "15m": { ms: 15 * minute, words: "Last 15 minutes" },
  "1h": { ms: 60 * minute, words: "Last hour" },
  "24h": { ms: 24 * 60 * minute, words: "Last 24 hours" },
  "7d": { ms: 7 * 24 * 60 * minute, words: "Last 7 days" },
  "30d": { ms: 30 * 24 * 60 * minute, words: "Last 30 days" },
} as const;
export type Span = keyof typeof spans;
export const spanKeys = Object.keys(spans) as Span[];

/** What time the chart shows: up to the present, or a time that is past, in ms UTC. */
type RateView =
  | { readonly kind: "live"; readonly span: Span }
  | { readonly kind: "fixed"; readonly from: number; readonly to: number };

export const readSpan = (text: string | null): Span => spanKeys.find((span) => span === text) ?? "15m";

export function rateTimes(view: RateView, now: number): { readonly from: number; readonly to: number } {
  return view.kind === "fixed" ? view : { from: now - spans[view.span].ms, to: now };
}

/** The span, or where the chosen time lies before it, that time with as much again around it. */
export function viewOf(span: Span, filter: EventFilter, now: number): RateView {
  const from = filter.from === undefined ? null : Date.parse(filter.from);
  const to = filter.to === undefined ? null : Date.parse(filter.to);
  const start = from ?? to;
  if (start === null || start >= now - spans[span].ms) return { kind: "live", span };
  const end = Math.max(to ?? now, start + minute);
  const room = (end - start) / 2;
  return { kind: "fixed", from: start - room, to: Math.min(end + room, now) };
}
