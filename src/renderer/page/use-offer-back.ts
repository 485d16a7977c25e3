import { useEffect, useRef } from "react";
import { offerUndo, settle } from "../stores/toasts-store.ts";
import { useConsole } from "./console-context.ts";

interface Offer<Value> {
  readonly toast: number;
  readonly isBack: (now: Value) => boolean;
}

/**
 * Offers back what one press has taken out of `value`, until that is there again: it may come back another way, by a step back,
 * or because the whole edit is discarded.
 */
export function useOfferBack<Value>(
  value: Value,
): (said: string, isBack: (now: Value) => boolean, undo: () => void) => void {
  const { toasts } = useConsole();
  const offers = useRef<Offer<Value>[]>([]);
  useEffect(() => {
    const back = offers.current.filter(({ isBack }) => isBack(value));
    offers.current = offers.current.filter((offer) => !back.includes(offer));
    for (const { toast } of back) settle(toasts, toast, false);
  }, [toasts, value]);
  return (said, isBack, undo) => {
    offers.current.push({ toast: offerUndo(toasts, said, { undo }), isBack });
  };
}
