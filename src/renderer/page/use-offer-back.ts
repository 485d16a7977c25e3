import { useEffect, useRef } from "react";
import { offerUndo, settle } from "../stores/toasts-store.ts";
import { useConsole } from "./console-context.ts";

/**
 * Offers back what one press has taken out of `value`, until that is there again: it may come back another way, by a step back,
 * or because the whole edit is discarded.
 */
export function useOfferBack<Value>(
  value: Value,
): (said: string, isBack: (now: Value) => boolean, undo: () => void) => void {
  const { toasts } = useConsole();
  const offers = useRef(new Map<number, (now: Value) => boolean>());
  useEffect(() => {
    for (const [toast, isBack] of offers.current) if (isBack(value)) settle(toasts, toast, false);
  }, [toasts, value]);
  return (said, isBack, undo) => {
    const end = () => offers.current.delete(toast);
    const bringBack = () => {
      end();
      undo();
    };
    const toast = offerUndo(toasts, said, { undo: bringBack, commit: end });
    offers.current.set(toast, isBack);
  };
}
