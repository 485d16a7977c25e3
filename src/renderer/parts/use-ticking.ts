import { useEffect, useState } from "react";
import type { Clock } from "../../core/settings.ts";

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
