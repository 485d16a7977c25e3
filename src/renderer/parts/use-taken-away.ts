import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Calls `act` where a field is taken off the page with what is typed in it, as when its object is deleted elsewhere: no blur is
 * heard then. Gives what is called where it is left in any other way, which calls `onLeft`.
 */
export function useTakenAway(act: () => void, onLeft?: () => void): () => void {
  const isLeft = useRef(false);
  const takeAway = useEffectEvent(act);
  useEffect(
    () => () => {
      if (!isLeft.current) takeAway();
    },
    [],
  );
  return () => {
    isLeft.current = true;
    onLeft?.();
  };
}
