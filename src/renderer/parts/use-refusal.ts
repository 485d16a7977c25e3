import { useState } from "react";
import { ServerUnreachable } from "../api/api-problem.ts";
import { useOnReach } from "../page/use-on-reach.ts";

/** Why something was refused, null where it was not. That no answer came is true only until one comes. */
export function useRefusal(): readonly [unknown, (reason: unknown) => void] {
  const [reason, setReason] = useState<unknown>(null);
  useOnReach(() => {
    if (reason instanceof ServerUnreachable) setReason(null);
  });
  return [reason, setReason];
}
