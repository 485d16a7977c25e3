import { useEffect, useState } from "react";
import type { Clock, ClockSetting, Status } from "../../core/settings.ts";
import { patchKnown, routeQuery } from "../api/queries.ts";
import { useConsole } from "./console-context.ts";

/** Sets the clock. What it is then is known at once, however long the status is still read: a further move adds to it. */
export function useSetClock(): (wanted: ClockSetting) => Promise<void> {
  const { client, queries } = useConsole();
  return async (body) => {
    const clock = await client.call("putClock", { body });
    patchKnown<Status>(queries, routeQuery(client, "getStatus", {}), (status) => ({ ...status, clock }));
    // Who is served what goes by it.
    void queries.invalidateQueries();
  };
}

/** The clock moved on by so many seconds from where it is. */
export const movedBy = (clock: Clock, seconds: number): ClockSetting =>
  clock.mode === "frozen"
    ? { mode: "frozen", at: new Date(Date.parse(clock.at) + seconds * 1000).toISOString() }
    : { mode: "offset", seconds: (clock.seconds ?? 0) + seconds };

/** The clock's own time, going on while it goes. */
export function useTicking({ mode, at }: Clock): string {
  const [now, setNow] = useState(at);
  useEffect(() => {
    setNow(at);
    if (mode === "frozen") return;
    const shift = Date.parse(at) - Date.now();
    const timer = setInterval(() => setNow(new Date(Date.now() + shift).toISOString()), 1000);
    return () => clearInterval(timer);
  }, [mode, at]);
  return now;
}
