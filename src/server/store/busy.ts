import { Problem } from "../../core/problem.ts";

/** Back-pressure: what cannot be taken now is refused, and may come again in a second. */
export const busy = (detail: string): Problem =>
  new Problem("busy", detail, { headers: { "Retry-After": "1" } });
