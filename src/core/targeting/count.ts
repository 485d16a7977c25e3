import type { Count } from "../rule.ts";

/** How many events a rule wants, both ends included. None are fewer than one: `lessThan`, `atMost` and `exactly` may want none. */
interface CountRange {
  readonly least: number;
  /** Infinity where any more are as good. */
  readonly most: number;
}

export function countRange(count: Count): CountRange {
  const open = Number.POSITIVE_INFINITY;
  switch (count.op) {
    case "any":
      return { least: 1, most: open };
    case "atLeast":
      return { least: count.value, most: open };
    case "moreThan":
      return { least: count.value + 1, most: open };
    case "exactly":
      return { least: count.value, most: count.value };
    case "atMost":
      return { least: 0, most: count.value };
    case "lessThan":
      return { least: 0, most: count.value - 1 };
  }
}

/** Whether so many events are as many as a rule wants. */
export function compileCount(count: Count): (events: number) => boolean {
  const { least, most } = countRange(count);
  return (events) => events >= least && events <= most;
}
