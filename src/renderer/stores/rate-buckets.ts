import type { Event } from "../../core/event.ts";

/** One bar: where it begins, in ms UTC, and what happened in it. */
export interface RateBucket {
  readonly at: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Counts by bucket: its number is its time divided by the step. */
export type RateCounts = Map<number, { readonly accepted: number; readonly rejected: number }>;
const none = { accepted: 0, rejected: 0 } as const;

/** Adds events in place: thousands come a second. */
export function countEvents(counts: RateCounts, events: readonly Event[], step: number): void {
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
export function bucketsOf(counts: RateCounts, from: number, to: number, step: number): RateBucket[] {
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
