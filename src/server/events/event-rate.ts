import type { EventRate } from "../../core/event.ts";
import type { EventCounts, EventQuery } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import type { RateRange } from "./rate-range.ts";

const text = (ms: number): string => new Date(ms).toISOString();

/** Counts matching events by time, stretch by stretch, so that other questions have their turn; stops once nobody waits for it. */
export async function countRate(
  store: Store,
  filter: EventQuery,
  range: RateRange,
  abandoned: () => boolean,
): Promise<EventRate> {
  const { start, to, step } = range;
  const buckets = emptyBuckets(range);
  let through: number | null = null;
  let last = 0;
  do {
    const counts: EventCounts = await store.log.counts({ filter, from: start, step, through });
    for (const [bucket, count] of counts.accepted) add(buckets[bucket], "accepted", count);
    for (const [bucket, count] of counts.rejected) add(buckets[bucket], "rejected", count);
    last = Math.max(last, counts.through);
    through = counts.older;
  } while (through > 0 && !abandoned());
  return { from: text(start), to: text(to), step, through: last, buckets };
}

type Bucket = EventRate["buckets"][number];

const emptyBuckets = ({ start, to, step }: RateRange): Bucket[] =>
  Array.from({ length: Math.floor((to - start) / step) + 1 }, (_, index) => ({
    at: text(start + index * step),
    accepted: 0,
    rejected: 0,
  }));

function add(bucket: Bucket | undefined, status: "accepted" | "rejected", count: number): void {
  if (bucket !== undefined) bucket[status] += count;
}
