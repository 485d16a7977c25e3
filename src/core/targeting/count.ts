import type { Count } from "../rule.ts";

/** Whether so many events are as many as a rule wants. None are fewer than one: `lessThan` and `exactly` may want none. */
export function compileCount(count: Count): (events: number) => boolean {
  switch (count.op) {
    case "any":
      return (events) => events >= 1;
    case "moreThan":
      return (events) => events > count.value;
    case "lessThan":
      return (events) => events < count.value;
    case "exactly":
      return (events) => events === count.value;
  }
}
