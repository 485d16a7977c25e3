import { useState } from "react";
import { jsonEqual } from "../../core/publishing/json-equal.ts";

/**
 * How often a value was changed by what the server has, and not here. As a key it draws anew what goes by its place alone.
 * `isOther`: whether what counts of it is another now; left out, all of it counts.
 */
export function useChangedElsewhere<T>(
  served: unknown,
  value: T,
  isOther: (before: T, now: T) => boolean = (before, now) => !jsonEqual(before, now),
): number {
  const [known, setKnown] = useState({ served, value, times: 0 });
  if (known.served !== served || known.value !== value) {
    const isChanged = known.served !== served && isOther(known.value, value);
    setKnown({ served, value, times: known.times + (isChanged ? 1 : 0) });
  }
  return known.times;
}
