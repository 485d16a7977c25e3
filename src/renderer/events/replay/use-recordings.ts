import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { placeKey } from "../../api/place.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePlace } from "../../page/use-here.ts";
import { realNow } from "../../text/platform-clock.ts";
import type { Recording, RunningRecording } from "./recordings.ts";

/** The recording that is being made in the place on screen, by this tab or another; null where there is none. */
export function useRunningRecording(): RunningRecording | null {
  const { recordings } = useConsole();
  const key = placeKey(usePlace());
  useEffect(() => {
    const read = () => recordings.refresh();
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  }, [recordings]);
  return useStore(recordings.store, (state) => state.running[key] ?? null);
}

/** The recordings of the Space, newest first, with those that are being deleted. */
export function useRecordings(): readonly Recording[] {
  const { recordings } = useConsole();
  const { space } = useHere();
  const { kept } = useStore(recordings.store);
  return kept.filter(({ spaceId }) => spaceId === space.id);
}

/** The time in ms, anew each second while it is wanted. */
export function useNow(wanted: boolean): number {
  const [now, setNow] = useState(realNow);
  useEffect(() => {
    if (!wanted) return;
    setNow(realNow());
    const timer = setInterval(() => setNow(realNow()), 1000);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}
