import { type RefObject, useEffect, useRef } from "react";

/** A value as it is now, for what happens later: an undo that is pressed seconds after. */
export function useLatestValue<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
