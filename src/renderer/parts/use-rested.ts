import { useEffect, useState } from "react";

/** What somebody types or changes, once it has rested for `ms`; the first at once. */
export function useRested<T extends string | null>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
