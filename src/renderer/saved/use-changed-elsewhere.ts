import { useState } from "react";
import { jsonEqual } from "../../core/publishing/json-equal.ts";

/** How often a value was changed by what the server has, and not here. As a key it draws anew what goes by its place alone. */
export function useChangedElsewhere(served: unknown, value: unknown): number {
  const [known, setKnown] = useState({ served, value, times: 0 });
  if (known.served !== served || known.value !== value) {
    const isOther = known.served !== served && !jsonEqual(known.value, value);
    setKnown({ served, value, times: known.times + (isOther ? 1 : 0) });
  }
  return known.times;
}
