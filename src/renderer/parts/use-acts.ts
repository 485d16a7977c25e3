import { useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { createFormStore, type Sending, sendAct } from "../stores/form-store.ts";
import { say } from "../stores/toasts-store.ts";
import { useSender } from "./use-form.ts";

/** What is pressed on a page, each done when those before it are. What waits still when the page is left is not done, and that is told. */
export interface Acts {
  /** Does it in its turn: what it sends is made up then, of what those before it have left. */
  readonly inTurn: (what: string, act: () => Sending) => void;
  /** The same, but where it waits or is under way already: nothing is done twice that was meant once. */
  readonly once: (what: string, act: () => Sending) => void;
  /** Whether it waits or is under way. */
  readonly isPending: (what: string) => boolean;
}

export function useActs(): Acts {
  const [store] = useState(() => createStore<readonly string[]>(() => []));
  const pending = useStore(store);
  const last = useRef(Promise.resolve());
  const sender = useSender();
  const inTurn: Acts["inTurn"] = (what, act) => {
    const from = sender();
    store.setState([...store.getState(), what], true);
    const work = async () => {
      const sending = act();
      if (from.isThere()) await sendAct(createFormStore(), sending, from);
      else say(from.toasts, `${sending.failure} The page was left before its turn came.`);
    };
    last.current = last.current.then(work).finally(() => store.setState(store.getState().slice(1), true));
  };
  return {
    inTurn,
    once: (what, act) => {
      if (!store.getState().includes(what)) inTurn(what, act);
    },
    isPending: (what) => pending.includes(what),
  };
}
