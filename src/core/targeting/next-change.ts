import { countUntil } from "./sorted-times.ts";

/**
 * When, after `now`, one of these events next starts or stops to count: at its own time, where that is still to come,
 * or one of the lengths after it. `times` sorted upwards; all in ms. Null where none ever does.
 */
export function nextEventEdge(
  lengths: readonly number[],
  times: readonly number[],
  now: number,
): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const length of [0, ...lengths]) {
    const time = times[countUntil(times, now - length)];
    if (time !== undefined) next = Math.min(next, Math.ceil(time + length));
  }
  return next === Number.POSITIVE_INFINITY ? null : next;
}
