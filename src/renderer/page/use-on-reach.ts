import { useEffect } from "react";
import { useConsole } from "./console-context.ts";
import { useLatestValue } from "./use-latest-value.ts";

/** Does something when the server answers again after it did not. */
export function useOnReach(does: () => unknown): void {
  const { server } = useConsole();
  const latest = useLatestValue(does);
  useEffect(
    () =>
      server.subscribe(({ reach }, before) => {
        if (reach === "running" && before.reach === "lost") latest.current();
      }),
    [server, latest],
  );
}
