import { createStore } from "zustand/vanilla";
import type { Event } from "../../core/event.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type EventFilter, filterQuery } from "./event-filter.ts";
import { bucketsOf, countEvents, type RateBucket, type RateCounts } from "./rate-buckets.ts";
import { type RateView, rateTimes } from "./rate-view.ts";
import type { Place } from "./stats-store.ts";

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
  #asked = 0;
  #stop = new AbortController();

  constructor(options: RateOptions) {
    this.#options = options;
  }

  /** Asks the server. What is shown stays until it has answered. The filter's own times are not part of it. */
  async load(view: RateView, filter: EventFilter): Promise<void> {
    this.abandon();
    const asked = this.#asked;
    this.#through = null;
    this.#meanwhile = [];
    this.store.setState({ phase: "loading", problem: null });
    try {
      const answer = await this.#ask(view, filter);
      if (asked !== this.#asked) return;
      this.#view = view;
      this.#through = answer.through;
      this.#counts = new Map(
        answer.buckets.map(({ at, accepted, rejected }) => [
          Math.floor(Date.parse(at) / answer.step),
          { accepted, rejected },
        ]),
      );
      this.store.setState({ phase: "ready", step: answer.step });
      this.add(this.#meanwhile);
      this.tick();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#meanwhile = [];
      this.store.setState({ phase: "failed", problem: inWords(error) });
    }
  }

  /** Lets go of a question that is under way: the server stops counting, and has time for what is asked instead. */
  abandon(): void {
    this.#asked += 1;
    this.#stop.abort();
    this.#stop = new AbortController();
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
    const { from, to } = rateTimes(this.#view, this.#now());
    this.store.setState({ from, to, buckets: bucketsOf(this.#counts, from, to, step) });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #ask(view: RateView, filter: EventFilter) {
    const { client, place } = this.#options;
    const { from, to } = rateTimes(view, this.#now());
    return client.call("getEventRate", {
      signal: this.#stop.signal,
      params: { spaceId: place.spaceId, envKey: place.environment },
      query: {
        ...filterQuery(filter),
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        buckets: wantedBuckets,
      },
    });
  }
}
