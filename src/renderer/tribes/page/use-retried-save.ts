import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useConsole } from "../../app/console-context.ts";
import { useLatestValue } from "../../app/use-latest-value.ts";
import { Retry } from "../../stores/retry.ts";
import type { TribeDraft } from "../tribe-draft.ts";

/** Saves again what did not get through: after a while, and as soon as the server answers again. */
export function useRetriedSave(draft: TribeDraft, save: () => void): void {
  const { server } = useConsole();
  const latest = useLatestValue(save);
  const [retry] = useState(() => new Retry());
  const sending = useStore(draft.store, (state) => state.sending);
  useEffect(() => {
    if (sending.state === "idle") retry.reset();
    if (sending.state !== "waiting") return;
    retry.later(sending.error, () => latest.current());
    const unsubscribe = server.subscribe(({ reach }, before) => {
      if (reach === "running" && before.reach === "lost") latest.current();
    });
    return () => {
      unsubscribe();
      retry.stop();
    };
  }, [sending, retry, latest, server]);
}
