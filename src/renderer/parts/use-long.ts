import { useEffect, useState } from "react";

/** Whether something has gone on for `ms`: what is over at once is not worth a word. */
export function useLong(goesOn: boolean, ms = 300): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [goesOn, ms]);
  return goesOn && isLong;
}
