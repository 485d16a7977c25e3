import type { z } from "zod";
import type { eventRateQuery } from "../../core/event.ts";
import { invalid } from "../../core/problem.ts";

/** The buckets that are asked for: times in ms UTC, both ends included. */
export interface RateRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Where the first bucket begins: `from`, rounded down to a step. */
  readonly start: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30].map((n) => n * day),
];
const usual = 15 * minute;

/** Buckets with round borders, at most as many as are wanted. @throws Problem invalid-query where `from` is after `to` */
export function rateRange(
  query: Pick<z.output<typeof eventRateQuery>, "from" | "to" | "buckets">,
  now: number,
): RateRange {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? to - usual : Date.parse(query.from);
  if (from > to) throw invalid([{ path: "/from", detail: "must not be after to" }], "invalid-query");
  const round = steps.find((step) => Math.floor(to / step) - Math.floor(from / step) < query.buckets);
  if (round !== undefined) return { from, to, step: round, start: Math.floor(from / round) * round };
  return { from, to, step: Math.floor((to - from) / query.buckets) + 1, start: from };
}
